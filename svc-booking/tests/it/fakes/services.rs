//! Offers, payments and identity over gRPC: what tests say of them, offers and identity. Payments stands beside it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use money::{MarkupRate, Money};
use proto::common::v1 as common;
use proto::identity::v1::identity_service_server::{IdentityService, IdentityServiceServer};
use proto::identity::v1::{
    self as identity, ConfirmMailboxRequest, ConfirmMailboxResponse, CreateBookingAccountRequest,
    CreateBookingAccountResponse,
};
use proto::offers::v1::offers_service_server::{OffersService, OffersServiceServer};
use proto::offers::v1::{self as offers, QuoteOfferRequest, QuoteOfferResponse, QuotedBag, QuotedSeat};
use proto::payments::v1::payments_service_server::PaymentsServiceServer;
use proto::payments::v1::{Payment, PaymentStatus};
use service::Problem;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status};

/// An answer that a test puts in the way of the usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody answers.
    Away,
    /// OUTCOME_UNKNOWN, and it happened.
    DoneUnseen,
    Refused,
    /// Refused, because the money was taken behind our back.
    Taken,
}

/// How svc-offers sells bags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BagSales {
    #[default]
    Sold,
    /// It refuses them.
    Withdrawn,
    /// Its release is older than they are: it quotes without them.
    Unknown,
}

#[derive(Default)]
pub struct Books {
    pub quote: QuoteOfferResponse,
    pub offer_gone: bool,
    /// With which code svc-offers refuses the offer.
    pub offer_refused: Option<&'static str>,
    pub bags: BagSales,
    /// Seats that can't be had, and why.
    pub seat_faults: Vec<common::FieldViolation>,
    pub payments: BTreeMap<String, Payment>,
    pub claims: VecDeque<Trouble>,
    pub captures: VecDeque<Trouble>,
    pub voids: VecDeque<Trouble>,
    pub refunds: Vec<(String, i64)>,
    pub refund_trouble: Option<Trouble>,
    pub identity_away: bool,
    pub email_known: bool,
    /// With which code svc-identity refuses the account.
    pub account_refused: Option<Code>,
    pub accounts: Vec<bool>,
    /// The signed-in user; the booker where a test says nothing.
    pub account_email: Option<&'static str>,
    /// The addresses that were proved.
    pub mailboxes: Vec<String>,
    pub calls: Vec<&'static str>,
}

#[derive(Clone)]
pub struct Services {
    pub url: String,
    books: Arc<Mutex<Books>>,
}

impl Services {
    pub async fn open() -> Self {
        let (listener, address) = testkit::free_listener().await;
        let books = Arc::new(Mutex::new(Books { quote: quote(), ..Books::default() }));
        let services = Self { url: format!("http://{address}"), books };
        let server = Server::builder()
            .add_service(OffersServiceServer::new(services.clone()))
            .add_service(PaymentsServiceServer::new(services.clone()))
            .add_service(IdentityServiceServer::new(services.clone()));
        tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        services
    }

    pub fn with<T>(&self, act: impl FnOnce(&mut Books) -> T) -> T {
        act(&mut self.books.lock().unwrap())
    }

    /// A card that holds the price of the offer.
    pub fn authorise(&self) -> String {
        self.with(|books| {
            let id = format!("pay_{}", books.payments.len() + 1);
            let payment = Payment {
                id: id.clone(),
                status: PaymentStatus::Authorised.into(),
                amount: books.quote.total.clone(),
                offer_id: books.quote.offer.clone().unwrap().id,
                capture_before: "2026-03-08T12:00:00Z".into(),
                card_brand: "visa".into(),
                card_last4: "4242".into(),
                ..Payment::default()
            };
            books.payments.insert(id.clone(), payment);
            id
        })
    }

    /// A card whose holder is asked by their bank.
    pub fn challenge(&self) -> String {
        let id = self.authorise();
        self.with(|books| {
            let payment = books.payments.get_mut(&id).unwrap();
            payment.status = PaymentStatus::RequiresAction.into();
            payment.action_url = "https://bank.example/3ds".into();
        });
        id
    }

    /// The bank's question is answered.
    pub fn answer(&self, id: &str, status: PaymentStatus) {
        self.with(|books| books.payments.get_mut(id).unwrap().status = status.into());
    }

    pub fn payment(&self, id: &str) -> PaymentStatus {
        self.with(|books| books.payments[id].status())
    }

