"""The OpenAPI description is true: schemathesis finds no answer that contradicts it."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from serving import Server


def test_answers_are_as_described(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy())
        def run(case: schemathesis.Case) -> None:
            # Not everything that is well-formed is a game: those requests get a sentence and 422.
            case.call_and_validate(base_url=server.url, excluded_checks=[positive_data_acceptance])

        run()
