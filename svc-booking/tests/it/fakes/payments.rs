//! Payments over gRPC. It keeps its books.

use proto::payments::v1::payments_service_server::PaymentsService;
use proto::payments::v1::{self as payments, Outcome, Payment, PaymentStatus, Refusal};
use service::{Mode, Problem, RequestContext};
use tonic::{Code, Request, Response, Status};

use super::services::{Books, Services, Trouble, away, not_used};

impl Books {
    /// Moves a payment and says how that ended.
    fn act(
        &mut self,
        id: &str,
        booking_id: &str,
        trouble: Option<Trouble>,
        to: PaymentStatus,
    ) -> Result<(Outcome, Payment), Status> {
        if trouble == Some(Trouble::Away) {
            return Err(away());
        }
        let payment = self.payments.get_mut(id).ok_or_else(|| Status::not_found("no such payment"))?;
        if payment.booking_id.is_empty() {
            booking_id.clone_into(&mut payment.booking_id);
        }
        if trouble == Some(Trouble::Taken) {
            payment.status = PaymentStatus::Captured.into();
            return Ok((Outcome::Refused, payment.clone()));
        }
        if payment.booking_id != booking_id || trouble == Some(Trouble::Refused) {
            return Ok((Outcome::Refused, payment.clone()));
        }
        if payment.status() == PaymentStatus::RequiresAction && to == PaymentStatus::Authorised {
            return Ok((Outcome::Unknown, payment.clone()));
        }
        let possible = payment.status() == to
            || matches!(
                (payment.status(), to),
                (PaymentStatus::Authorised, PaymentStatus::Captured | PaymentStatus::Voided)
                    | (PaymentStatus::RequiresAction, PaymentStatus::Voided)
            );
        if !possible {
            return Ok((Outcome::Refused, payment.clone()));
        }
        payment.status = to.into();
        let unseen = trouble == Some(Trouble::DoneUnseen);
        Ok((if unseen { Outcome::Unknown } else { Outcome::Done }, payment.clone()))
    }
}

#[tonic::async_trait]
impl PaymentsService for Services {
    async fn claim_payment(
        &self,
        request: Request<payments::ClaimPaymentRequest>,
    ) -> Result<Response<payments::ClaimPaymentResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            books.calls.push("claim");
            let trouble = books.claims.pop_front();
            let to = PaymentStatus::Authorised;
            let (outcome, payment) = books.act(&request.payment_id, &request.booking_id, trouble, to)?;
            let refusal = (outcome == Outcome::Refused).then(|| Refusal {
                code: "PAYMENT_FAILED".into(),
                message: "Your card was declined.".into(),
                ..Refusal::default()
            });
            let mut payment = payment;
            if refusal.is_some() && trouble == Some(Trouble::Refused) {
                payment.status = PaymentStatus::Declined.into();
                books.payments.insert(request.payment_id, payment.clone());
            }
            Ok(Response::new(payments::ClaimPaymentResponse {
                outcome: outcome.into(),
                payment: Some(payment),
                refusal,
            }))
        })
    }

    async fn capture_payment(
        &self,
        request: Request<payments::CapturePaymentRequest>,
    ) -> Result<Response<payments::CapturePaymentResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            books.calls.push("capture");
            let trouble = books.captures.pop_front();
            let to = PaymentStatus::Captured;
            let (outcome, payment) = books.act(&request.payment_id, &request.booking_id, trouble, to)?;
            let payment = Some(payment);
            Ok(Response::new(payments::CapturePaymentResponse { outcome: outcome.into(), payment }))
        })
    }

    async fn void_payment(
        &self,
        request: Request<payments::VoidPaymentRequest>,
    ) -> Result<Response<payments::VoidPaymentResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            books.calls.push("void");
            let trouble = books.voids.pop_front();
            let to = PaymentStatus::Voided;
            let (outcome, payment) = books.act(&request.payment_id, &request.booking_id, trouble, to)?;
            let payment = Some(payment);
            Ok(Response::new(payments::VoidPaymentResponse { outcome: outcome.into(), payment }))
        })
    }

    async fn refund_payment(
        &self,
        request: Request<payments::RefundPaymentRequest>,
    ) -> Result<Response<payments::RefundPaymentResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            books.calls.push("refund");
            let payment = books.payments.get(&request.payment_id).cloned();
            match books.refund_trouble {
                Some(Trouble::Away) => return Err(Status::unavailable("away")),
                Some(Trouble::Refused) => {
                    let outcome = Outcome::Refused.into();
                    return Ok(Response::new(payments::RefundPaymentResponse { outcome, payment }));
                }
                Some(Trouble::DoneUnseen | Trouble::Taken) | None => {}
            }
            let refund = (request.idempotency_key, request.amount.unwrap().minor);
            if !books.refunds.contains(&refund) {
                books.refunds.push(refund);
            }
            let outcome = Outcome::Done.into();
            Ok(Response::new(payments::RefundPaymentResponse { outcome, payment }))
        })
    }

    async fn find_authorisation(
        &self,
        request: Request<payments::FindAuthorisationRequest>,
    ) -> Result<Response<payments::FindAuthorisationResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            let open = |payment: &&Payment| {
                payment.status() == PaymentStatus::Authorised
                    && payment.booking_id.is_empty()
                    && payment.offer_id == request.offer_id
                    && payment.amount == request.amount
            };
            let payment = books.payments.values().find(open).cloned();
            Ok(Response::new(payments::FindAuthorisationResponse { payment }))
        })
    }

    async fn authorise_payment(
        &self,
        _: Request<payments::AuthorisePaymentRequest>,
    ) -> Result<Response<payments::AuthorisePaymentResponse>, Status> {
        not_used()
    }

    async fn prove_offer_view(
        &self,
        _: Request<payments::ProveOfferViewRequest>,
    ) -> Result<Response<payments::ProveOfferViewResponse>, Status> {
        not_used()
    }

    async fn get_payment(
        &self,
        request: Request<payments::GetPaymentRequest>,
    ) -> Result<Response<payments::GetPaymentResponse>, Status> {
        let id = &request.get_ref().payment_id;
        if id.starts_with("test_pay_") && RequestContext::of(&request)?.mode == Mode::Live {
            let message = "A test payment can't pay for a real booking.";
            return Err(Problem::new(Code::InvalidArgument, "TEST_PAYMENT_IN_LIVE", message).into());
        }
        let payment = self.with(|books| books.payments.get(id).cloned());
        let payment = payment.ok_or_else(|| Status::not_found("no such payment"))?;
        Ok(Response::new(payments::GetPaymentResponse { payment: Some(payment) }))
    }

    async fn receive_webhook(
        &self,
        _: Request<payments::ReceiveWebhookRequest>,
    ) -> Result<Response<payments::ReceiveWebhookResponse>, Status> {
        not_used()
    }

    async fn get_provider_status(
        &self,
        _: Request<payments::GetProviderStatusRequest>,
    ) -> Result<Response<payments::GetProviderStatusResponse>, Status> {
        not_used()
    }
}
