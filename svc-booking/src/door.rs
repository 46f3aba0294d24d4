//! Where bookings come in, and word of them: a purchase, its cancellation, and what the airline announces.

use std::sync::Arc;

use proto::booking::v1::{
    CancelBookingRequest, CancelBookingResponse, CreateBookingRequest, CreateBookingResponse,
    QuoteCancellationRequest, QuoteCancellationResponse, ReceiveWebhookRequest, ReceiveWebhookResponse,
};
use service::SharedClock;
use tokio::sync::Notify;
use tonic::{Request, Response, Status};

use crate::accounts::Accounts;
use crate::cancelling::Cancelling;
use crate::grpc::{cancel_booking, create_booking, quote_cancellation, receive_webhook};
use crate::intake::Intake;
use crate::repository::Repository;

/// What these calls need.
pub struct Door {
    pub(crate) store: Arc<dyn Repository>,
    pub(crate) clock: SharedClock,
    pub(crate) intake: Intake,
    pub(crate) accounts: Accounts,
    pub(crate) cancelling: Cancelling,
    pub(crate) webhooks: duffel::WebhookArgs,
    /// Wakes the workers.
    pub(crate) wake: Arc<Notify>,
}

impl Door {
    /// Takes a booking in, or finds the one that the same purchase has made, and waits for its end as long as asked.
    pub async fn create_booking(
        &self,
        request: Request<CreateBookingRequest>,
    ) -> Result<Response<CreateBookingResponse>, Status> {
        create_booking::handle(self, request).await
    }

    /// What cancelling would pay back now.
    pub async fn quote_cancellation(
        &self,
        request: Request<QuoteCancellationRequest>,
    ) -> Result<Response<QuoteCancellationResponse>, Status> {
        quote_cancellation::handle(self, request).await
    }

    /// Cancels on the quote that was shown, and waits for the airline's word.
    pub async fn cancel_booking(
        &self,
        request: Request<CancelBookingRequest>,
    ) -> Result<Response<CancelBookingResponse>, Status> {
        cancel_booking::handle(self, request).await
    }

    /// Believes a webhook whose signature fits, keeps it, and has a worker look.
    pub async fn receive_webhook(
        &self,
        request: Request<ReceiveWebhookRequest>,
    ) -> Result<Response<ReceiveWebhookResponse>, Status> {
        receive_webhook::handle(self, request).await
    }
}
