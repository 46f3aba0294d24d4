use service::{Principal, RequestContext};
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::error::Error;

impl Bookings {
    /// A page of the signed-in user's bookings at the brand, newest first: those before `after`. Of both modes, because
    /// the data are the user's in either.
    pub async fn export(&self, context: &RequestContext, after: Option<Uuid>) -> Result<Vec<Booking>, Error> {
        let user = Principal::User(context.user.ok_or(Error::NotAuthenticated)?.id).to_string();
        self.store.list_all(&context.brand, &user, after).await.map_err(Error::Internal)
    }
}
