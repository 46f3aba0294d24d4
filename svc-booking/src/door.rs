//! Where bookings come in, and word of them: a purchase, and what the airline announces.

use std::sync::Arc;

use proto::booking::v1::{
    CreateBookingRequest, CreateBookingResponse, ReceiveWebhookRequest, ReceiveWebhookResponse,
};
use service::SharedClock;
use tokio::sync::Notify;
use tonic::{Request, Response, Status};

use crate::accounts::Accounts;
use crate::grpc::{create_booking, receive_webhook};
use crate::intake::Intake;
use crate::repository::Repository;

/// What the two calls need.
pub struct Door {
    pub(crate) store: Arc<dyn Repository>,
    pub(crate) clock: SharedClock,
    pub(crate) intake: Intake,
    pub(crate) accounts: Accounts,
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

    /// Believes a webhook whose signature fits, keeps it, and has a worker look.
    pub async fn receive_webhook(
        &self,
        request: Request<ReceiveWebhookRequest>,
    ) -> Result<Response<ReceiveWebhookResponse>, Status> {
        receive_webhook::handle(self, request).await
    }
}
