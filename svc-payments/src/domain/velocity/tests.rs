use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const NO_LIMIT: usize = 1_000;
const NO_LIMITS: VelocityLimits = VelocityLimits {
    per_session: NO_LIMIT,
    per_account: NO_LIMIT,
    per_address: NO_LIMIT,
    per_brand: NO_LIMIT,
    per_network: NO_LIMIT,
    per_card_range: NO_LIMIT,
    of_new_sessions: NO_LIMIT,
};
const GUEST: Payer =
    Payer { is_own: true, nearness: Nearness::SameAddress, is_guest: true, is_new_session: true };
/// What a guest tried ten seconds ago, and what the bank declined.
const DECLINED: RecentAttempt = RecentAttempt {
    began_at: datetime!(2026-03-01 11:59:50 UTC),
    status: Status::Declined,
    failure: Some(Failure::CardDeclined),
    payer: GUEST,
    reach: Reach::Known,
    is_claimed: false,
    is_tried_again: false,
    is_of_card_range: true,
};

fn of(status: Status) -> RecentAttempt {
    RecentAttempt { status, failure: None, ..DECLINED }
}

fn by(payer: Payer) -> RecentAttempt {
    RecentAttempt { payer, ..DECLINED }
}

fn ago(age: Duration, attempt: RecentAttempt) -> RecentAttempt {
    RecentAttempt { began_at: NOW - age, ..attempt }
}

fn failed(status: Status, failure: Failure) -> RecentAttempt {
    RecentAttempt { failure: Some(failure), ..of(status) }
}

fn claimed(attempt: RecentAttempt) -> RecentAttempt {
    RecentAttempt { is_claimed: true, ..attempt }
}

fn held(attempt: RecentAttempt) -> RecentAttempt {
    RecentAttempt { reach: Reach::Held, ..attempt }
}

fn again(attempt: RecentAttempt) -> RecentAttempt {
    RecentAttempt { is_tried_again: true, ..attempt }
}

/// What the limits of visitor, address and brand say of one attempt, each of them alone and at one card: blocked,
/// waiting or passed.
fn counts(attempt: &RecentAttempt) -> String {
    let of_visitor = VelocityLimits { per_session: 1, ..NO_LIMITS };
    let of_address = VelocityLimits { per_address: 1, ..NO_LIMITS };
    let of_brand = VelocityLimits { per_brand: 1, ..NO_LIMITS };
    let facts = VelocityFacts { attempts: vec![*attempt], ..VelocityFacts::default() };
    let decisions = [of_visitor, of_address, of_brand].map(|limits| decide(&facts, limits, NOW));
    decisions.map(letter).concat()
}

fn letter(decision: VelocityDecision) -> &'static str {
    match decision {
        VelocityDecision::Pass => "-",
        VelocityDecision::Wait => "w",
        VelocityDecision::Block(_) => "B",
    }
}

#[test]
fn each_attempt_counts_against_its_limits() {
    use Status::{
        Authorised, AwaitingChallenge, CaptureSent, Captured, ConfirmSent, CreateSent, VoidSent, Voided,
    };

    let (hour, tick) = (Duration::HOUR, Duration::MICROSECOND);
    let table = [
        (DECLINED, "BBB"),
        (again(DECLINED), "BBB"),
        (claimed(held(DECLINED)), "BBB"),
        (RecentAttempt { reach: Reach::Nowhere, ..DECLINED }, "BBB"),
        (ago(hour - tick, DECLINED), "BBB"),
        (ago(hour, DECLINED), "---"),
        (by(Payer { is_own: false, ..GUEST }), "-BB"),
        (by(Payer { nearness: Nearness::SameNetwork, ..GUEST }), "B-B"),
        (by(Payer { is_guest: false, ..GUEST }), "BB-"),
        (ago(Duration::seconds(30) - tick, of(CreateSent)), "www"),
        (ago(Duration::seconds(30), of(CreateSent)), "---"),
        (ago(hour - tick, again(of(ConfirmSent))), "www"),
        (of(AwaitingChallenge), "-B-"),
        (claimed(of(AwaitingChallenge)), "---"),
        (again(of(AwaitingChallenge)), "---"),
        (held(of(Authorised)), "-B-"),
        (claimed(held(of(Authorised))), "---"),
        (again(held(of(Authorised))), "---"),
        (claimed(held(of(CaptureSent))), "---"),
        (claimed(held(of(Captured))), "---"),
        (of(VoidSent), "BBB"),
        (of(Voided), "BBB"),
        (held(of(Voided)), "BBB"),
        (claimed(of(Voided)), "BBB"),
        (claimed(held(of(VoidSent))), "BB-"),
        (claimed(held(of(Voided))), "BB-"),
        (again(of(Voided)), "---"),
        (RecentAttempt { reach: Reach::Nowhere, ..of(Voided) }, "---"),
        (failed(Voided, Failure::NotCompleted), "---"),
        (failed(VoidSent, Failure::ProviderRefused), "---"),
        (failed(Voided, Failure::MethodUnknown), "BB-"),
        (again(failed(Voided, Failure::AuthenticationRequired)), "BBB"),
    ];
    for (attempt, expected) in table {
        assert_eq!(counts(&attempt), expected, "{attempt:?}");
    }
}

/// So many attempts of a kind, a minute apart, the newest a minute ago.
fn attempts(count: i64, status: Status) -> impl Iterator<Item = RecentAttempt> {
    (1..=count).map(move |n| ago(Duration::minutes(n), of(status)))
}

