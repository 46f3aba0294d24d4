//! What a payment is confirmed with, and where its cardholder comes back to from their bank.

use url::Url;

use crate::domain::PaymentId;
use crate::domain::card::Method;

pub(super) struct Payer {
    pub method: Method,
    /// The brand's site. Its query may name the brand.
    pub site: Url,
}

impl Payer {
    /// The page that the cardholder finds their booking on (requirement R36).
    pub fn return_url(&self, payment: PaymentId) -> Url {
        let mut url = self.site.clone();
        url.set_path("/booking");
        url.query_pairs_mut().append_pair("payment", &payment.to_string());
        url
    }
}
