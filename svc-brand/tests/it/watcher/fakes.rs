//! svc-search and svc-identity, as far as watched prices ask them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use futures::stream::BoxStream;
use proto::common::v1::Money;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::identity::v1::identity_service_server::{IdentityService, IdentityServiceServer};
use proto::identity::v1::{self as identity, GetModeRequest, GetModeResponse};
use proto::search::v1::search_service_client::SearchServiceClient;
use proto::search::v1::search_service_server::{SearchService, SearchServiceServer};
use proto::search::v1::{self as search, GetWatchedFareRequest, GetWatchedFareResponse};
use service::client::Channel;
use service::{Clock, Mode, RequestContext};
use svc_brand::Upstreams;
use testkit::MockClock;
use time::{Duration, OffsetDateTime};
use tokio::sync::oneshot;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

/// What searches find from now on.
#[derive(Debug, Clone, Copy)]
pub enum Sold {
    /// In minor units.
    Fare(i64, &'static str),
    NobodyFlies,
    /// An airline gives no answer.
    Incomplete,
    /// The provider can't be asked.
    Away,
    /// The provider takes no search of the trip.
    Refused,
}

pub struct Book {
    pub mode: Mode,
    pub sold: Sold,
    /// When each trip was seen last.
    pub seen: HashMap<String, OffsetDateTime>,
    /// In which mode fares were asked for.
    pub asked: Vec<Mode>,
    /// Trips that a search was sent for.
    pub looks: Vec<String>,
    /// The next answer waits for this.
    pub held: Option<oneshot::Receiver<()>>,
}

#[derive(Clone)]
pub struct Fakes {
    clock: Arc<MockClock>,
    book: Arc<Mutex<Book>>,
}

impl Fakes {
    pub fn new(clock: Arc<MockClock>) -> Self {
        let book = Book {
            mode: Mode::Test,
            sold: Sold::Fare(50_000, "USD"),
            seen: HashMap::new(),
            asked: Vec::new(),
            looks: Vec::new(),
            held: None,
        };
        Self { clock, book: Arc::new(Mutex::new(book)) }
    }

    pub fn with<T>(&self, act: impl FnOnce(&mut Book) -> T) -> T {
        act(&mut self.book.lock().unwrap())
    }

    /// Both on one port.
    pub async fn open(&self) -> Upstreams {
        let (listener, address) = testkit::free_listener().await;
        let server = Server::builder()
            .add_service(SearchServiceServer::new(self.clone()))
            .add_service(IdentityServiceServer::new(self.clone()));
        tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
        let endpoint = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
        let channel = Channel::from(endpoint.connect_lazy());
        Upstreams {
            search: SearchServiceClient::new(channel.clone()),
            identity: IdentityServiceClient::new(channel),
        }
    }

    /// A traveller searches for whatever was asked about.
    pub fn travellers_search(&self) {
        let now = self.clock.now();
        self.with(|book| book.seen.values_mut().for_each(|at| *at = now));
    }

    /// Has the next answer wait. It goes out when the sender is used or dropped.
    pub fn hold(&self) -> oneshot::Sender<()> {
        let (release, held) = oneshot::channel();
        self.with(|book| book.held = Some(held));
        release
    }

