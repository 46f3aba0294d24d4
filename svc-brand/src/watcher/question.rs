//! One question about a watched query, and what follows from its answer.

use std::sync::LazyLock;

use service::Mode;
use service::metrics::{Tally, mode_label};
use sqlx::PgConnection;
use time::{Date, Duration, OffsetDateTime, UtcOffset};
use tonic::{Code, Status};

use super::budget::Budget;
use super::{Round, Watcher};
use crate::domain::watch::{Asking, Schedule, after_nothing, after_seen, asking, interval};
use crate::store;
use crate::store::watched_query::{Claim, Wanted};
use crate::upstreams::{Seen, WatchedFare};

/// Until svc-search, or the provider behind it, is asked again after it could not answer.
const AFTER_TROUBLE: Duration = Duration::minutes(5);
/// The same where a search may have been sent: searches that end in nothing cost as much as others.
const AFTER_LOST_LOOK: Duration = Duration::HOUR;

static ASKED: LazyLock<Tally> =
    LazyLock::new(|| Tally::new("watch.asked", "Questions for watched prices", "outcome"));

/// Until a query whose watches all pause is seen to again: the shortest interval.
const WHILE_PAUSED: Duration = Duration::hours(3);

/// Counts a question that failed on our side, before or after it was asked.
pub(super) fn count_trouble(mode: Mode) {
    ASKED.add_with(Answer::Trouble.label(Look::NotSent), &[("mode", mode_label(mode))]);
}

/// What was asked.
struct Question {
    asking: Asking,
    /// Between two looks, as long as the budget wants it.
    interval: Duration,
    /// The UTC day that a look was taken of.
    taken_of: Option<Date>,
    look: Look,
}

/// Whether a search was sent for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    NotSent,
    Sent,
    /// It was allowed, and nobody said what came of it. It counts as sent.
    Unknown,
}

/// What came of it.
enum Answer {
    Seen(Seen),
    /// Nothing recent was seen, or an airline gave no answer.
    Nothing,
    /// No airline sells such a trip: its airports or dates can't be searched for.
    Refused,
    /// Nobody could be asked.
    Trouble,
}

impl Answer {
    /// As docs/telemetry.md lists it.
    fn label(&self, look: Look) -> &'static str {
        let was_looked_up = look == Look::Sent;
        match self {
            Self::Seen(_) if was_looked_up => "looked_up",
            Self::Seen(_) => "known",
            Self::Nothing if was_looked_up => "incomplete",
            Self::Nothing => "unknown",
            Self::Refused => "refused",
            Self::Trouble => "trouble",
        }
    }
}

impl Question {
    /// A search that may have been sent is not sent again soon.
    fn after_trouble(&self) -> Duration {
        if self.look == Look::Unknown { AFTER_LOST_LOOK } else { AFTER_TROUBLE }
    }

    fn schedule(&self, answer: &Answer, now: OffsetDateTime, next_look_at: OffsetDateTime) -> Schedule {
        let interval = self.interval;
        match answer {
            Answer::Seen(seen) => after_seen(seen.at, now, interval, jitter()),
            Answer::Nothing | Answer::Refused => {
                after_nothing(now, interval, next_look_at, self.look == Look::Sent, jitter())
            }
            Answer::Trouble => Schedule { next_ask_at: now + self.after_trouble(), next_look_at },
        }
    }
}

impl Watcher {
    /// Asks about a query that was taken, compares its watches, and gives it back.
    pub(super) async fn ask(&self, claim: &Claim, budget: &Budget) -> anyhow::Result<Round> {
        let wanted = self.wanted(claim).await?;
        let today = self.today();
        let Some(wanted) = wanted.filter(|wanted| wanted.trip.days_ahead(today) >= 0) else {
            self.drop_unwatched(claim).await?;
            return Ok(Round::default());
        };
        let mut question = self.question(claim, &wanted, budget).await?;
        let (answer, look) = self.answer(claim, &wanted, question.asking).await;
        question.look = look;
        if let Some(day) = question.taken_of.filter(|_| look == Look::NotSent) {
            self.give_back(claim, &wanted, day).await;
        }
        let mails = self.settle(claim, &wanted, &question, &answer).await?;
        ASKED.add_with(answer.label(look), &[("mode", mode_label(claim.mode))]);
        Ok(Round { asked: 1, looked_up: u32::from(look == Look::Sent), mails, is_full: false })
    }

    /// A look that could not be given back stays spent; the answer counts all the same.
    async fn give_back(&self, claim: &Claim, wanted: &Wanted, day: Date) {
        if let Err(error) = store::watch_look::give_back(&self.pool, claim.mode, &wanted.brands, day).await {
            let error = format!("{error:#}");
            tracing::warn!(watch.query = %claim.query, error, "a look that was not sent stays counted");
        }
    }

