//! How long answers take for a name or an address with an account and for one without: `make timing` compares them.
//!
//! `make test` makes a few pairs, and asserts no time: that the answers are alike, and that both cases are counted alike.
//! That a password is worked out in both is tried in `password_hasher`. `TIMING_PAIRS` says how many pairs.

use std::time::{Duration, Instant};

use crate::harness::{Browser, Harness, address};
use crate::passwords::ask_for_reset;

const FEW: u32 = 3;
/// From here on a difference of the means is judged: fewer say nothing.
const ENOUGH: u32 = 1_000;
/// Welch's t from which on two cases count as told apart: the threshold of test vector leakage assessment.
const TELLING: f64 = 4.5;
/// So that no attempt of the pair before counts, and no mail.
const APART: time::Duration = time::Duration::days(2);
/// Attempts of the pair that was last.
const ATTEMPTS: &str = "select count(*) from attempt where tried_at = (select max(tried_at) from attempt)";

/// What the known and the unknown took, in seconds.
#[derive(Default)]
struct Times {
    known: Vec<f64>,
    unknown: Vec<f64>,
}

impl Times {
    fn add(&mut self, is_known: bool, took: Duration) {
        let times = if is_known { &mut self.known } else { &mut self.unknown };
        times.push(took.as_secs_f64());
    }

    /// Prints both medians, and fails where many pairs tell the two apart.
    fn compare(&mut self, what: &str, pairs: u32) {
        let (known, unknown) = (median(&mut self.known) * 1e3, median(&mut self.unknown) * 1e3);
        let t = welch(&self.known, &self.unknown);
        println!("timing: {what}, {pairs} pairs: known {known:.3} ms, unknown {unknown:.3} ms, t = {t:.2}");
        assert!(pairs < ENOUGH || t.abs() < TELLING, "{what}: the time tells who has an account");
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn count(times: &[f64]) -> f64 {
    f64::from(u32::try_from(times.len()).unwrap())
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / count(times)
}

/// The variance of the mean.
fn spread(times: &[f64]) -> f64 {
    let mean = mean(times);
    let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    squares / (count(times) - 1.0) / count(times)
}

fn welch(one: &[f64], other: &[f64]) -> f64 {
    (mean(one) - mean(other)) / (spread(one) + spread(other)).sqrt()
}

fn pairs() -> u32 {
    std::env::var("TIMING_PAIRS").map_or(FEW, |text| text.parse().expect("TIMING_PAIRS is a number"))
}

/// Whether the first and the second of a pair are known: it changes, so that what the first one warms favours neither.
fn in_turn(pair: u32) -> [bool; 2] {
    if pair.is_multiple_of(2) { [true, false] } else { [false, true] }
}

/// A brand with an account `ada`, and a browser that has never been there.
async fn with_an_account() -> (Harness, Browser) {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let stranger = identity.guest("blue").await;
    (identity, stranger)
}

#[tokio::test]
async fn r011_a_sign_in_takes_as_long_and_says_the_same_whether_or_not_there_is_an_account() {
    let (mut identity, stranger) = with_an_account().await;
    let (pairs, mut times) = (pairs(), Times::default());

    for pair in 0..pairs {
        let mut refusals = Vec::new();
        identity.later(APART);
        for is_known in in_turn(pair) {
            let name = if is_known { "ada" } else { "bob" };
            let began = Instant::now();
            let refused = identity.try_login(&stranger, name, "wrong").await.unwrap_err();
            times.add(is_known, began.elapsed());
            refusals.push((refused.code(), refused.message().to_owned()));
        }
        assert_eq!(refusals[0], refusals[1]);
        assert_eq!(identity.count(ATTEMPTS).await, 2, "both are counted");
    }

    times.compare("a wrong password", pairs);
}

#[tokio::test]
async fn r011_a_reset_takes_as_long_and_says_the_same_whether_or_not_there_is_an_account() {
    let (mut identity, stranger) = with_an_account().await;
    let (pairs, mut times) = (pairs(), Times::default());

    for pair in 0..pairs {
        identity.later(APART);
        for is_known in in_turn(pair) {
            let mailbox = address(if is_known { "ada" } else { "bob" });
            let began = Instant::now();
            ask_for_reset(&mut identity, &stranger, &mailbox).await;
            times.add(is_known, began.elapsed());
        }
    }

    assert!(!identity.mails(&address("ada")).await.is_empty(), "the known one got a mail");
    times.compare("a link for a new password", pairs);
}

#[test]
fn the_medians_and_welchs_t_are_those_of_the_textbook() {
    let (mut one, other) = ([4.0, 1.0, 3.0, 2.0, 5.0], [2.0, 4.0, 6.0, 8.0, 10.0]);

    assert!((median(&mut one) - 3.0).abs() < 1e-9);
    // Means 3 and 6, variances 2.5 and 10: -3 / sqrt(0.5 + 2).
    assert!((welch(&one, &other) + 3.0 / 2.5_f64.sqrt()).abs() < 1e-9);
}
