use time::{Duration, UtcOffset};

use crate::domain::cities::with_cities;
use crate::domain::watch::{CONFIRMED_WITHIN, End, earliest_date};
use crate::error::Error;
use crate::ops::Brands;
use crate::store;
use crate::store::watch::Booked;

/// How long an ended watch is kept.
const KEPT: Duration = Duration::days(30);
/// How long it is known what a brand has looked at on a day.
const LOOKS_KEPT: Duration = Duration::days(7);

impl Brands {
    /// Ends the watch of a mail's link, and withdraws the mails about it that wait. An unknown link changes nothing.
    pub async fn stop_watch(&self, token: &str) -> Result<(), Error> {
        if let Some(held) = store::watch_link::find(&self.pool, token, self.clock.now()).await? {
            let mut transaction = self.pool.begin().await?;
            store::watch::end(&mut *transaction, held.watch, End::Stopped, self.clock.now()).await?;
            store::watch_mail::withdraw(&mut transaction, &[held.watch]).await?;
            transaction.commit().await?;
        }
        Ok(())
    }

    /// Ends the watches of a trip that was booked from the same address: those of its airports, and those of their cities.
    /// Mails about them that wait are withdrawn.
    pub async fn end_booked_watches(&self, booked: Booked<'_>) -> Result<(), Error> {
        let origins = with_cities(booked.origins);
        let destinations = with_cities(booked.destinations);
        let booked = Booked { origins, destinations, ..booked };
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        let watches = store::watch::end_booked(&mut *transaction, &booked, now).await?;
        store::watch_mail::withdraw(&mut transaction, &watches).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Ends watches that are over, and removes those that ended long ago or were never confirmed.
    pub async fn sweep_watches(&self) -> sqlx::Result<()> {
        let now = self.clock.now();
        store::watch_sweep::end_departed(&self.pool, earliest_date(now), now).await?;
        store::watch_sweep::end_refused(&self.pool, now).await?;
        let today = now.to_offset(UtcOffset::UTC).date();
        store::watch_look::forget(&self.pool, today - LOOKS_KEPT).await?;
        let mut connection = self.pool.acquire().await?;
        store::watch_sweep::forget(&mut connection, now - KEPT, now - CONFIRMED_WITHIN).await?;
        store::watch_mail::withdraw_gone(&mut connection).await
    }
}
