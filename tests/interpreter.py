"""How tests start Python: as they were started themselves, so that a sanitized run stays one in its programs too."""

import sys

IS_SANITIZED = bool(sys.flags.no_site)  # only such a run leaves site out
PYTHON = [sys.executable, *(["-S"] if IS_SANITIZED else [])]

PATIENCE = 10 if IS_SANITIZED else 1
"""By what time limits are stretched."""
