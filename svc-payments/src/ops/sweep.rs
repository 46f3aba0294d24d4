//! Releases authorisations that no booking has claimed in time, and forgets old work.

use futures::future::join_all;
use service::Mode;
use time::Duration;

use super::Payments;
use super::finish::{BATCH, traced};
use crate::domain::{Cause, PaymentId, Step};
use crate::error::Error;

/// A request that was read in time may still wait for its turn, and the clocks of replicas differ.
const WORK_KEPT: Duration = Duration::minutes(1);

impl Payments {
    /// Releases authorisations that no booking has claimed. One failure does not stop the others.
    pub(crate) async fn release_abandoned(&self) -> Result<(), Error> {
        let unclaimed_since = self.now() - Duration::minutes(self.limits.unclaimed_minutes);
        let abandoned = self.store.abandoned(unclaimed_since, BATCH).await?;
        let failure = "an abandoned payment could not be released";
        let one = |(mode, id)| traced(id, self.sweep_one(mode, id), failure);
        join_all(abandoned.into_iter().map(one)).await;
        Ok(())
    }

    /// Forgets used work that is too old to be used again.
    pub(crate) async fn forget_work(&self) -> Result<(), Error> {
        Ok(self.store.forget_work(self.now() - WORK_KEPT).await?)
    }

    async fn sweep_one(&self, mode: Mode, id: PaymentId) -> Result<(), Error> {
        let payment = self.load(mode, id).await?;
        // A booking that has claimed it meanwhile has changed its version, and keeps it.
        if payment.is_unclaimed_hold() {
            let moved = self.advance(&payment, Step::Release(None), Cause::Sweeper).await?;
            if let Some(attempt) = moved.attempt {
                self.send_cancel(moved.payment, &attempt).await?;
            }
        }
        Ok(())
    }
}
