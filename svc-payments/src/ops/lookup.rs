//! Reads payments of an owner.

use money::Money;

use super::Payments;
use super::claim::refuse_made_up_in_live;
use crate::domain::{Payment, PaymentId};
use crate::error::Error;
use crate::repository::Owner;

impl Payments {
    /// Loads a payment of the owner, and asks the provider about it if it is in doubt.
    pub async fn look_up(&self, owner: &Owner, id: PaymentId) -> Result<Payment, Error> {
        refuse_made_up_in_live(owner, id)?;
        let payment = self.find_owned(owner, id).await?.ok_or(Error::NotFound)?;
        if payment.is_in_doubt() { self.finish(payment).await } else { Ok(payment) }
    }

    /// The owner's open authorisation for exactly this, if there is one.
    pub async fn find_authorisation(
        &self,
        owner: &Owner,
        offer_id: &str,
        amount: Money,
    ) -> Result<Option<Payment>, Error> {
        Ok(self.store.find_authorisation(owner, offer_id, amount).await?)
    }

    /// The payment, if it is one of the owner's.
    pub(super) async fn find_owned(&self, owner: &Owner, id: PaymentId) -> Result<Option<Payment>, Error> {
        Ok(self.store.find_owned(owner, id).await?)
    }
}
