"""Fujian mahjong, whose gold tile is wild: rules, scoring, bots and a table for people."""

__version__ = "0.1.0"
