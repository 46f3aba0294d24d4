//! The service's calls, a file each: from messages to operations and back.
//!
//! The public ones work on any repository: the simulation answers them from memory.

mod abandon_booking;
pub mod cancel_booking;
mod claim_booking;
mod count_open_trips;
pub mod create_booking;
mod export_bookings;
mod get_booking;
mod get_calendar;
mod get_itinerary;
mod get_kept_passengers;
mod get_typed_passengers;
mod keep_passengers;
mod list_attention;
mod list_bookings;
mod name_bookings;
mod open_guest_link;
pub mod quote_cancellation;
pub mod receive_webhook;
mod request_guest_link;
mod resolve_attention;

use proto::booking::v1 as messages;
use proto::booking::v1::attention_service_server::AttentionService;
use proto::booking::v1::booking_service_server::BookingService;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::error::Error;
use crate::ops::Bookings;

#[tonic::async_trait]
impl BookingService for Bookings {
    async fn create_booking(
        &self,
        request: Request<messages::CreateBookingRequest>,
    ) -> Result<Response<messages::CreateBookingResponse>, Status> {
        create_booking::handle(self, request).await
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

    async fn export_bookings(
        &self,
        request: Request<messages::ExportBookingsRequest>,
    ) -> Result<Response<messages::ExportBookingsResponse>, Status> {
        export_bookings::handle(self, request).await
    }

    async fn quote_cancellation(
        &self,
        request: Request<messages::QuoteCancellationRequest>,
    ) -> Result<Response<messages::QuoteCancellationResponse>, Status> {
        quote_cancellation::handle(self, request).await
    }

    async fn cancel_booking(
        &self,
        request: Request<messages::CancelBookingRequest>,
    ) -> Result<Response<messages::CancelBookingResponse>, Status> {
        cancel_booking::handle(self, request).await
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
        receive_webhook::handle(self, request).await
    }
}

#[tonic::async_trait]
impl AttentionService for Bookings {
    async fn list_attention(
        &self,
        request: Request<messages::ListAttentionRequest>,
    ) -> Result<Response<messages::ListAttentionResponse>, Status> {
        list_attention::handle(self, request).await
    }

    async fn resolve_attention(
        &self,
        request: Request<messages::ResolveAttentionRequest>,
    ) -> Result<Response<messages::ResolveAttentionResponse>, Status> {
        resolve_attention::handle(self, request).await
    }

    async fn name_bookings(
        &self,
        request: Request<messages::NameBookingsRequest>,
    ) -> Result<Response<messages::NameBookingsResponse>, Status> {
        name_bookings::handle(self, request).await
    }

    async fn count_open_trips(
        &self,
        request: Request<messages::CountOpenTripsRequest>,
    ) -> Result<Response<messages::CountOpenTripsResponse>, Status> {
        count_open_trips::handle(self, request).await
    }
}

/// An id that can't be one is nobody's booking.
fn booking_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::NotFound)
}
