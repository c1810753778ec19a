"""The step of the package build that builds the web client."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

import web_client
from machine import SetupError


class WebClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built web client into the wheel, or beside the sources of an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Builds the client for a wheel; a source distribution carries its sources instead."""
        if self.target_name != "wheel":
            return
        try:
            web_client.build()
        except SetupError as error:
            self.app.abort(f"goldsparrow: {error}")
