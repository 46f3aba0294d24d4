//! A guest's way back to their trip: a link by mail, which opens one booking to the session that uses it.

use std::time::Duration;

use service::RequestContext;
use service::token::{self, TokenHash};
use tokio::time::Instant;
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::domain::guest_link::{Asked, LIVES};
use crate::email::{self, TripLink};
use crate::error::Error;
use crate::repository::Reader;
use crate::store::guest_link;

/// Longer than either case takes, so that the time of the answer does not tell whether there is a booking.
const ANSWER_TIME: Duration = Duration::from_millis(300);

impl Bookings {
    /// Mails a link for each trip that fits. The answer is the same if there is none.
    pub async fn send_guest_links(&self, context: &RequestContext, asked: &Asked) -> Result<(), Error> {
        let answer_at = Instant::now() + ANSWER_TIME;
        let named = self.store.trips_like(context.mode, &context.brand, &asked.reference).await;
        let trips: Vec<_> =
            named.map_err(Error::Internal)?.into_iter().filter(|trip| asked.fits(trip)).collect();
        self.queue_links(context, &trips).await?;
        tokio::time::sleep_until(answer_at).await;
        Ok(())
    }

    async fn queue_links(&self, context: &RequestContext, trips: &[Booking]) -> Result<(), Error> {
        let now = self.now();
        let mut transaction = self.store.pool.begin().await?;
        let mut links = Vec::new();
        for booking in trips {
            guest_link::in_turn(&mut transaction, booking.id).await?;
            let token = token::generate();
            if guest_link::insert(&mut transaction, TokenHash::of(&token), booking.id, LIVES, now).await? {
                links.push(TripLink { booking, token });
            }
        }
        if let Some(mail) = email::of_links(&links, context.public_url.as_ref(), now) {
            mail::enqueue(&mut transaction, &self.store.cipher.of_mails(), &mail, now).await?;
        }
        transaction.commit().await?;
        self.local.mail.notify_one();
        Ok(())
    }

    /// Opens the link's booking to `session`.
    pub async fn open_guest_link(&self, reader: &Reader, session: &str, token: &str) -> Result<Uuid, Error> {
        let opened = self.store.open_link(reader, session, TokenHash::of(token), self.now()).await?;
        opened.ok_or(Error::TokenInvalid)
    }
}
