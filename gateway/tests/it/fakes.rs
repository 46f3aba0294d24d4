//! All six services on one port. Every RPC answers what its test has said, and remembers who asked for what.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto::search::v1::{
    FillFareDatesRequest, FillFareDatesResponse, GetBestOrderRequest, GetBestOrderResponse,
    GetWatchedFareRequest, GetWatchedFareResponse, ListFareDatesRequest, ListFareDatesResponse,
    ListFareGraphRequest, ListFareGraphResponse, ListFaresRequest, ListFaresResponse, SearchFlightsRequest,
    SearchFlightsResponse, SearchFlightsStreamRequest, SearchFlightsStreamResponse,
};
use proto::{booking, brand, identity, offers, payments, preflight, search};
use service::RequestContext;
use tokio::sync::RwLock;
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_server::{Health, HealthServer};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

type Stub = Arc<dyn Any + Send + Sync>;
type Answer<Q, A> = Box<dyn Fn(&RequestContext, Q) -> Result<A, Status> + Send + Sync>;

/// What the services answer, by the type of the request, and what they were asked.
#[derive(Clone, Default)]
pub struct Fakes {
    stubs: Arc<Mutex<HashMap<TypeId, Stub>>>,
    calls: Arc<Mutex<Vec<Call>>>,
    unable: Arc<AtomicBool>,
    /// Searches wait for their answer while somebody writes here.
    pub searches: Arc<RwLock<()>>,
}

struct Call {
    /// The name of the request's type, with its package.
    kind: &'static str,
    context: RequestContext,
    request: Box<dyn Any + Send>,
}

impl Fakes {
    /// From now on every `Q` is answered so.
    pub fn on<Q: 'static, A: 'static>(
        &self,
        answer: impl Fn(&RequestContext, Q) -> Result<A, Status> + Send + Sync + 'static,
    ) {
        let answer: Answer<Q, A> = Box::new(answer);
        self.stubs.lock().unwrap().insert(TypeId::of::<Q>(), Arc::new(answer));
    }

    /// The requests of a kind, in the order they came, each with its context.
    pub fn calls<Q: Clone + 'static>(&self) -> Vec<(RequestContext, Q)> {
        let calls = self.calls.lock().unwrap();
        let of_kind = calls.iter().filter_map(|call| Some((call, call.request.downcast_ref::<Q>()?)));
        of_kind.map(|(call, request)| (call.context.clone(), request.clone())).collect()
    }

    /// What was asked so far: the name of each request's type, with its package, and its context.
    pub fn asked(&self) -> Vec<(&'static str, RequestContext)> {
        self.calls.lock().unwrap().iter().map(|call| (call.kind, call.context.clone())).collect()
    }

    fn answer<Q: Clone + Send + 'static, A: 'static>(
        &self,
        request: Request<Q>,
    ) -> Result<Response<A>, Status> {
        let context = RequestContext::of(&request)?;
        let request = request.into_inner();
        let (kind, sent) = (type_name::<Q>(), Box::new(request.clone()));
        let call = Call { kind, context: context.clone(), request: sent };
        self.calls.lock().unwrap().push(call);
        let stub = self.stubs.lock().unwrap().get(&TypeId::of::<Q>()).cloned();
        let stub = stub.ok_or_else(|| Status::unavailable("this service is away"))?;
        let answer = stub.downcast_ref::<Answer<Q, A>>().expect("a request has one type of answer");
        answer(&context, request).map(Response::new)
    }

    /// Whether all of them say from now on that they can work.
    pub fn are_ready(&self, ready: bool) {
        self.unable.store(!ready, Ordering::Relaxed);
    }

    pub fn routes(&self) -> Routes {
        Routes::new(HealthServer::new(self.clone()))
            .add_service(search::v1::search_service_server::SearchServiceServer::new(self.clone()))
            .add_service(offers::v1::offers_service_server::OffersServiceServer::new(self.clone()))
            .add_service(booking::v1::booking_service_server::BookingServiceServer::new(self.clone()))
            .add_service(booking::v1::attention_service_server::AttentionServiceServer::new(self.clone()))
            .add_service(payments::v1::payments_service_server::PaymentsServiceServer::new(self.clone()))
            .add_service(payments::v1::attention_service_server::AttentionServiceServer::new(self.clone()))
            .add_service(identity::v1::identity_service_server::IdentityServiceServer::new(self.clone()))
            .add_service(brand::v1::brand_service_server::BrandServiceServer::new(self.clone()))
            .add_service(brand::v1::brand_admin_service_server::BrandAdminServiceServer::new(self.clone()))
            .add_service(brand::v1::enquiry_service_server::EnquiryServiceServer::new(self.clone()))
            .add_service(brand::v1::watch_service_server::WatchServiceServer::new(self.clone()))
            .add_service(preflight::v1::preflight_service_server::PreflightServiceServer::new(self.clone()))
    }
}

