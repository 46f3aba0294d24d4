//! One question about a watched query, and what follows from its answer.

use std::sync::LazyLock;

use service::metrics::{Tally, mode_label};
use time::{Duration, OffsetDateTime};

use super::budget::Budget;
use super::{Round, Watcher};
use crate::domain::watch::{Asking, Schedule, after_nothing, after_seen, asking, interval};
use crate::store;
use crate::store::watched_query::{Claim, Wanted};
use crate::upstreams::{Seen, Told};

/// Until svc-search, or the provider behind it, is asked again after it could not answer.
const AFTER_TROUBLE: Duration = Duration::minutes(5);

static ASKED: LazyLock<Tally> =
    LazyLock::new(|| Tally::new("watch.asked", "Questions for watched prices", "outcome"));

/// What was asked.
struct Question {
    asking: Asking,
    /// Between two looks, as long as the budget wants it.
    interval: Duration,
    /// A search was sent for the answer.
    was_looked_up: bool,
}

/// What came of it.
enum Answer {
    Seen(Seen),
    /// Nothing recent was seen, or an airline gave no answer.
    Nothing,
    /// Nobody could be asked.
    Trouble,
}

impl Answer {
    /// As docs/telemetry.md lists it.
    fn label(&self, was_looked_up: bool) -> &'static str {
        match self {
            Self::Seen(_) if was_looked_up => "looked_up",
            Self::Seen(_) => "known",
            Self::Nothing if was_looked_up => "incomplete",
            Self::Nothing => "unknown",
            Self::Trouble => "trouble",
        }
    }
}

impl Question {
    fn schedule(&self, answer: &Answer, now: OffsetDateTime, next_look_at: OffsetDateTime) -> Schedule {
        let interval = self.interval;
        match answer {
            Answer::Seen(seen) => after_seen(seen.at, now, interval, jitter()),
            Answer::Nothing => after_nothing(now, interval, next_look_at, self.was_looked_up, jitter()),
            Answer::Trouble => Schedule { next_ask_at: now + AFTER_TROUBLE, next_look_at },
        }
    }
}

impl Watcher {
    /// Asks about a query that was taken, tells its watches, and gives it back.
    #[tracing::instrument(name = "watch.ask", skip_all, fields(watch.query = %claim.query))]
    pub(super) async fn ask(&self, claim: &Claim, budget: &Budget) -> anyhow::Result<Round> {
        let wanted = store::watched_query::wanted(&self.pool, claim.mode, &claim.query).await?;
        let today = self.today();
        let Some(wanted) = wanted.filter(|wanted| wanted.trip.days_ahead(today) >= 0) else {
            self.drop_unwatched(claim).await?;
            return Ok(Round::default());
        };
        let mut question = self.question(claim, &wanted, budget);
        let (answer, was_looked_up) = self.answer(claim, &wanted, question.asking).await;
        question.was_looked_up = was_looked_up;
        ASKED.add_with(answer.label(was_looked_up), &[("mode", mode_label(claim.mode))]);
        let mails = self.settle(claim, &wanted, &question, &answer).await?;
        Ok(Round { asked: 1, looked_up: u32::from(was_looked_up), mails })
    }

    /// The last watch of a query may have ended, or its day of departure is over. A watch that starts meanwhile keeps it.
    async fn drop_unwatched(&self, claim: &Claim) -> anyhow::Result<()> {
        let mut transaction = self.pool.begin().await?;
        if !store::watched_query::lock(&mut transaction, claim).await? {
            return Ok(());
        }
        let wanted = store::watched_query::wanted(&mut *transaction, claim.mode, &claim.query).await?;
        if wanted.is_none_or(|wanted| wanted.trip.days_ahead(self.today()) < 0) {
            store::watched_query::delete(&mut transaction, claim).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    fn question(&self, claim: &Claim, Wanted { trip, brands }: &Wanted, budget: &Budget) -> Question {
        let at = self.now();
        let stretch = budget.stretch(brands);
        let interval = interval(trip.days_ahead(self.today())) * stretch.unwrap_or(1.0);
        let wish = asking(at, interval, claim.next_look_at);
        let may_look = wish.may_look && stretch.is_some() && budget.take(brands);
        Question { asking: Asking { may_look, ..wish }, interval, was_looked_up: false }
    }

    /// With whether a search was sent for it.
    async fn answer(&self, claim: &Claim, wanted: &Wanted, asking: Asking) -> (Answer, bool) {
        match self.upstreams.watched_fare(claim.mode, &wanted.trip, asking).await {
            Ok(Told { seen, was_looked_up }) => (seen.map_or(Answer::Nothing, Answer::Seen), was_looked_up),
            Err(error) => {
                tracing::info!(error = format!("{error:#}"), "a watched price can't be known now");
                (Answer::Trouble, false)
            }
        }
    }

    /// Returns how many mails it wrote.
    async fn settle(
        &self,
        claim: &Claim,
        wanted: &Wanted,
        question: &Question,
        answer: &Answer,
    ) -> anyhow::Result<u32> {
        let now = self.now();
        let mut transaction = self.pool.begin().await?;
        if !store::watched_query::lock(&mut transaction, claim).await? {
            return Ok(0);
        }
        let mails = match answer {
            Answer::Seen(seen) => {
                Box::pin(self.compare(&mut transaction, claim, &wanted.trip, *seen)).await?
            }
            Answer::Nothing | Answer::Trouble => 0,
        };
        let schedule = question.schedule(answer, now, claim.next_look_at);
        let looked_at = question.was_looked_up.then_some(now);
        store::watched_query::reschedule(&mut transaction, claim, schedule, looked_at).await?;
        transaction.commit().await?;
        if mails > 0 {
            self.mail_sender.notify_one();
        }
        Ok(mails)
    }
}

/// Between -1 and 1.
fn jitter() -> f64 {
    let random = u32::from_le_bytes(service::token::random());
    f64::from(random) / f64::from(u32::MAX) * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-12-01 12:00:00.5 UTC);

    #[test]
    fn watch08_a_provider_that_is_away_is_asked_again_in_five_minutes() {
        let asking = Asking { may_look: true, not_older_than: Duration::hours(3) };
        let question = Question { asking, interval: Duration::hours(6), was_looked_up: false };

        let schedule = question.schedule(&Answer::Trouble, NOW, NOW);

        let next_ask_at = NOW + Duration::minutes(5);
        assert_eq!(schedule, Schedule { next_ask_at, next_look_at: NOW });
    }

    #[test]
    fn jitter_stays_within_one_to_both_sides() {
        for _ in 0..1_000 {
            assert!((-1.0..=1.0).contains(&jitter()));
        }
    }
}