    async fn wanted(&self, claim: &Claim) -> anyhow::Result<Option<Wanted>> {
        let mut connection = self.pool.acquire().await?;
        self.wanted_in(&mut connection, claim).await
    }

    async fn wanted_in(
        &self,
        connection: &mut PgConnection,
        claim: &Claim,
    ) -> anyhow::Result<Option<Wanted>> {
        let query = (claim.mode, claim.query.as_str());
        store::watched_query::wanted(connection, query, self.paused.brands()).await
    }

    /// The last watch of a query may have ended, or its day of departure is over. A watch that starts meanwhile keeps it.
    async fn drop_unwatched(&self, claim: &Claim) -> anyhow::Result<()> {
        let mut transaction = self.pool.begin().await?;
        if !store::watched_query::lock(&mut transaction, claim).await? {
            return Ok(());
        }
        let wanted = self.wanted_in(&mut transaction, claim).await?;
        if wanted.is_none_or(|wanted| wanted.trip.days_ahead(self.today()) < 0) {
            self.put_by_or_delete(&mut transaction, claim).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// What was seen of a query goes with its last watch. It is kept for one that pauses.
    async fn put_by_or_delete(&self, connection: &mut PgConnection, claim: &Claim) -> sqlx::Result<()> {
        if store::watched_query::is_kept(connection, claim).await? {
            let next_ask_at = self.now() + WHILE_PAUSED;
            let schedule = Schedule { next_ask_at, next_look_at: claim.next_look_at };
            return store::watched_query::reschedule(connection, claim, schedule, None).await;
        }
        store::watched_fare::delete(&mut *connection, claim.mode, &claim.query).await?;
        store::watched_query::delete(connection, claim).await
    }

    async fn question(
        &self,
        claim: &Claim,
        Wanted { trip, brands }: &Wanted,
        budget: &Budget,
    ) -> anyhow::Result<Question> {
        let at = self.now();
        let stretch = budget.stretch(brands);
        let interval = interval(trip.days_ahead(self.today())) * stretch.unwrap_or(1.0);
        let wish = asking(at, interval, claim.next_look_at);
        let day = at.to_offset(UtcOffset::UTC).date();
        let may_look = wish.may_look
            && stretch.is_some()
            && store::watch_look::take(&self.pool, claim.mode, brands, day, budget.a_day).await?;
        let asking = Asking { may_look, ..wish };
        Ok(Question { asking, interval, taken_of: may_look.then_some(day), look: Look::NotSent })
    }

    /// With whether a search was sent for it.
    async fn answer(&self, claim: &Claim, wanted: &Wanted, asking: Asking) -> (Answer, Look) {
        match self.upstreams.watched_fare(claim.mode, &wanted.trip, asking).await {
            Ok(WatchedFare { seen, was_looked_up }) => {
                let look = if was_looked_up { Look::Sent } else { Look::NotSent };
                (seen.map_or(Answer::Nothing, Answer::Seen), look)
            }
            Err(error) if is_refused(&error) => {
                tracing::info!(error = format!("{error:#}"), "a watched trip can't be searched for");
                (Answer::Refused, Look::Sent)
            }
            Err(error) => {
                tracing::info!(error = format!("{error:#}"), "a watched price can't be known now");
                (Answer::Trouble, if asking.may_look { Look::Unknown } else { Look::NotSent })
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
            Answer::Nothing | Answer::Refused | Answer::Trouble => 0,
        };
        let schedule = question.schedule(answer, now, claim.next_look_at);
        let looked_at = (question.look != Look::NotSent).then_some(now);
        store::watched_query::reschedule(&mut transaction, claim, schedule, looked_at).await?;
        transaction.commit().await?;
        if mails > 0 {
            self.mail_sender.notify_one();
        }
        Ok(mails)
    }
}

/// The provider takes no search of this trip, today or in five minutes.
fn is_refused(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Status>().is_some_and(|status| status.code() == Code::InvalidArgument)
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
    fn watch08_who_is_away_is_asked_again_in_five_minutes_and_in_an_hour_after_a_search() {
        let asking = Asking { may_look: true, not_older_than: Duration::hours(3) };
        for (look, wait) in [(Look::NotSent, Duration::minutes(5)), (Look::Unknown, Duration::HOUR)] {
            let question = Question { asking, interval: Duration::hours(6), taken_of: None, look };

            let schedule = question.schedule(&Answer::Trouble, NOW, NOW);

            assert_eq!(schedule, Schedule { next_ask_at: NOW + wait, next_look_at: NOW }, "{look:?}");
        }
    }

    #[test]
    fn jitter_stays_within_one_to_both_sides() {
        for _ in 0..1_000 {
            assert!((-1.0..=1.0).contains(&jitter()));
        }
    }
}