#[test]
fn a_limit_holds_from_its_last_card_on_and_a_brands_while_more_fail_than_pay() {
    let own = VelocityLimits { per_session: 3, per_account: 4, ..NO_LIMITS };
    let brand = VelocityLimits { per_brand: 3, ..NO_LIMITS };
    // Limits, whether established, failed, under way, guests who paid.
    let table = [
        (own, false, 2, 0, 0, "-"),
        (own, false, 3, 0, 9, "B"),
        (own, false, 1, 1, 0, "-"),
        (own, false, 2, 1, 9, "w"),
        (own, false, 0, 3, 0, "w"),
        (own, false, 3, 1, 0, "B"),
        (own, true, 3, 0, 0, "-"),
        (own, true, 4, 0, 0, "B"),
        (brand, false, 2, 0, 0, "-"),
        (brand, false, 3, 0, 0, "B"),
        (brand, false, 3, 0, 2, "B"),
        (brand, false, 3, 0, 3, "-"),
        (brand, false, 2, 1, 2, "w"),
        (brand, false, 2, 1, 3, "-"),
        (brand, false, 3, 1, 3, "w"),
        (brand, true, 9, 0, 0, "-"),
        (brand, true, 0, 9, 0, "-"),
    ];
    for (limits, is_established, failed, under_way, guests, expected) in table {
        let attempts = attempts(failed, Status::Declined).chain(attempts(under_way, Status::ConfirmSent));
        let paying = Paying { guests, ..Paying::default() };
        let facts = VelocityFacts { is_established, new_until: None, attempts: attempts.collect(), paying };
        let row = (limits, is_established, failed, under_way, guests);
        assert_eq!(letter(decide(&facts, limits, NOW)), expected, "{row:?}");
    }
}

#[test]
fn a_block_ends_when_the_card_that_filled_it_is_an_hour_old_and_the_longest_decides() {
    let facts =
        VelocityFacts { attempts: attempts(9, Status::Declined).collect(), ..VelocityFacts::default() };
    let table = [
        ((1, NO_LIMIT, NO_LIMIT), Limit::Own, 59),
        ((3, NO_LIMIT, NO_LIMIT), Limit::Own, 57),
        ((5, 4, NO_LIMIT), Limit::Address, 56),
        ((9, 8, 7), Limit::Brand, 53),
        ((6, 6, 7), Limit::Address, 54),
        ((6, 7, 7), Limit::Own, 54),
    ];
    for ((per_session, per_address, per_brand), limit, minutes) in table {
        let limits = VelocityLimits { per_session, per_address, per_brand, ..NO_LIMITS };
        let blocked = Blocked { limit, until: NOW + Duration::minutes(minutes) };
        assert_eq!(decide(&facts, limits, NOW), VelocityDecision::Block(blocked), "{limits:?}");
    }
}

/// What the limits of network, card range and new sessions say of one attempt, each of them alone and at one card.
fn shared_counts(facts: &VelocityFacts) -> String {
    let of_network = VelocityLimits { per_network: 1, ..NO_LIMITS };
    let of_range = VelocityLimits { per_card_range: 1, ..NO_LIMITS };
    let of_new = VelocityLimits { of_new_sessions: 1, ..NO_LIMITS };
    [of_network, of_range, of_new].map(|limits| letter(decide(facts, limits, NOW))).concat()
}

#[test]
fn guests_share_limits_with_their_network_their_card_range_and_sessions_as_new_as_theirs() {
    let new = VelocityFacts { new_until: Some(NOW + Duration::MINUTE), ..VelocityFacts::default() };
    let table = [
        (DECLINED, "BBB"),
        (by(Payer { is_own: false, nearness: Nearness::SameNetwork, ..GUEST }), "BBB"),
        (by(Payer { nearness: Nearness::Elsewhere, ..GUEST }), "-BB"),
        (RecentAttempt { is_of_card_range: false, ..DECLINED }, "B-B"),
        (by(Payer { is_new_session: false, ..GUEST }), "BB-"),
        (by(Payer { is_guest: false, ..GUEST }), "BB-"),
        (of(Status::ConfirmSent), "www"),
        (of(Status::AwaitingChallenge), "---"),
        (claimed(held(of(Status::Voided))), "---"),
        (failed(Status::Voided, Failure::MethodUnknown), "---"),
    ];
    for (attempt, expected) in table {
        let facts = VelocityFacts { attempts: vec![attempt], ..new.clone() };
        assert_eq!(shared_counts(&facts), expected, "{attempt:?}");
    }
    let declined = VelocityFacts { attempts: vec![DECLINED], ..new };
    let paid = Paying { guests: 1, new_sessions: 1, network: 1, card_range: 1 };
    assert_eq!(shared_counts(&VelocityFacts { new_until: None, ..declined.clone() }), "BB-");
    assert_eq!(shared_counts(&VelocityFacts { is_established: true, ..declined.clone() }), "---");
    assert_eq!(shared_counts(&VelocityFacts { paying: paid, ..declined }), "---", "more must fail than pay");
}

#[test]
fn the_limit_of_new_sessions_ends_once_the_session_is_no_longer_new() {
    let limits = VelocityLimits { of_new_sessions: 1, ..NO_LIMITS };
    let until = |age: Duration| {
        let facts = VelocityFacts {
            attempts: vec![DECLINED],
            new_until: new_until(age, NOW),
            ..VelocityFacts::default()
        };
        match decide(&facts, limits, NOW) {
            VelocityDecision::Block(blocked) => Some(blocked.until - NOW),
            _ => None,
        }
    };

    assert_eq!(until(Duration::ZERO), Some(NEW_SESSION));
    assert_eq!(until(NEW_SESSION - Duration::SECOND), Some(Duration::SECOND));
    assert_eq!(until(NEW_SESSION), None);
}
