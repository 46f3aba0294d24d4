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
    before_work: NO_LIMIT,
    before_work_of_brand: NO_LIMIT,
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
        VelocityDecision::WaitOrWork(_) => "o",
        VelocityDecision::Work(_) => "W",
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
        let attempts = attempts.collect();
        let facts = VelocityFacts { is_established, attempts, paying, ..VelocityFacts::default() };
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
    let paid = Paying { guests: 1, new_sessions: 1, network: 1, card_range: 1, address: 0 };
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

/// Facts of a visitor who has nothing to do with the attempts but what `payer` says.
fn facts_of(payer: Payer, failed: i64, under_way: i64) -> VelocityFacts {
    let attempts = attempts(failed, Status::Declined).chain(attempts(under_way, Status::ConfirmSent));
    let attempts = attempts.map(|attempt| RecentAttempt { payer, is_of_card_range: false, ..attempt });
    VelocityFacts { attempts: attempts.collect(), ..VelocityFacts::default() }
}

#[test]
fn work_is_asked_for_after_a_few_cards_of_a_visitor_and_of_those_they_share_limits_with() {
    let limits = VelocityLimits { before_work: 3, before_work_of_brand: 5, ..NO_LIMITS };
    let stranger = Payer { is_own: false, nearness: Nearness::Elsewhere, is_guest: false, ..GUEST };
    let own = Payer { is_own: true, ..stranger };
    let at_address = Payer { nearness: Nearness::SameAddress, ..stranger };
    let in_network = Payer { nearness: Nearness::SameNetwork, ..stranger };
    let guest = Payer { is_guest: true, ..stranger };
    // Who paid, failed, under way, of a guest, of an established user.
    let table = [
        (own, 2, 0, "-", "-"),
        (own, 3, 0, "W", "W"),
        (own, 1, 1, "-", "-"),
        (own, 2, 1, "o", "o"),
        (own, 3, 1, "W", "W"),
        (at_address, 2, 0, "-", "-"),
        (at_address, 3, 0, "W", "W"),
        (in_network, 3, 0, "W", "-"),
        (in_network, 0, 3, "o", "-"),
        (guest, 4, 0, "-", "-"),
        (guest, 5, 0, "W", "-"),
        (guest, 4, 1, "o", "-"),
        (guest, 0, 5, "o", "-"),
        (stranger, 9, 9, "-", "-"),
    ];
    for (payer, failed, under_way, of_guest, of_user) in table {
        let guests = facts_of(payer, failed, under_way);
        let users = VelocityFacts { is_established: true, ..guests.clone() };
        let worked = VelocityFacts { has_worked: true, ..guests.clone() };
        let letters = [&guests, &users, &worked].map(|facts| letter(decide(facts, limits, NOW)));
        assert_eq!(letters, [of_guest, of_user, "-"], "{payer:?} {failed} {under_way}");
    }
    let of_range = RecentAttempt { is_of_card_range: true, ..by(stranger) };
    let facts = VelocityFacts { attempts: vec![of_range; 3], ..VelocityFacts::default() };
    assert_eq!(letter(decide(&facts, limits, NOW)), "W");
}

#[test]
fn shared_limits_ask_for_work_only_while_more_than_one_card_in_five_fails() {
    let limits = VelocityLimits { before_work: 3, before_work_of_brand: 3, ..NO_LIMITS };
    let elsewhere = Payer { is_own: false, nearness: Nearness::Elsewhere, ..GUEST };
    let neighbour = Payer { nearness: Nearness::SameAddress, is_guest: false, ..elsewhere };
    let check = |payer, paying, expected: &str| {
        let facts = VelocityFacts { paying, ..facts_of(payer, 3, 0) };
        assert_eq!(letter(decide(&facts, limits, NOW)), expected, "{payer:?} {paying:?}");
    };

    check(elsewhere, Paying { guests: 11, ..Paying::default() }, "W");
    check(elsewhere, Paying { guests: 12, ..Paying::default() }, "-");
    check(neighbour, Paying { address: 12, network: 11, ..Paying::default() }, "W");
    check(neighbour, Paying { address: 12, network: 12, ..Paying::default() }, "-");
    let own = Payer { is_own: true, is_guest: false, ..elsewhere };
    check(own, Paying { guests: 99, address: 99, network: 99, ..Paying::default() }, "W");
}

#[test]
fn work_says_what_asked_for_it_and_how_many_of_the_brands_guests_failed() {
    let limits = VelocityLimits { before_work: 3, ..NO_LIMITS };
    let elsewhere = Payer { is_own: false, nearness: Nearness::Elsewhere, ..GUEST };
    let made_up = failed(Status::Voided, Failure::MethodUnknown);
    let attempts = vec![DECLINED, DECLINED, DECLINED, by(elsewhere), made_up, ago(Duration::HOUR, DECLINED)];
    let facts = VelocityFacts { attempts, ..VelocityFacts::default() };

    let decision = decide(&facts, limits, NOW);

    assert_eq!(decision, VelocityDecision::Work(Work { limit: Limit::Own, declines: 4 }));
}

#[test]
fn who_has_worked_is_blocked_all_the_same_where_a_limit_is_reached() {
    let limits = VelocityLimits { per_session: 4, before_work: 3, ..NO_LIMITS };
    let check = |failed, under_way, expected: &str| {
        let facts = VelocityFacts { has_worked: true, ..facts_of(GUEST, failed, under_way) };
        assert_eq!(letter(decide(&facts, limits, NOW)), expected, "{failed} {under_way}");
    };

    check(3, 0, "-");
    check(3, 1, "w");
    check(4, 0, "B");
}
