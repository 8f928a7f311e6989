"""Options and profiles of the suite."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
settings.register_profile("fast", max_examples=30, deadline=None, suppress_health_check=QUIET)
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))

# A suite that was started in the background ignores Ctrl-C, and so would the programs it starts; some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes the golden playthroughs anew, to be reviewed as a diff."""
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")
