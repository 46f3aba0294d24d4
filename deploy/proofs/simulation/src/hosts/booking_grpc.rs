//! The gRPC interface of a replica of booking, as far as purchases, cancellations and webhooks go.

use std::sync::Arc;

use proto::booking::v1 as messages;
use proto::booking::v1::booking_service_server::BookingService;
use svc_booking::Bookings;
use svc_booking::grpc::{cancel_booking, create_booking, quote_cancellation, receive_webhook};
use tonic::{Request, Response, Status};

use super::booking::Store;

pub struct BookingGrpc {
    pub bookings: Arc<Bookings<Store>>,
}

part_of! {
    BookingService of messages for BookingGrpc {
        async fn create_booking(
            &self,
            request: Request<messages::CreateBookingRequest>,
        ) -> Result<Response<messages::CreateBookingResponse>, Status> {
            create_booking::handle(&self.bookings, request).await
        }

        async fn quote_cancellation(
            &self,
            request: Request<messages::QuoteCancellationRequest>,
        ) -> Result<Response<messages::QuoteCancellationResponse>, Status> {
            quote_cancellation::handle(&self.bookings, request).await
        }

        async fn cancel_booking(
            &self,
            request: Request<messages::CancelBookingRequest>,
        ) -> Result<Response<messages::CancelBookingResponse>, Status> {
            cancel_booking::handle(&self.bookings, request).await
        }

        async fn receive_webhook(
            &self,
            request: Request<messages::ReceiveWebhookRequest>,
        ) -> Result<Response<messages::ReceiveWebhookResponse>, Status> {
            receive_webhook::handle(&self.bookings, request).await
        }
    }
    get_booking(GetBookingRequest) -> GetBookingResponse;
    abandon_booking(AbandonBookingRequest) -> AbandonBookingResponse;
    get_typed_passengers(GetTypedPassengersRequest) -> GetTypedPassengersResponse;
    keep_passengers(KeepPassengersRequest) -> KeepPassengersResponse;
    get_kept_passengers(GetKeptPassengersRequest) -> GetKeptPassengersResponse;
    list_bookings(ListBookingsRequest) -> ListBookingsResponse;
    export_bookings(ExportBookingsRequest) -> ExportBookingsResponse;
    request_guest_link(RequestGuestLinkRequest) -> RequestGuestLinkResponse;
    open_guest_link(OpenGuestLinkRequest) -> OpenGuestLinkResponse;
    claim_booking(ClaimBookingRequest) -> ClaimBookingResponse;
    get_calendar(GetCalendarRequest) -> GetCalendarResponse;
    get_itinerary(GetItineraryRequest) -> GetItineraryResponse;
}
