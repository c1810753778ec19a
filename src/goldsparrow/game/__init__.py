"""The game: tables that events change, the referee, matches and their records."""