    pub fn called(&self, call: &str) -> usize {
        self.with(|books| books.calls.iter().filter(|made| **made == call).count())
    }
}

/// 524.30 GBP at a markup of 23 %: 645 GBP. Sold to an adult, a child and an infant, LHR to JFK.
pub fn quote() -> QuoteOfferResponse {
    let offer = serde_json::from_value(duffel::testing::offer()).unwrap();
    let priced = duffel::convert::priced_offer(&offer, MarkupRate::parse("0.23").unwrap()).unwrap();
    QuoteOfferResponse {
        offer: Some(priced),
        total: Some(pounds("645")),
        provider_total: Some(pounds("524.30")),
        seats: Vec::new(),
        bags: Vec::new(),
        request_key: "pas_a".into(),
    }
}

pub fn pounds(amount: &str) -> common::Money {
    let money = Money::parse(amount, "GBP").unwrap();
    common::Money { minor: money.minor, currency: "GBP".into() }
}

pub(super) fn away() -> Status {
    Status::unavailable("gone to lunch")
}

pub(super) fn not_used<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("no test asks this"))
}

#[tonic::async_trait]
impl OffersService for Services {
    async fn quote_offer(
        &self,
        request: Request<QuoteOfferRequest>,
    ) -> Result<Response<QuoteOfferResponse>, Status> {
        let request = request.into_inner();
        self.with(|books| {
            books.calls.push("quote");
            let mut quote = books.quote.clone();
            if let Some(code) = books.offer_refused {
                return Err(Problem::new(Code::FailedPrecondition, code, "It takes no passports.").into());
            }
            if books.offer_gone || quote.offer.as_ref().unwrap().id != request.offer_id {
                return Err(Problem::new(Code::FailedPrecondition, "OFFER_EXPIRED", "Gone.").into());
            }
            if !books.seat_faults.is_empty() {
                return Err(Problem::validation(books.seat_faults.clone()).into());
            }
            if books.bags == BagSales::Withdrawn && !request.bags.is_empty() {
                let gone = Problem::new(Code::FailedPrecondition, "BAG_UNAVAILABLE", "The bag is gone.");
                return Err(gone.into());
            }
            quote.seats = request.seats.into_iter().map(seat).collect();
            quote.bags = request.bags.into_iter().map(bag).filter(|_| books.bags == BagSales::Sold).collect();
            let pieces = quote.bags.iter().flat_map(|bag| &bag.selection).map(|bag| bag.quantity);
            let of_bags = i64::from(pieces.sum::<u32>()) * BAG_MINOR;
            for sum in [&mut quote.total, &mut quote.provider_total].into_iter().flatten() {
                sum.minor += of_bags;
            }
            Ok(Response::new(quote))
        })
    }

    async fn get_offer(
        &self,
        _: Request<offers::GetOfferRequest>,
    ) -> Result<Response<offers::GetOfferResponse>, Status> {
        not_used()
    }

    async fn verify_offer(
        &self,
        _: Request<offers::VerifyOfferRequest>,
    ) -> Result<Response<offers::VerifyOfferResponse>, Status> {
        not_used()
    }

    async fn find_replacement(
        &self,
        _: Request<offers::FindReplacementRequest>,
    ) -> Result<Response<offers::FindReplacementResponse>, Status> {
        not_used()
    }

    async fn get_seat_maps(
        &self,
        _: Request<offers::GetSeatMapsRequest>,
    ) -> Result<Response<offers::GetSeatMapsResponse>, Status> {
        not_used()
    }

    async fn list_bag_prices(
        &self,
        _: Request<offers::ListBagPricesRequest>,
    ) -> Result<Response<offers::ListBagPricesResponse>, Status> {
        not_used()
    }

    async fn get_provider_status(
        &self,
        _: Request<offers::GetProviderStatusRequest>,
    ) -> Result<Response<offers::GetProviderStatusResponse>, Status> {
        not_used()
    }
}

fn seat(selection: offers::SeatSelection) -> QuotedSeat {
    let free = Some(pounds("0"));
    QuotedSeat {
        selection: Some(selection),
        designator: "14A".into(),
        segment_id: "seg_1".into(),
        price: free,
        exit_row: false,
    }
}

/// What a piece of a bag costs, in pence.
const BAG_MINOR: i64 = 3_000;

/// A checked bag of 23 kg on the one flight.
fn bag(selection: offers::ServiceSelection) -> QuotedBag {
    let minor = i64::from(selection.quantity) * BAG_MINOR;
    QuotedBag {
        selection: Some(selection),
        kind: "checked".into(),
        weight_kg: Some(23),
        segment_ids: vec!["seg_1".into()],
        price: Some(common::Money { minor, currency: "GBP".into() }),
    }
}

