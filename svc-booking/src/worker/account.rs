//! The account that a guest gets with their first trip, where the request that booked is not there to make it.

use super::{NextRun, Worker};
use crate::accounts;
use crate::domain::{Booking, schedule};

impl Worker {
    /// A booking is confirmed with or without it: identity may be away for as long as it likes.
    pub(super) async fn make_account(&self, booking: &Booking) -> anyhow::Result<NextRun> {
        match accounts::create(&self.upstreams, booking, false).await {
            Ok(answer) => {
                let owner = answer.created.then(|| format!("user:{}", answer.user_id));
                self.store.settle_account(booking.id, owner.as_deref()).await?;
                Ok(NextRun::Until(None))
            }
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the account of a guest waits");
                Ok(NextRun::Until(Some(self.clock.now() + schedule::ACCOUNT_RETRY)))
            }
        }
    }
}
