//! What goes on while something is replaced: travellers come, and bookings of before are read all the time. No call fails.

use std::time::Duration;

use super::older::{Older, Reads};
use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::travellers::{self, Outcome, since_1970};

const FINISHES: Duration = Duration::from_secs(300);

/// What became of the calls.
pub struct Meanwhile {
    outcome: Outcome,
    reads: Reads,
    /// When all was replaced, since 1970.
    over: Duration,
}

impl Meanwhile {
    /// Has travellers come for so long, in which `replacing` comes to its end.
    pub async fn of(
        fleet: &Fleet,
        older: &Older,
        length: Duration,
        replacing: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<Self> {
        let replaced = async {
            replacing.await?;
            anyhow::Ok(since_1970())
        };
        let (outcome, reads, over) = tokio::join!(
            travellers::come(fleet, "rotation.js", length.as_secs()),
            older.read_for(length),
            replaced,
        );
        Ok(Self { outcome: outcome?, reads, over: over? })
    }

    pub fn judge(&self, report: &mut Report) {
        let Self { outcome, reads, over } = self;
        outcome.tell(report);
        let late = over.saturating_sub(outcome.came_until);
        report.require(late.is_zero(), || format!("no traveller came in the last {} ms", late.as_millis()));
        report.require(outcome.holds, || "a threshold was crossed, or an answer was wrong".to_owned());
        let booked = outcome.count("bookings_confirmed");
        report.require(reads.count > 0 && booked > 0, || "nothing was read or booked".to_owned());
        let (refused, wrong) = (outcome.refused.len(), outcome.wrong());
        report.row("bookings confirmed meanwhile", booked);
        report.row("calls refused / answered wrongly", format!("{refused} / {wrong}"));
        for call in &outcome.refused {
            report.miss(format!("refused at {} ms: {}", call.began.as_millis(), call.what));
        }
        report.row("reads of older bookings / failed", format!("{} / {}", reads.count, reads.failed.len()));
        for failed in &reads.failed {
            report.miss(failed);
        }
    }

    /// When all purchases have come to their end.
    pub async fn compare_books(
        &self,
        fleet: &Fleet,
        older: &Older,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let books = Books::finished(fleet, FINISHES).await?;
        books.tell(&[self.outcome.acknowledged(&books), older.ids()].concat(), report);
        Ok(())
    }
}
