"""The table in a terminal: one person against three bots, by keys and mouse."""
