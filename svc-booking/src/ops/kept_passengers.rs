//! Keeps what is typed for an offer, so that a reload finds it.

use proto::booking::v1::KeptPassenger;
use service::RequestContext;

use super::Bookings;
use crate::domain::kept;
use crate::error::Error;
use crate::repository::Reader;

impl Bookings {
    /// Keeps what was typed in place of what was kept before.
    pub async fn keep_passengers(
        &self,
        context: &RequestContext,
        offer_id: &str,
        passengers: Vec<KeptPassenger>,
    ) -> Result<(), Error> {
        let principal = context.principal().ok_or(Error::NotAuthenticated)?.to_string();
        kept::check(offer_id, &passengers).map_err(Error::Problem)?;
        let reader = Reader::from(context);
        let stored = self.store.keep_passengers(&reader, &principal, offer_id, passengers, self.now()).await;
        stored.map_err(Error::Internal)
    }

    /// What a reader typed for an offer.
    pub async fn kept_passengers(
        &self,
        reader: &Reader,
        offer_id: &str,
    ) -> Result<Vec<KeptPassenger>, Error> {
        self.store.kept_passengers(reader, offer_id, self.now()).await.map_err(Error::Internal)
    }
}
