"""What ./play and ./test need to know of the machine they run on."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"

# Node trusts a list of its own; with this it also trusts what the machine trusts, as pip does.
SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


class SetupError(Exception):
    """Raised when the machine lacks something; the message is the one line that a person reads."""


def child_environment() -> dict[str, str]:
    """Returns the environment for pip, npm and the server.

    Programs that keep caches or settings at home fail in their own ways where there is none, so a
    missing or unwritable home is replaced by one inside the project.
    """
    environment = dict(os.environ)
    home = environment.get("HOME", "")
    if not (Path(home).is_absolute() and _can_write(home)):
        replacement = CACHE / "home"
        replacement.mkdir(parents=True, exist_ok=True)
        environment["HOME"] = str(replacement)
    environment.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    environment.setdefault("PIP_NO_INPUT", "1")
    if SYSTEM_CERTIFICATES.exists():
        environment.setdefault("NODE_EXTRA_CA_CERTS", str(SYSTEM_CERTIFICATES))
    return environment


def _can_write(folder: str) -> bool:
    """Returns whether a file can be made in a folder; permissions alone do not tell."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def apt_install(packages: list[str]) -> None:
    """Installs Debian packages, as root or by a sudo that asks for no password.

    Raises:
        SetupError: with the command that a person can run, where we may not or it fails.
    """
    wanted = " ".join(packages)
    by_hand = f"run `apt-get install {wanted}` as root, then try again"
    if shutil.which("apt-get") is None:
        raise SetupError(f"missing: {wanted}; install what Debian calls so, then try again")
    prefix = _privileges()
    if prefix is None:
        raise SetupError(f"missing: {wanted}; {by_hand}")
    print(f"Installing {wanted} with apt-get", flush=True)
    install = [
        *prefix,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        *packages,
    ]
    # A bare machine has no package lists, an old one has outdated lists; a current one needs none.
    subprocess.run([*prefix, "apt-get", "update", "-q"], check=False)
    if subprocess.run(install, check=False).returncode != 0:
        raise SetupError(f"apt-get could not install {wanted} (see above); {by_hand}")


def _privileges() -> list[str] | None:
    """Returns what to put before a command that needs root; None where we may not be root."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if asked.returncode == 0 else None
