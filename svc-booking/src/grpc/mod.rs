//! The calls: thin translations between messages and what the service does.

mod abandon_booking;
mod attention;
pub mod cancel_booking;
mod claim_booking;
pub mod convert;
pub mod create_booking;
mod get_booking;
mod get_calendar;
mod get_itinerary;
mod get_kept_passengers;
mod get_typed_passengers;
mod keep_passengers;
mod list_bookings;
mod open_guest_link;
pub mod quote_cancellation;
pub mod receive_webhook;
mod request_guest_link;

use std::sync::Arc;

use proto::booking::v1 as messages;
use proto::booking::v1::booking_service_server::BookingService;
use service::{RequestContext, SharedClock};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::abandoning::Abandoning;
use crate::claims::Claims;
use crate::door::Door;
use crate::error::Error;
use crate::guest_links::GuestLinks;
use crate::store::booking::{Reader, Store};

/// What the calls need.
pub struct Bookings {
    pub store: Store,
    pub clock: SharedClock,
    pub door: Arc<Door>,
    pub abandoning: Abandoning,
    pub guest_links: GuestLinks,
    pub claims: Claims,
}

#[tonic::async_trait]
impl BookingService for Bookings {
    async fn create_booking(
        &self,
        request: Request<messages::CreateBookingRequest>,
    ) -> Result<Response<messages::CreateBookingResponse>, Status> {
        self.door.create_booking(request).await
    }

    async fn get_booking(
        &self,
        request: Request<messages::GetBookingRequest>,
    ) -> Result<Response<messages::GetBookingResponse>, Status> {
        get_booking::handle(self, request).await
    }

    async fn get_typed_passengers(
        &self,
        request: Request<messages::GetTypedPassengersRequest>,
    ) -> Result<Response<messages::GetTypedPassengersResponse>, Status> {
        get_typed_passengers::handle(self, request).await
    }

    async fn keep_passengers(
        &self,
        request: Request<messages::KeepPassengersRequest>,
    ) -> Result<Response<messages::KeepPassengersResponse>, Status> {
        keep_passengers::handle(self, request).await
    }

    async fn get_kept_passengers(
        &self,
        request: Request<messages::GetKeptPassengersRequest>,
    ) -> Result<Response<messages::GetKeptPassengersResponse>, Status> {
        get_kept_passengers::handle(self, request).await
    }

    async fn list_bookings(
        &self,
        request: Request<messages::ListBookingsRequest>,
    ) -> Result<Response<messages::ListBookingsResponse>, Status> {
        list_bookings::handle(self, request).await
    }

    async fn quote_cancellation(
        &self,
        request: Request<messages::QuoteCancellationRequest>,
    ) -> Result<Response<messages::QuoteCancellationResponse>, Status> {
        self.door.quote_cancellation(request).await
    }

    async fn cancel_booking(
        &self,
        request: Request<messages::CancelBookingRequest>,
    ) -> Result<Response<messages::CancelBookingResponse>, Status> {
        self.door.cancel_booking(request).await
    }

    async fn abandon_booking(
        &self,
        request: Request<messages::AbandonBookingRequest>,
    ) -> Result<Response<messages::AbandonBookingResponse>, Status> {
        abandon_booking::handle(self, request).await
    }

    async fn request_guest_link(
        &self,
        request: Request<messages::RequestGuestLinkRequest>,
    ) -> Result<Response<messages::RequestGuestLinkResponse>, Status> {
        request_guest_link::handle(self, request).await
    }

    async fn open_guest_link(
        &self,
        request: Request<messages::OpenGuestLinkRequest>,
    ) -> Result<Response<messages::OpenGuestLinkResponse>, Status> {
        open_guest_link::handle(self, request).await
    }

    async fn claim_booking(
        &self,
        request: Request<messages::ClaimBookingRequest>,
    ) -> Result<Response<messages::ClaimBookingResponse>, Status> {
        claim_booking::handle(self, request).await
    }

    async fn get_calendar(
        &self,
        request: Request<messages::GetCalendarRequest>,
    ) -> Result<Response<messages::GetCalendarResponse>, Status> {
        get_calendar::handle(self, request).await
    }

    async fn get_itinerary(
        &self,
        request: Request<messages::GetItineraryRequest>,
    ) -> Result<Response<messages::GetItineraryResponse>, Status> {
        get_itinerary::handle(self, request).await
    }

    async fn receive_webhook(
        &self,
        request: Request<messages::ReceiveWebhookRequest>,
    ) -> Result<Response<messages::ReceiveWebhookResponse>, Status> {
        self.door.receive_webhook(request).await
    }
}

/// Whose bookings the request may see.
pub fn reader(context: &RequestContext) -> Reader {
    Reader { mode: context.mode, brand: context.brand.clone(), principals: context.principals() }
}

/// An id that can't be one is nobody's booking.
fn booking_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::NotFound)
}
