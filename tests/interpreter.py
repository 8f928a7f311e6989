"""How tests start Python: as they were started themselves, so that a sanitized run stays one in its programs too."""

import sys

PYTHON = [sys.executable, *(["-S"] if sys.flags.no_site else [])]