macro_rules! fake {
    ($package:ident, $server:ident::$service:ident: $($rpc:ident($request:ident) -> $response:ident,)+) => {
        #[tonic::async_trait]
        impl $package::v1::$server::$service for Fakes {
            $(async fn $rpc(
                &self,
                request: Request<$package::v1::$request>,
            ) -> Result<Response<$package::v1::$response>, Status> {
                self.answer(request)
            })+
        }
    };
}

#[tonic::async_trait]
impl Health for Fakes {
    type WatchStream = BoxStream<'static, Result<HealthCheckResponse, Status>>;

    async fn check(&self, _: Request<HealthCheckRequest>) -> Result<Response<HealthCheckResponse>, Status> {
        let unable = self.unable.load(Ordering::Relaxed);
        let status = if unable { ServingStatus::NotServing } else { ServingStatus::Serving };
        Ok(Response::new(HealthCheckResponse { status: status.into() }))
    }

    async fn watch(&self, _: Request<HealthCheckRequest>) -> Result<Response<Self::WatchStream>, Status> {
        Err(Status::unimplemented("nobody watches"))
    }
}

#[tonic::async_trait]
impl search::v1::search_service_server::SearchService for Fakes {
    type SearchFlightsStreamStream = BoxStream<'static, Result<SearchFlightsStreamResponse, Status>>;
    type FillFareDatesStream = BoxStream<'static, Result<FillFareDatesResponse, Status>>;

    async fn search_flights(
        &self,
        request: Request<SearchFlightsRequest>,
    ) -> Result<Response<SearchFlightsResponse>, Status> {
        let _may_answer = self.searches.read().await;
        self.answer(request)
    }

    /// Tells what its test has listed.
    async fn search_flights_stream(
        &self,
        request: Request<SearchFlightsStreamRequest>,
    ) -> Result<Response<Self::SearchFlightsStreamStream>, Status> {
        self.answer::<_, Vec<_>>(request).map(|told| told.map(|told| stream::iter(told).boxed()))
    }

    async fn list_fares(
        &self,
        request: Request<ListFaresRequest>,
    ) -> Result<Response<ListFaresResponse>, Status> {
        self.answer(request)
    }

    async fn get_best_order(
        &self,
        request: Request<GetBestOrderRequest>,
    ) -> Result<Response<GetBestOrderResponse>, Status> {
        self.answer(request)
    }

    async fn list_fare_dates(
        &self,
        request: Request<ListFareDatesRequest>,
    ) -> Result<Response<ListFareDatesResponse>, Status> {
        self.answer(request)
    }

    async fn list_fare_graph(
        &self,
        request: Request<ListFareGraphRequest>,
    ) -> Result<Response<ListFareGraphResponse>, Status> {
        self.answer(request)
    }

    async fn get_watched_fare(
        &self,
        request: Request<GetWatchedFareRequest>,
    ) -> Result<Response<GetWatchedFareResponse>, Status> {
        self.answer(request)
    }

