//! A worker's sign of life, and its look after the others': nobody waits for the leases of a process that was killed.

use std::convert::Infallible;
use std::time::Duration;

use tokio::sync::watch;

use super::Worker;
use crate::repository::Repository;

const BEAT: Duration = Duration::from_secs(1);

impl<S: Repository> Worker<S> {
    /// Shows that the worker lives, for as long as it is polled. `shown` is false until others can see it.
    pub(super) async fn show_life(&self, shown: &watch::Sender<bool>) -> Infallible {
        loop {
            let Err(error) = self.live(shown).await;
            let error = format!("{error:#}");
            shown.send_replace(false);
            tracing::warn!(error, "no booking is taken up: the worker can't show that it lives");
            tokio::time::sleep(BEAT).await;
        }
    }

    async fn live(&self, shown: &watch::Sender<bool>) -> anyhow::Result<Infallible> {
        let mut session = self.bookings.store.presence(self.id).await?;
        while !session.show().await? {
            tokio::time::sleep(BEAT).await;
        }
        shown.send_replace(true);
        loop {
            let freed = session.free_bookings_of_dead().await?;
            if freed > 0 {
                tracing::warn!(freed, "bookings of a dead worker are taken over");
                self.bookings.local.workers.notify_one();
            }
            tokio::time::sleep(BEAT).await;
        }
    }
}
