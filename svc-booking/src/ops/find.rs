//! Reads bookings: those that a caller may see, and what administrators ask of all.

use service::Mode;
use service::security_log::{Entry, Event};
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::error::Error;
use crate::repository::{Key, Reader, Repository};
use crate::store::open_trips::OpenTrips;
use crate::store::review_queue::Name;

impl<S: Repository> Bookings<S> {
    /// The booking, or `NotFound` if the reader may not see it.
    pub async fn find(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        if let Some(booking) = self.store.find(reader, id).await.map_err(Error::Internal)? {
            return Ok(booking);
        }
        self.log_foreign(reader, id).await;
        Err(Error::NotFound)
    }

    /// Writes to the security log that a booking exists and is somebody else's. The caller's answer is the same as for one
    /// that does not exist. The reader's own booking of another brand or mode is no foreign one.
    async fn log_foreign(&self, reader: &Reader, id: Uuid) {
        let is_own = |owners: &[String]| owners.iter().any(|owner| reader.principals.contains(owner));
        match self.store.owners(id).await {
            Ok(Some(owners)) if !is_own(&owners) => {
                let entry = Entry::new(Event::BookingForeign).asked_by(&reader.context).booking(id);
                self.local.security_log.write(&entry);
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the security log does not know whose booking it is"),
        }
    }

    /// The booking that the caller's own request made, whatever became of it.
    pub async fn find_by_key(&self, reader: &Reader, key: &str) -> Result<Booking, Error> {
        let known = self.store.find_key(reader, &Key::of_caller(key)).await.map_err(Error::Internal)?;
        self.find(reader, known.ok_or(Error::NotFound)?.booking_id).await
    }

    /// The booking, or `NotFound` if the reader did not book it.
    pub(super) async fn find_booked(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        let booking = self.find(reader, id).await?;
        if booking.is_booked_by(&reader.principals) { Ok(booking) } else { Err(Error::NotFound) }
    }

    /// A booking that failed and that its booker may try again.
    pub async fn find_to_try_again(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        let booking = self.find_booked(reader, id).await?;
        if booking.is_to_try_again(self.now()) { Ok(booking) } else { Err(Error::NotFound) }
    }
}

impl Bookings {
    /// The user's bookings, newest first, without failed ones.
    pub async fn list(&self, reader: &Reader, user: &str) -> Result<Vec<Booking>, Error> {
        self.store.list(reader, user).await.map_err(Error::Internal)
    }

    /// What people call these bookings, of all brands and both modes.
    pub async fn names(&self, ids: &[Uuid]) -> Result<Vec<Name>, Error> {
        Ok(self.store.names(ids).await?)
    }

    /// Counts what a brand still owes its travellers.
    pub async fn count_open_trips(&self, brand: &str, mode: Mode) -> Result<OpenTrips, Error> {
        Ok(self.store.count_open_trips(brand, mode, self.now()).await?)
    }
}
