use time::{Duration, UtcOffset};

use crate::domain::cities::with_cities;
use crate::domain::watch::{CONFIRMED_WITHIN, End};
use crate::error::Error;
use crate::ops::Brands;
use crate::store;
use crate::store::watch::Booked;

/// How long an ended watch is kept.
const KEPT: Duration = Duration::days(30);

impl Brands {
    /// Ends the watch of a mail's link. An unknown link changes nothing.
    pub async fn stop_watch(&self, token: &str) -> Result<(), Error> {
        if let Some(held) = store::watch_link::find(&self.pool, token).await? {
            store::watch::end(&self.pool, held.watch, End::Stopped, self.clock.now()).await?;
        }
        Ok(())
    }

    /// Ends the watches of a trip that was booked from the same address: those of its airports, and those of their cities.
    pub async fn end_booked_watches(&self, booked: Booked<'_>) -> Result<(), Error> {
        let origins = with_cities(booked.origins);
        let destinations = with_cities(booked.destinations);
        let booked = Booked { origins, destinations, ..booked };
        store::watch::end_booked(&self.pool, &booked, self.clock.now()).await?;
        Ok(())
    }

    /// Ends watches that are over, and removes those that ended long ago or were never confirmed.
    pub async fn sweep_watches(&self) -> sqlx::Result<()> {
        let now = self.clock.now();
        store::watch_sweep::end_departed(&self.pool, now.to_offset(UtcOffset::UTC).date(), now).await?;
        store::watch_sweep::end_refused(&self.pool, now).await?;
        let mut connection = self.pool.acquire().await?;
        store::watch_sweep::forget(&mut connection, now - KEPT, now - CONFIRMED_WITHIN).await
    }
}
