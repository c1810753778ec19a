"""The errors that Gold Sparrow raises on bad input; every message quotes the offending value."""

from __future__ import annotations


class GoldSparrowError(Exception):
    """Base of every error that a caller's input can cause."""


class NotationError(GoldSparrowError, ValueError):
    """Raised for text that names no tile, meld, move or rule set."""


class OptionError(GoldSparrowError, ValueError):
    """Raised for an unknown house option, a value it does not allow, or options that conflict."""


class OptionConflict(OptionError):
    """Raised for two house options that exclude each other, so that a page can name both.

    Attributes:
        option: the option that cannot have the value it was given, and
        value: that value, as the command line takes it.
        other: the option that stands in its way, and
        other_value: its value.
    """

    def __init__(
        self, message: str, *, option: str, value: str, other: str, other_value: str
    ) -> None:
        super().__init__(message)
        self.option = option
        self.value = value
        self.other = other
        self.other_value = other_value


class IllegalMove(GoldSparrowError, ValueError):
    """Raised for a move that the rules refuse; carries the reason's stable key.

    Attributes:
        reason: the key under which every client looks up the explanation, such as ``gold_lock``.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(GoldSparrowError, ValueError):
    """Raised for a record that cannot be read or that does not verify; names the line.

    Attributes:
        line: the number of the line at fault, from 1; 0 where it is the file as a whole.
        fault: what is wrong there, without the line's number.
    """

    def __init__(self, fault: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {fault}" if line else fault)
        self.line = line
        self.fault = fault


class NoRecord(RecordError):
    """Raised for input that is no record at all, or one of a format that is not known."""


class BotError(GoldSparrowError, RuntimeError):
    """Raised for a program that was to play and cannot be started, or fails again and again."""


class Desync(GoldSparrowError, RuntimeError):
    """Raised when an event cannot follow the events that a table has already seen."""
