//! What a booking is paid with: the payment that the caller names, or their own open authorisation.

use money::Money;
use proto::booking::v1::CreateBookingRequest;
use proto::payments::v1::{FindAuthorisationRequest, GetPaymentRequest, VoidPaymentRequest};
use service::{Problem, RequestContext};
use tonic::Code;
use uuid::Uuid;

use super::Bookings;
use crate::convert;
use crate::error::Error;
use crate::repository::Repository;

/// As svc-payments names it.
const TEST_PAYMENT_IN_LIVE: &str = "TEST_PAYMENT_IN_LIVE";

impl<S: Repository> Bookings<S> {
    /// The payment the caller names, if it is not for another offer, else their open authorisation for this one and the
    /// amount.
    pub(super) async fn payment_of(
        &self,
        context: &RequestContext,
        request: &CreateBookingRequest,
        amount: Money,
    ) -> Result<Option<String>, Error> {
        if !request.payment_id.is_empty() {
            let is_for_this = self.is_for_offer(context, &request.payment_id, &request.offer_id).await?;
            return if is_for_this { Ok(Some(request.payment_id.clone())) } else { Err(Error::NoPayment) };
        }
        let message = FindAuthorisationRequest {
            offer_id: request.offer_id.clone(),
            amount: Some(convert::money(amount)),
        };
        let found = self.upstreams.payments.clone().find_authorisation(context.request(message)).await;
        let found = found.map_err(|status| Problem::from_status(&status))?.into_inner();
        Ok(found.payment.map(|payment| payment.id))
    }

    /// Whether a payment is for this offer. An unknown payment counts as one for it, and its claim fails later. In live
    /// mode a made-up payment is refused with `TEST_PAYMENT_IN_LIVE` (requirement R1).
    async fn is_for_offer(
        &self,
        context: &RequestContext,
        payment_id: &str,
        offer_id: &str,
    ) -> Result<bool, Error> {
        let message = GetPaymentRequest { payment_id: payment_id.to_owned() };
        let found = self.upstreams.payments.clone().get_payment(context.request(message)).await;
        match found {
            Ok(found) => Ok(found.into_inner().payment.is_none_or(|payment| payment.offer_id == offer_id)),
            Err(status) => {
                let problem = Problem::from_status(&status);
                let is_unknown = matches!(problem.grpc, Code::NotFound | Code::InvalidArgument)
                    && problem.code != TEST_PAYMENT_IN_LIVE;
                if is_unknown { Ok(true) } else { Err(Error::Problem(problem)) }
            }
        }
    }

    /// Releases an authorisation that will pay for nothing. If that fails, the sweeper of svc-payments does it.
    pub(super) async fn release_payment(&self, context: &RequestContext, payment_id: &str) {
        // What pays for another booking is released by that one.
        if payment_id.is_empty() || self.store.is_spent(context.mode, payment_id).await.unwrap_or(true) {
            return;
        }
        // Claimed for a booking that never exists, so that no other can use it meanwhile.
        let message = VoidPaymentRequest {
            payment_id: payment_id.to_owned(),
            booking_id: Uuid::now_v7().to_string(),
            principals: context.principals(),
        };
        if let Err(status) = self.upstreams.payments.clone().void_payment(context.request(message)).await {
            tracing::warn!(rpc.code = ?status.code(), "an unused authorisation waits for the sweeper");
        }
    }
}
