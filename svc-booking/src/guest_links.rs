//! A guest's way back to their trip: a link by mail, which opens one booking to the session that uses it.

use std::sync::Arc;
use std::time::Duration;

use service::token::{self, TokenHash};
use service::{RequestContext, SharedClock};
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;

use crate::domain::Booking;
use crate::domain::guest_link::{Asked, LIVES};
use crate::error::Error;
use crate::letters::{self, TripLink};
use crate::store::booking::{Reader, Store};
use crate::store::guest_link;

/// Longer than either case takes: the time of the answer does not say whether there is a booking.
const ANSWER_TIME: Duration = Duration::from_millis(300);

pub struct GuestLinks {
    pub store: Store,
    pub clock: SharedClock,
    /// Wakes the sender of mail.
    pub posted: Arc<Notify>,
}

impl GuestLinks {
    /// Mails a link for each trip that fits. Who asks learns nothing from the answer.
    pub async fn send(&self, context: &RequestContext, asked: &Asked) -> Result<(), Error> {
        let answer_at = Instant::now() + ANSWER_TIME;
        let named = self.store.trips_like(context.mode, &context.brand, &asked.reference).await;
        let trips: Vec<_> =
            named.map_err(Error::Internal)?.into_iter().filter(|trip| asked.fits(trip)).collect();
        self.post(context, &trips).await?;
        tokio::time::sleep_until(answer_at).await;
        Ok(())
    }

    async fn post(&self, context: &RequestContext, trips: &[Booking]) -> Result<(), Error> {
        let now = self.clock.now();
        let mut transaction = self.store.pool.begin().await?;
        let mut links = Vec::new();
        for booking in trips {
            guest_link::in_turn(&mut transaction, booking.id).await?;
            let token = token::generate();
            if guest_link::insert(&mut transaction, TokenHash::of(&token), booking.id, LIVES, now).await? {
                links.push(TripLink { booking, token });
            }
        }
        if let Some(mail) = letters::of_links(&links, context.public_url.as_ref(), now) {
            mail::enqueue(&mut transaction, &self.store.cipher.of_mails(), &mail, now).await?;
        }
        transaction.commit().await?;
        self.posted.notify_one();
        Ok(())
    }

    /// Opens the link's booking to `session`.
    pub async fn open(&self, reader: &Reader, session: &str, token: &str) -> Result<Uuid, Error> {
        let opened = self.store.open_link(reader, session, TokenHash::of(token), self.clock.now()).await?;
        opened.ok_or(Error::TokenInvalid)
    }
}
