//! What travellers were answered while replicas came and went.

use std::time::Duration;

use super::plan::Events;
use crate::report::Report;
use crate::travellers::{Call, Outcome};

/// What is refused or late within this long of a kill or a freeze is counted apart.
const APART: Duration = Duration::from_secs(5);
/// Calls of a thousand that may be refused.
const REFUSED_OF_1000: u64 = 1;
/// Fewer travellers of a thousand may be left out because k6 had nobody ready.
const DROPPED_OF_1000: u64 = 10;
/// By so much may a call take longer than the longest before, at other times. Told in the short form, required in the long.
const LONGER: Duration = Duration::from_secs(3);
/// What the gateway gives each call that waits for a provider (its PROVIDER_DEADLINE, AIRLINE_DEADLINE and
/// LONGEST_BOOKING).
const DEADLINES: [(&str, Duration); 4] = [
    ("GET /api/flights/search ", Duration::from_secs(30)),
    ("GET /api/flights/offer/", Duration::from_secs(45)),
    ("POST /api/payments/process-card ", Duration::from_secs(30)),
    ("POST /api/bookings ", Duration::from_secs(34)),
];
/// What it gives all others (DEFAULT_DEADLINE of platform/service).
const DEADLINE: Duration = Duration::from_secs(10);
/// On top of that: a second for the session (SESSION_PATIENCE of the gateway), and half of one for the way there and back.
const MARGIN: Duration = Duration::from_millis(1_500);

/// Counts what was refused, late or wrong. `is_long`: also requires that no call took much longer than before.
pub fn judge(outcome: &Outcome, events: &Events, is_long: bool, report: &mut Report) {
    report.require(outcome.holds, || "a threshold was crossed, or an answer was wrong".to_owned());
    outcome.tell(report);
    travellers_came(outcome, events.over, report);
    hardly_any_is_refused(outcome, &events.ends, report);
    hardly_any_is_late(outcome, &events.ends, is_long, report);
    for call in outcome.slow.iter().filter(|call| call.took() > longest(&call.what)) {
        let (took, longest) = (call.took().as_millis(), longest(&call.what).as_millis());
        report.miss(format!("{} took {took} ms, and the gateway gives it {longest}", call.what));
    }
}

/// Travellers came while replicas came and went, and nearly all of them.
fn travellers_came(outcome: &Outcome, over: Duration, report: &mut Report) {
    let late = over.saturating_sub(outcome.came_until);
    report.require(late.is_zero(), || {
        format!("no traveller came in the last {} ms of the events", late.as_millis())
    });
    let (came, dropped) = (outcome.count("iterations"), outcome.count("dropped_iterations"));
    let all = came + dropped;
    report.require(dropped * 1_000 < all * DROPPED_OF_1000, || {
        format!("{dropped} of {all} travellers were left out")
    });
}

/// How long a call may take: what the gateway gives it, and what comes on top.
fn longest(what: &str) -> Duration {
    let own = DEADLINES.into_iter().find(|(call, _)| what.starts_with(call));
    own.map_or(DEADLINE, |(_, deadline)| deadline) + MARGIN
}

fn hardly_any_is_refused(outcome: &Outcome, ends: &[Duration], report: &mut Report) {
    let (apart, refused): (Vec<_>, Vec<_>) = outcome.refused.iter().partition(|call| is_apart(call, ends));
    let calls: u64 = ["searches", "purchases", "polls"].into_iter().map(|kind| outcome.count(kind)).sum();
    report.row(
        format!(
            "calls refused within {} s of a kill or freeze / at other times, of {calls}",
            APART.as_secs()
        ),
        format!("{} / {}", apart.len(), refused.len()),
    );
    if refused.len() as u64 * 1_000 > calls * REFUSED_OF_1000 {
        for call in refused {
            report.miss(format!("refused at {} ms: {}", call.began.as_millis(), call.what));
        }
    }
}

/// Calls that begin while a replica is away or frozen, and later than the first seconds of that, go to the others.
fn hardly_any_is_late(outcome: &Outcome, ends: &[Duration], is_required: bool, report: &mut Report) {
    let first = ends.first().copied().unwrap_or(Duration::MAX);
    let others = outcome.slow.iter().filter(|call| !is_apart(call, ends));
    let (waiting, others): (Vec<_>, Vec<_>) = others.partition(|call| waits_for_its_booking(call));
    report.row("bookings without an end within 25 s, and told so", waiting.len());
    let (before, after): (Vec<_>, Vec<_>) = others.into_iter().partition(|call| call.ended < first);
    let [before, after] = [before, after].map(|calls| calls.into_iter().max_by_key(|call| call.took()));
    let ms = |call: Option<&Call>| {
        call.map_or_else(|| "no slow one".to_owned(), |it| it.took().as_millis().to_string())
    };
    report.row(
        "longest answer at other times, ms: before the first kill / after it",
        format!("{} / {}", ms(before), ms(after)),
    );
    let limit = before.map_or(Duration::ZERO, Call::took) + LONGER;
    if let Some(late) = after.filter(|call| is_required && call.took() > limit) {
        report.miss(format!("late at {} ms: {}", late.began.as_millis(), late.what));
    }
}

/// Whether a booking was answered without its end. A booking that a frozen replica drives rests until that replica goes
/// on, or until its lease of 180 s ends. A call that is repeated meanwhile answers that it is being confirmed.
fn waits_for_its_booking(call: &Call) -> bool {
    call.what == "POST /api/bookings 202"
}

/// Whether the call was under way, or began, in the first seconds after a kill or a freeze.
fn is_apart(call: &Call, ends: &[Duration]) -> bool {
    ends.iter().any(|end| call.began < *end + APART && call.ended > *end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_counted_apart_where_a_replica_ended_during_it_or_just_before() {
        let at = Duration::from_secs;
        let call = |began, ended| Call { began: at(began), ended: at(ended), what: String::new() };

        assert!(is_apart(&call(10, 12), &[at(11)]));
        assert!(is_apart(&call(15, 30), &[at(11)]));
        assert!(!is_apart(&call(16, 17), &[at(11)]));
        assert!(!is_apart(&call(9, 10), &[at(11)]));
    }

    #[test]
    fn each_kind_of_call_has_its_own_time() {
        for (call, seconds) in [
            ("GET /api/flights/search 200", 30),
            ("GET /api/flights/offer/off_1 200", 45),
            ("POST /api/payments/process-card 200", 30),
            ("POST /api/bookings 201", 34),
            ("GET /api/bookings/0190 200", 10),
        ] {
            assert_eq!(longest(call), Duration::from_secs(seconds) + MARGIN, "{call}");
        }
    }
}
