"""The server: tables of people and bots, a log that survives, and the built web client."""