/// Methods of identity that bookings never call.
macro_rules! not_called {
    ($($method:ident($request:ident) -> $response:ident;)+) => {
        #[tonic::async_trait]
        impl IdentityService for Services {
            async fn create_booking_account(
                &self,
                request: Request<CreateBookingAccountRequest>,
            ) -> Result<Response<CreateBookingAccountResponse>, Status> {
                self.make_account(&request.into_inner())
            }

            async fn confirm_mailbox(
                &self,
                request: Request<ConfirmMailboxRequest>,
            ) -> Result<Response<ConfirmMailboxResponse>, Status> {
                self.prove(request.into_inner())
            }

            $(async fn $method(
                &self,
                _: Request<identity::$request>,
            ) -> Result<Response<identity::$response>, Status> {
                not_used()
            })+
        }
    };
}

not_called! {
    open_session(OpenSessionRequest) -> OpenSessionResponse;
    resolve_session(ResolveSessionRequest) -> ResolveSessionResponse;
    register(RegisterRequest) -> RegisterResponse;
    login(LoginRequest) -> LoginResponse;
    logout(LogoutRequest) -> LogoutResponse;
    change_password(ChangePasswordRequest) -> ChangePasswordResponse;
    request_mailbox_link(RequestMailboxLinkRequest) -> RequestMailboxLinkResponse;
    prove_mailbox(ProveMailboxRequest) -> ProveMailboxResponse;
    request_password_reset(RequestPasswordResetRequest) -> RequestPasswordResetResponse;
    reset_password(ResetPasswordRequest) -> ResetPasswordResponse;
    get_mode(GetModeRequest) -> GetModeResponse;
    refresh_admin(RefreshAdminRequest) -> RefreshAdminResponse;
    get_second_factor(GetSecondFactorRequest) -> GetSecondFactorResponse;
    begin_second_factor(BeginSecondFactorRequest) -> BeginSecondFactorResponse;
    confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
    renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
    set_mode(SetModeRequest) -> SetModeResponse;
    list_sessions(ListSessionsRequest) -> ListSessionsResponse;
    revoke_other_sessions(RevokeOtherSessionsRequest) -> RevokeOtherSessionsResponse;
    export_account(ExportAccountRequest) -> ExportAccountResponse;
    close_account(CloseAccountRequest) -> CloseAccountResponse;
    get_last_mode_change(GetLastModeChangeRequest) -> GetLastModeChangeResponse;
}

/// The account that identity makes.
pub const ACCOUNT: uuid::Uuid = uuid::Uuid::from_u128(0xacc);

impl Services {
    fn make_account(
        &self,
        request: &CreateBookingAccountRequest,
    ) -> Result<Response<CreateBookingAccountResponse>, Status> {
        self.with(|books| {
            if books.identity_away {
                return Err(away());
            }
            books.accounts.push(request.answer_waits);
            if let Some(grpc) = books.account_refused {
                let fault = common::FieldViolation { field: "firstName".into(), ..Default::default() };
                let refused = Problem { grpc, ..Problem::validation(vec![fault]) };
                return Err(refused.into());
            }
            if books.email_known {
                return Ok(Response::new(CreateBookingAccountResponse::default()));
            }
            let told = |secret: &str| if request.answer_waits { secret.to_owned() } else { String::new() };
            Ok(Response::new(CreateBookingAccountResponse {
                created: true,
                user_id: ACCOUNT.to_string(),
                username: "ada".into(),
                password: told("a long password"),
                session_token: told("a token"),
            }))
        })
    }

    /// The first proof gives the session a new token.
    fn prove(&self, request: ConfirmMailboxRequest) -> Result<Response<ConfirmMailboxResponse>, Status> {
        self.with(|books| {
            if books.identity_away {
                return Err(away());
            }
            if books.account_email.is_some_and(|own| own != request.email) {
                return Err(Problem::new(Code::FailedPrecondition, "OTHER_ADDRESS", "Not yours.").into());
            }
            let is_first = books.mailboxes.is_empty();
            books.mailboxes.push(request.email);
            let session_token = if is_first { "fresh-token".to_owned() } else { String::new() };
            Ok(Response::new(ConfirmMailboxResponse { session_token, password_ended: is_first }))
        })
    }
}
