"""Explained rules: a page per rule set, made of the values in force and never written twice."""

from goldsparrow.guide.page import Page, rules_page

__all__ = ["Page", "rules_page"]
