//! The calls of payments, with the doubts of a card provider in between.

use proto::payments::v1::payments_service_server::PaymentsService;
use proto::payments::v1::{self as messages, Outcome, Payment, PaymentStatus, Refusal};
use tonic::{Request, Response, Status};

use super::Payments;

type Answer<T> = Result<Response<T>, Status>;

impl Payments {
    /// Moves money, now and then without being able to say so, or says nothing is known before anything moved.
    fn act(&self, id: &str, booking: &str, to: PaymentStatus) -> Result<(Outcome, Payment), Status> {
        let unknown = |payment| Ok((Outcome::Unknown, payment));
        let found = self.cashier.find(id).ok_or_else(|| Status::not_found("no such payment"))?;
        if self.fails(8) {
            return unknown(found);
        }
        if self.fails(3) && to == PaymentStatus::Captured {
            self.cashier.lose(id, PaymentStatus::Voided);
        }
        if self.fails(5) && to == PaymentStatus::Authorised {
            self.cashier.lose(id, PaymentStatus::Declined);
        }
        let moved = self.cashier.move_to(id, booking, to);
        let (outcome, payment) = moved.ok_or_else(|| Status::not_found("no such payment"))?;
        if self.fails(8) { unknown(payment) } else { Ok((outcome, payment)) }
    }

    fn fails(&self, percent: u32) -> bool {
        self.line.weather.is_bad() && self.line.dice.percent(percent)
    }

    async fn think(&self) {
        tokio::time::sleep(self.line.dice.millis(10..=600)).await;
    }
}

#[tonic::async_trait]
impl PaymentsService for Payments {
    async fn authorise_payment(
        &self,
        request: Request<messages::AuthorisePaymentRequest>,
    ) -> Answer<messages::AuthorisePaymentResponse> {
        self.think().await;
        let asked = request.into_inner();
        let amount = money::Money::parse(&asked.amount, &asked.currency)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let amount = proto::common::v1::Money { minor: amount.minor, currency: amount.currency.to_string() };
        let payment = self.cashier.authorise(&asked.idempotency_key, &asked.offer_id, amount, &self.clock);
        let answer = messages::AuthorisePaymentResponse { payment: Some(payment), refusal: None };
        Ok(Response::new(answer))
    }

    async fn find_authorisation(
        &self,
        request: Request<messages::FindAuthorisationRequest>,
    ) -> Answer<messages::FindAuthorisationResponse> {
        let asked = request.into_inner();
        let payment = self.cashier.open(&asked.offer_id, asked.amount.as_ref());
        Ok(Response::new(messages::FindAuthorisationResponse { payment }))
    }

    async fn claim_payment(
        &self,
        request: Request<messages::ClaimPaymentRequest>,
    ) -> Answer<messages::ClaimPaymentResponse> {
        self.think().await;
        let asked = request.into_inner();
        let (outcome, payment) = self.act(&asked.payment_id, &asked.booking_id, PaymentStatus::Authorised)?;
        let refusal = (outcome == Outcome::Refused).then(|| Refusal {
            code: "PAYMENT_FAILED".into(),
            message: "Your card was declined.".into(),
            price: None,
        });
        let payment = Some(payment);
        Ok(Response::new(messages::ClaimPaymentResponse { outcome: outcome.into(), payment, refusal }))
    }

    async fn capture_payment(
        &self,
        request: Request<messages::CapturePaymentRequest>,
    ) -> Answer<messages::CapturePaymentResponse> {
        self.think().await;
        let asked = request.into_inner();
        let (outcome, payment) = self.act(&asked.payment_id, &asked.booking_id, PaymentStatus::Captured)?;
        let payment = Some(payment);
        Ok(Response::new(messages::CapturePaymentResponse { outcome: outcome.into(), payment }))
    }

    async fn void_payment(
        &self,
        request: Request<messages::VoidPaymentRequest>,
    ) -> Answer<messages::VoidPaymentResponse> {
        self.think().await;
        let asked = request.into_inner();
        let (outcome, payment) = self.act(&asked.payment_id, &asked.booking_id, PaymentStatus::Voided)?;
        let payment = Some(payment);
        Ok(Response::new(messages::VoidPaymentResponse { outcome: outcome.into(), payment }))
    }

    async fn refund_payment(
        &self,
        request: Request<messages::RefundPaymentRequest>,
    ) -> Answer<messages::RefundPaymentResponse> {
        self.think().await;
        let asked = request.into_inner();
        let amount = asked.amount.map_or(0, |amount| amount.minor);
        let refunded = self.cashier.refund(&asked.payment_id, asked.idempotency_key, amount);
        let (outcome, payment) = refunded.ok_or_else(|| Status::not_found("no such payment"))?;
        let payment = Some(payment);
        Ok(Response::new(messages::RefundPaymentResponse { outcome: outcome.into(), payment }))
    }

    async fn get_payment(
        &self,
        request: Request<messages::GetPaymentRequest>,
    ) -> Answer<messages::GetPaymentResponse> {
        let payment = self.cashier.find(&request.get_ref().payment_id);
        let payment = Some(payment.ok_or_else(|| Status::not_found("no such payment"))?);
        Ok(Response::new(messages::GetPaymentResponse { payment }))
    }

    async fn receive_webhook(
        &self,
        _: Request<messages::ReceiveWebhookRequest>,
    ) -> Answer<messages::ReceiveWebhookResponse> {
        Err(Status::unimplemented("not part of the simulation"))
    }

    async fn get_provider_status(
        &self,
        _: Request<messages::GetProviderStatusRequest>,
    ) -> Answer<messages::GetProviderStatusResponse> {
        Err(Status::unimplemented("not part of the simulation"))
    }
}
