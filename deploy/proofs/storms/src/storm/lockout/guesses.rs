//! Wrong passwords from many addresses, at a steady rate.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::join_all;
use reqwest::Client;
use tokio::time::{Instant, interval_at};

use super::people::sign_in;
use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::shopper::{Card, Shopper};
use crate::strangers::{ADDRESSES, disguised};

/// At one name: a thousand a minute.
const EVERY: Duration = Duration::from_millis(60);
/// At one name, under way at the same time.
const AT_ONCE: u32 = 32;
const WRONG: &str = "Guessed-Fareway-2026";
/// The answer to a wrong password that was compared.
const COMPARED: &str = "INVALID_CREDENTIALS";
/// What a stranger may be told.
const REFUSALS: [&str; 2] = [COMPARED, "TOO_MANY_ATTEMPTS"];

pub struct Guessing {
    client: Client,
    site: String,
    brands: Vec<String>,
}

/// What the guesses at one name came to.
pub struct Guesses {
    /// How often each code was told.
    told: BTreeMap<String, usize>,
    planned: usize,
}

impl Guessing {
    pub fn prepare(fleet: &Fleet, brands: Vec<String>) -> anyhow::Result<Self> {
        Ok(Self { client: http::client().build()?, site: fleet.site(), brands })
    }

    /// Guesses at both names while something else goes on.
    pub async fn during<T>(&self, names: [&str; 2], other: impl Future<Output = T>) -> ([Guesses; 2], T) {
        let (begun, is_over) = (Instant::now(), AtomicBool::new(false));
        let ending = async {
            let outcome = other.await;
            is_over.store(true, Ordering::Relaxed);
            (outcome, planned_in(begun.elapsed()))
        };
        let [first, second] = names.map(|name| self.guess(name, begun, &is_over));
        let (first, second, (outcome, planned)) = tokio::join!(first, second, ending);
        ([first, second].map(|told| Guesses { told, planned }), outcome)
    }

    /// Answers how often each code was told.
    async fn guess(&self, name: &str, begun: Instant, is_over: &AtomicBool) -> BTreeMap<String, usize> {
        let workers = (0..AT_ONCE).map(|worker| self.guess_in_turn(name, begun, worker, is_over));
        let mut told = BTreeMap::new();
        for code in join_all(workers).await.concat() {
            *told.entry(code).or_default() += 1;
        }
        told
    }

    /// Makes every `AT_ONCE`th guess.
    async fn guess_in_turn(
        &self,
        name: &str,
        begun: Instant,
        worker: u32,
        is_over: &AtomicBool,
    ) -> Vec<String> {
        let mut turns = interval_at(begun + EVERY * worker, EVERY * AT_ONCE);
        let (first, mut told) = (worker as usize, Vec::new());
        for n in (first..).step_by(AT_ONCE as usize) {
            turns.tick().await;
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            told.push(self.guess_once(name, n).await);
        }
        told
    }

    /// From the next address, at the next brand: from each address at one after the other.
    async fn guess_once(&self, name: &str, n: usize) -> String {
        let brand = &self.brands[(n + n / ADDRESSES) % self.brands.len()];
        let shopper = Shopper::arrive(&self.client, &self.site, Card::Simple);
        let stranger = disguised(shopper, n % ADDRESSES, n).with("x-brand", brand);
        match sign_in(&stranger, name, WRONG).await {
            Ok(answer) if answer.status.is_success() => "signed in".to_owned(),
            Ok(answer) => answer.code().to_owned(),
            Err(_) => "no answer".to_owned(),
        }
    }
}

fn planned_in(time: Duration) -> usize {
    usize::try_from(time.as_millis() / EVERY.as_millis()).unwrap_or(usize::MAX)
}

impl Guesses {
    pub fn compared(&self) -> usize {
        self.told.get(COMPARED).copied().unwrap_or_default()
    }

    pub fn tell(&self, name: &str, report: &mut Report) {
        let made: usize = self.told.values().sum();
        report.row(format!("guesses at {name}: planned / made"), format!("{} / {made}", self.planned));
        for (code, count) in &self.told {
            report.row(format!("  answered {code}"), count);
        }
        report.require(made * 10 >= self.planned * 9, || {
            format!("{made} guesses at {name} were made, of {} planned", self.planned)
        });
        report.require(self.told.keys().all(|code| REFUSALS.contains(&code.as_str())), || {
            format!("guesses at {name} were answered otherwise than with {REFUSALS:?}")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_guesses_a_minute_are_planned() {
        assert_eq!(planned_in(Duration::from_secs(60)), 1_000);
        assert_eq!(planned_in(Duration::ZERO), 0);
    }
}
