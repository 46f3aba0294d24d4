//! The account that a guest gets with their first trip, where the request that booked is not there to make it.

use super::{NextRun, Worker};
use crate::domain::{Booking, schedule};
use crate::repository::Repository;

impl<S: Repository> Worker<S> {
    /// A booking is confirmed with or without it: identity may be away for as long as it likes.
    pub(super) async fn make_account(&self, booking: &Booking) -> anyhow::Result<NextRun> {
        match self.bookings.request_account(booking, false).await {
            Ok(answer) => {
                let owner = answer.created.then(|| format!("user:{}", answer.user_id));
                self.bookings.store.finish_account(booking.id, owner.as_deref()).await?;
                Ok(NextRun::Until(None))
            }
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the account of a guest waits");
                Ok(NextRun::Until(Some(self.bookings.now() + schedule::ACCOUNT_RETRY)))
            }
        }
    }
}