    /// Waits until so many fares were asked for in all.
    pub async fn until_asked(&self, count: usize) {
        let reached = async {
            while self.with(|book| book.asked.len()) < count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(testkit::patience(10), reached).await.expect("a question");
    }

    fn look(&self, wanted: &GetWatchedFareRequest) -> Result<GetWatchedFareResponse, Status> {
        let (now, oldest) = (self.clock.now(), Duration::seconds(wanted.not_older_than_s));
        let trip = format!("{:?}", wanted.search);
        self.with(|book| {
            let known = book.seen.get(&trip).copied().filter(|at| now - *at <= oldest);
            if matches!(book.sold, Sold::Away) {
                return Err(Status::unavailable("travellers came first"));
            }
            if matches!(book.sold, Sold::Refused) {
                return Err(Status::invalid_argument("no such airport"));
            }
            let seen_at = match known {
                Some(at) => at,
                None if wanted.may_look => {
                    book.looks.push(trip.clone());
                    now
                }
                None => {
                    // Known by its name from now on, and not seen.
                    book.seen.entry(trip).or_insert(OffsetDateTime::UNIX_EPOCH);
                    return Ok(GetWatchedFareResponse::default());
                }
            };
            let was_looked_up = known.is_none();
            if matches!(book.sold, Sold::Incomplete) {
                return Ok(GetWatchedFareResponse { was_looked_up, ..GetWatchedFareResponse::default() });
            }
            book.seen.insert(trip, seen_at);
            Ok(GetWatchedFareResponse { was_looked_up, ..response(book.sold, seen_at) })
        })
    }
}

fn response(sold: Sold, seen_at: OffsetDateTime) -> GetWatchedFareResponse {
    let (total, tax) = match sold {
        Sold::Fare(minor, currency) => {
            let money = |minor| Some(Money { minor, currency: currency.to_owned() });
            (money(minor), money(minor / 10))
        }
        Sold::NobodyFlies | Sold::Incomplete | Sold::Away | Sold::Refused => (None, None),
    };
    GetWatchedFareResponse { total, tax, seen_at: Some(seen_at.unix_timestamp()), was_looked_up: false }
}

fn not_asked<T>() -> Result<T, Status> {
    Err(Status::unimplemented("no watched price asks for this"))
}

/// Methods of identity that a watched price never asks for.
macro_rules! identity_without {
    ($($method:ident($request:ident) -> $response:ident;)+) => {
        #[tonic::async_trait]
        impl IdentityService for Fakes {
            async fn get_mode(
                &self,
                _: Request<GetModeRequest>,
            ) -> Result<Response<GetModeResponse>, Status> {
                let mode = self.with(|book| book.mode);
                Ok(Response::new(GetModeResponse { mode: mode.into(), version: 1 }))
            }

            $(async fn $method(
                &self,
                _: Request<identity::$request>,
            ) -> Result<Response<identity::$response>, Status> {
                not_asked()
            })+
        }
    };
}

identity_without! {
    open_session(OpenSessionRequest) -> OpenSessionResponse;
    resolve_session(ResolveSessionRequest) -> ResolveSessionResponse;
    register(RegisterRequest) -> RegisterResponse;
    login(LoginRequest) -> LoginResponse;
    logout(LogoutRequest) -> LogoutResponse;
    change_password(ChangePasswordRequest) -> ChangePasswordResponse;
    create_booking_account(CreateBookingAccountRequest) -> CreateBookingAccountResponse;
    confirm_mailbox(ConfirmMailboxRequest) -> ConfirmMailboxResponse;
    request_mailbox_link(RequestMailboxLinkRequest) -> RequestMailboxLinkResponse;
    prove_mailbox(ProveMailboxRequest) -> ProveMailboxResponse;
    request_password_reset(RequestPasswordResetRequest) -> RequestPasswordResetResponse;
    reset_password(ResetPasswordRequest) -> ResetPasswordResponse;
    list_sessions(ListSessionsRequest) -> ListSessionsResponse;
    revoke_other_sessions(RevokeOtherSessionsRequest) -> RevokeOtherSessionsResponse;
    export_account(ExportAccountRequest) -> ExportAccountResponse;
    close_account(CloseAccountRequest) -> CloseAccountResponse;
    get_last_mode_change(GetLastModeChangeRequest) -> GetLastModeChangeResponse;
    refresh_admin(RefreshAdminRequest) -> RefreshAdminResponse;
    get_second_factor(GetSecondFactorRequest) -> GetSecondFactorResponse;
    begin_second_factor(BeginSecondFactorRequest) -> BeginSecondFactorResponse;
    confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
    renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
    set_mode(SetModeRequest) -> SetModeResponse;
}

/// Methods of search that a watched price never asks for.
macro_rules! search_without {
    ($($method:ident($request:ident) -> $response:ty;)+) => {
        #[tonic::async_trait]
        impl SearchService for Fakes {
            type SearchFlightsStreamStream =
                BoxStream<'static, Result<search::SearchFlightsStreamResponse, Status>>;
            type FillFareDatesStream = BoxStream<'static, Result<search::FillFareDatesResponse, Status>>;

            async fn get_watched_fare(
                &self,
                request: Request<GetWatchedFareRequest>,
            ) -> Result<Response<GetWatchedFareResponse>, Status> {
                let mode = RequestContext::of(&request)?.mode;
                let answer = self.look(&request.into_inner());
                let held = self.with(|book| {
                    book.asked.push(mode);
                    book.held.take()
                });
                if let Some(held) = held {
                    // Dropped or used: both let it go.
                    let _ = held.await;
                }
                answer.map(Response::new)
            }

            $(async fn $method(
                &self,
                _: Request<search::$request>,
            ) -> Result<Response<$response>, Status> {
                not_asked()
            })+
        }
    };
}

search_without! {
    search_flights(SearchFlightsRequest) -> search::SearchFlightsResponse;
    search_flights_stream(SearchFlightsStreamRequest) -> Self::SearchFlightsStreamStream;
    list_fares(ListFaresRequest) -> search::ListFaresResponse;
    get_best_order(GetBestOrderRequest) -> search::GetBestOrderResponse;
    list_fare_dates(ListFareDatesRequest) -> search::ListFareDatesResponse;
    list_fare_graph(ListFareGraphRequest) -> search::ListFareGraphResponse;
    fill_fare_dates(FillFareDatesRequest) -> Self::FillFareDatesStream;
}
