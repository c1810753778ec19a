"""The arena: bots play many deals, on one processor core or several."""
