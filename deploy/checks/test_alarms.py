"""Tests of what deploy/checks/alarms.py finds in rules, their tests, the runbook and boards."""

import unittest

from alarms import (
    ADDED,
    alert_faults,
    board_faults,
    entries,
    metrics_in,
    queries,
    registry,
    test_faults as faults_of_tests,
    unknown,
)

TABLE = """
| name | in Prometheus | unit, kind | attributes |
| --- | --- | --- | --- |
| `calls.duration` | `calls_duration_seconds` | s, histogram | `http.route`; `outcome`: `ok` |
| `queue.length` | `queue_length` | items, gauge | `queue` |

Rules stand on metrics of others: `pg_up` (an exporter).

"""
ENTRY = "## Alerts\n\n### OneWaits\n\n- **Felt:** a\n- **Confirm:** b\n- **Do:** c\n- **Wake:** d\n"


def alert(**annotations: str) -> dict:
    said = {"summary": "s", "description": "d", "runbook_url": "docs/runbook.md#onewaits", **annotations}
    return {"alert": "OneWaits", "expr": "queue_length > 0", "labels": {"severity": "page"}, "annotations": said}


def fires(name: str, *alerts: str) -> dict:
    samples = [{"labels": f'{{alertname="{each}"}}', "value": 1} for each in alerts]
    return {"name": name, "promql_expr_test": [{"exp_samples": samples}]}


class Expressions(unittest.TestCase):
    def test_metrics_are_found_and_functions_labels_and_words_are_not(self):
        expression = """
            sum by (queue, outcome) (rate(calls_duration_seconds_count{outcome!="ok", http_route=~"/a/{b}"}[5m] offset 1h))
              / on (queue) group_left () avg_over_time(queue_length[1h:5m]) * 14.4 or vector(0) unless pg_up == bool 0
        """
        self.assertEqual(set(metrics_in(expression)), {"calls_duration_seconds_count", "queue_length", "pg_up"})

    def test_the_labels_of_a_selector_are_found(self):
        self.assertEqual(metrics_in('a:b{x="1",y=~"2|3"} > c'), {"a:b": {"x", "y"}, "c": set()})


class Registry(unittest.TestCase):
    def test_a_histogram_is_three_metrics(self):
        known = registry(TABLE)
        endings = ("bucket", "count", "sum")
        self.assertEqual(set(known), {*(f"calls_duration_seconds_{end}" for end in endings), "queue_length", "pg_up"})
        self.assertEqual(known["queue_length"], ADDED | {"queue"})
        self.assertLess({"http_route", "outcome"}, known["calls_duration_seconds_sum"])

    def test_a_metric_that_nobody_sends_is_a_fault(self):
        self.assertEqual(list(unknown("A", "queue_lenght > 0", registry(TABLE))),
                         ["A: queue_lenght is not in docs/telemetry.md"])

    def test_a_label_that_nobody_sends_is_a_fault(self):
        self.assertEqual(list(unknown("A", 'queue_length{kind="x"} > 0', registry(TABLE))),
                         ["A: queue_length has no label kind"])


class Alerts(unittest.TestCase):
    def test_a_whole_alert_with_a_whole_entry_is_no_fault(self):
        self.assertEqual(list(alert_faults(alert(), entries(ENTRY))), [])

    def test_an_alert_without_its_entry_is_a_fault(self):
        self.assertEqual(list(alert_faults(alert(), entries("## Alerts\n"))),
                         ["OneWaits: has no entry in docs/runbook.md"])

    def test_an_entry_that_leaves_a_part_out_is_a_fault(self):
        entry = entries(ENTRY.replace("- **Wake:** d\n", ""))
        self.assertEqual(list(alert_faults(alert(), entry)), ["OneWaits: its entry does not say Wake"])

    def test_an_address_of_another_entry_is_a_fault(self):
        other = alert(runbook_url="docs/runbook.md#other")
        self.assertEqual(list(alert_faults(other, entries(ENTRY))),
                         ["OneWaits: its runbook_url is docs/runbook.md#other"])

    def test_nobody_knows_whom_an_alert_without_a_severity_calls(self):
        nobody = alert(summary="") | {"labels": {}}
        self.assertEqual(list(alert_faults(nobody, entries(ENTRY))),
                         ["OneWaits: its severity is none of page, ticket", "OneWaits: has no summary"])


class Tests(unittest.TestCase):
    def test_an_alert_with_both_tests_is_no_fault(self):
        both = [fires("A fires: it does", "A"), fires("A is silent: it is")]
        self.assertEqual(list(faults_of_tests(["A"], both)), [])

    def test_an_alert_that_is_never_tested_is_a_fault(self):
        self.assertEqual(list(faults_of_tests(["A"], [fires("A fires: it does", "A")])), ["A: no test that it is silent"])

    def test_a_test_that_does_not_say_what_it_tests_is_a_fault(self):
        tests = [fires("A fires: it does", "A"), fires("A is silent: it is"), fires("A waits")]
        self.assertEqual(list(faults_of_tests(["A"], tests)),
                         ['the test "A waits" says neither what fires nor what is silent'])

    def test_a_test_that_expects_another_alert_is_a_fault(self):
        both = [fires("A fires: it does", "B"), fires("A is silent: it is")]
        self.assertEqual(list(faults_of_tests(["A"], both)), ['A: the test "A fires: it does" expects otherwise'])


class Boards(unittest.TestCase):
    def test_a_panel_that_asks_for_what_nobody_sends_is_a_fault(self):
        panel = {"title": "Waiting", "targets": [{"expr": "sum(rate(lost[$__rate_interval]))"}]}
        self.assertEqual(list(board_faults("b.json", {"panels": [panel]}, registry(TABLE))),
                         ["b.json, Waiting: lost is not in docs/telemetry.md"])

    def test_variables_of_grafana_are_filled_in(self):
        panel = {"title": "A", "targets": [{"expr": 'sum(rate(a{service="$service"}[$__rate_interval]))'}]}
        self.assertEqual(list(queries({"panels": [panel]})), [("A", 'sum(rate(a{service="x"}[5m]))')])

    def test_thirteen_panels_are_too_many(self):
        panels = [{"title": "Waiting", "targets": [{"expr": "queue_length"}]}] * 13
        self.assertEqual(list(board_faults("b.json", {"panels": panels}, registry(TABLE))), ["b.json: has 13 panels"])


if __name__ == "__main__":
    unittest.main()
