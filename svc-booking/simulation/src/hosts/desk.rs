//! The gRPC interface of a replica of booking, as far as purchases, cancellations and webhooks go.

use std::sync::Arc;

use proto::booking::v1 as messages;
use proto::booking::v1::booking_service_server::BookingService;
use svc_booking::Door;
use tonic::{Request, Response, Status};

pub struct Desk {
    pub door: Arc<Door>,
}

part_of! {
    BookingService of messages for Desk {
        async fn create_booking(
            &self,
            request: Request<messages::CreateBookingRequest>,
        ) -> Result<Response<messages::CreateBookingResponse>, Status> {
            self.door.create_booking(request).await
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

        async fn receive_webhook(
            &self,
            request: Request<messages::ReceiveWebhookRequest>,
        ) -> Result<Response<messages::ReceiveWebhookResponse>, Status> {
            self.door.receive_webhook(request).await
        }
    }
    get_booking(GetBookingRequest) -> GetBookingResponse;
    abandon_booking(AbandonBookingRequest) -> AbandonBookingResponse;
    get_typed_passengers(GetTypedPassengersRequest) -> GetTypedPassengersResponse;
    keep_passengers(KeepPassengersRequest) -> KeepPassengersResponse;
    get_kept_passengers(GetKeptPassengersRequest) -> GetKeptPassengersResponse;
    list_bookings(ListBookingsRequest) -> ListBookingsResponse;
    request_guest_link(RequestGuestLinkRequest) -> RequestGuestLinkResponse;
    open_guest_link(OpenGuestLinkRequest) -> OpenGuestLinkResponse;
    claim_booking(ClaimBookingRequest) -> ClaimBookingResponse;
    get_calendar(GetCalendarRequest) -> GetCalendarResponse;
    get_itinerary(GetItineraryRequest) -> GetItineraryResponse;
}