    /// Tells what its test has listed.
    async fn fill_fare_dates(
        &self,
        request: Request<FillFareDatesRequest>,
    ) -> Result<Response<Self::FillFareDatesStream>, Status> {
        self.answer::<_, Vec<_>>(request).map(|told| told.map(|told| stream::iter(told).boxed()))
    }
}
fake!(offers, offers_service_server::OffersService:
    get_offer(GetOfferRequest) -> GetOfferResponse,
    verify_offer(VerifyOfferRequest) -> VerifyOfferResponse,
    find_replacement(FindReplacementRequest) -> FindReplacementResponse,
    get_seat_maps(GetSeatMapsRequest) -> GetSeatMapsResponse,
    quote_offer(QuoteOfferRequest) -> QuoteOfferResponse,
    list_bag_prices(ListBagPricesRequest) -> ListBagPricesResponse,
    get_provider_status(GetProviderStatusRequest) -> GetProviderStatusResponse,
);
fake!(booking, booking_service_server::BookingService:
    create_booking(CreateBookingRequest) -> CreateBookingResponse,
    get_booking(GetBookingRequest) -> GetBookingResponse,
    abandon_booking(AbandonBookingRequest) -> AbandonBookingResponse,
    get_typed_passengers(GetTypedPassengersRequest) -> GetTypedPassengersResponse,
    keep_passengers(KeepPassengersRequest) -> KeepPassengersResponse,
    get_kept_passengers(GetKeptPassengersRequest) -> GetKeptPassengersResponse,
    list_bookings(ListBookingsRequest) -> ListBookingsResponse,
    export_bookings(ExportBookingsRequest) -> ExportBookingsResponse,
    quote_cancellation(QuoteCancellationRequest) -> QuoteCancellationResponse,
    cancel_booking(CancelBookingRequest) -> CancelBookingResponse,
    request_guest_link(RequestGuestLinkRequest) -> RequestGuestLinkResponse,
    open_guest_link(OpenGuestLinkRequest) -> OpenGuestLinkResponse,
    claim_booking(ClaimBookingRequest) -> ClaimBookingResponse,
    get_calendar(GetCalendarRequest) -> GetCalendarResponse,
    get_itinerary(GetItineraryRequest) -> GetItineraryResponse,
    receive_webhook(ReceiveWebhookRequest) -> ReceiveWebhookResponse,
);
fake!(booking, attention_service_server::AttentionService:
    list_attention(ListAttentionRequest) -> ListAttentionResponse,
    resolve_attention(ResolveAttentionRequest) -> ResolveAttentionResponse,
    name_bookings(NameBookingsRequest) -> NameBookingsResponse,
    count_open_trips(CountOpenTripsRequest) -> CountOpenTripsResponse,
);
fake!(payments, payments_service_server::PaymentsService:
    authorise_payment(AuthorisePaymentRequest) -> AuthorisePaymentResponse,
    prove_offer_view(ProveOfferViewRequest) -> ProveOfferViewResponse,
    find_authorisation(FindAuthorisationRequest) -> FindAuthorisationResponse,
    claim_payment(ClaimPaymentRequest) -> ClaimPaymentResponse,
    capture_payment(CapturePaymentRequest) -> CapturePaymentResponse,
    void_payment(VoidPaymentRequest) -> VoidPaymentResponse,
    refund_payment(RefundPaymentRequest) -> RefundPaymentResponse,
    get_payment(GetPaymentRequest) -> GetPaymentResponse,
    receive_webhook(ReceiveWebhookRequest) -> ReceiveWebhookResponse,
    get_provider_status(GetProviderStatusRequest) -> GetProviderStatusResponse,
);
fake!(payments, attention_service_server::AttentionService:
    list_attention(ListAttentionRequest) -> ListAttentionResponse,
    resolve_attention(ResolveAttentionRequest) -> ResolveAttentionResponse,
    settle_difference(SettleDifferenceRequest) -> SettleDifferenceResponse,
);
fake!(identity, identity_service_server::IdentityService:
    open_session(OpenSessionRequest) -> OpenSessionResponse,
    resolve_session(ResolveSessionRequest) -> ResolveSessionResponse,
    register(RegisterRequest) -> RegisterResponse,
    login(LoginRequest) -> LoginResponse,
    logout(LogoutRequest) -> LogoutResponse,
    change_password(ChangePasswordRequest) -> ChangePasswordResponse,
    create_booking_account(CreateBookingAccountRequest) -> CreateBookingAccountResponse,
    confirm_mailbox(ConfirmMailboxRequest) -> ConfirmMailboxResponse,
    request_mailbox_link(RequestMailboxLinkRequest) -> RequestMailboxLinkResponse,
    prove_mailbox(ProveMailboxRequest) -> ProveMailboxResponse,
    request_password_reset(RequestPasswordResetRequest) -> RequestPasswordResetResponse,
    reset_password(ResetPasswordRequest) -> ResetPasswordResponse,
    list_sessions(ListSessionsRequest) -> ListSessionsResponse,
    revoke_other_sessions(RevokeOtherSessionsRequest) -> RevokeOtherSessionsResponse,
    export_account(ExportAccountRequest) -> ExportAccountResponse,
    close_account(CloseAccountRequest) -> CloseAccountResponse,
    get_mode(GetModeRequest) -> GetModeResponse,
    get_last_mode_change(GetLastModeChangeRequest) -> GetLastModeChangeResponse,
    refresh_admin(RefreshAdminRequest) -> RefreshAdminResponse,
    get_second_factor(GetSecondFactorRequest) -> GetSecondFactorResponse,
    begin_second_factor(BeginSecondFactorRequest) -> BeginSecondFactorResponse,
    confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse,
    renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse,
    set_mode(SetModeRequest) -> SetModeResponse,
);
fake!(brand, brand_service_server::BrandService:
    get_brand(GetBrandRequest) -> GetBrandResponse,
    list_brands(ListBrandsRequest) -> ListBrandsResponse,
);
fake!(brand, brand_admin_service_server::BrandAdminService:
    list_brand_summaries(ListBrandSummariesRequest) -> ListBrandSummariesResponse,
    get_brand_record(GetBrandRecordRequest) -> GetBrandRecordResponse,
    create_brand(CreateBrandRequest) -> CreateBrandResponse,
    update_brand(UpdateBrandRequest) -> UpdateBrandResponse,
    delete_brand(DeleteBrandRequest) -> DeleteBrandResponse,
    check_theme(CheckThemeRequest) -> CheckThemeResponse,
);
fake!(preflight, preflight_service_server::PreflightService:
    check(CheckRequest) -> CheckResponse,
);
fake!(brand, enquiry_service_server::EnquiryService:
    create_enquiry(CreateEnquiryRequest) -> CreateEnquiryResponse,
    list_enquiries(ListEnquiriesRequest) -> ListEnquiriesResponse,
    delete_enquiry(DeleteEnquiryRequest) -> DeleteEnquiryResponse,
);
fake!(brand, watch_service_server::WatchService:
    create_watch(CreateWatchRequest) -> CreateWatchResponse,
    preview_watch(PreviewWatchRequest) -> PreviewWatchResponse,
    confirm_watch(ConfirmWatchRequest) -> ConfirmWatchResponse,
    list_watches(ListWatchesRequest) -> ListWatchesResponse,
    set_watch_state(SetWatchStateRequest) -> SetWatchStateResponse,
    stop_watch(StopWatchRequest) -> StopWatchResponse,
    end_booked_watches(EndBookedWatchesRequest) -> EndBookedWatchesResponse,
    claim_watches(ClaimWatchesRequest) -> ClaimWatchesResponse,
    export_watches(ExportWatchesRequest) -> ExportWatchesResponse,
);
