"""Runs the binary that this package installs beside Python's scripts, for `uvx tool-docs` and `python -m tool_docs`."""

import os
import subprocess
import sys
import sysconfig


def binary():
    """The path of the binary, wherever pip, uv or pipx installed it."""
    name = "tool" + (sysconfig.get_config_var("EXE") or "")
    folder = os.path.dirname(os.path.abspath(__file__))
    candidates = [
        sysconfig.get_path("scripts"),
        # With `pip install --target`, and with `--prefix`.
        os.path.join(folder, "..", "bin"),
        os.path.join(folder, "..", "..", "..", "..", "bin"),
        sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")),
    ]
    for candidate in candidates:
        path = os.path.join(candidate, name)
        if os.path.isfile(path):
            return os.path.normpath(path)
    sys.exit("error: the binary of tool-docs is not installed\n  = help: install tool-docs again")


def main():
    """Replaces this process by the binary; waits for it on Windows, where that is not possible."""
    command = [binary(), *sys.argv[1:]]
    if sys.platform == "win32":
        try:
            sys.exit(subprocess.run(command).returncode)
        except KeyboardInterrupt:
            sys.exit(2)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
