//! Every call of the document by everybody, at two brands and in two modes: it answers to whom it is for, and to nobody
//! else.
//!
//! The services behind the gateway are stand-ins that know owners. What is the owner's they give to the owner alone, at the
//! brand and in the mode in which it was made; for everybody else it does not exist. What is the administrators' they give
//! to every caller, so that nothing but the gateway protects it.

use std::collections::{BTreeMap, BTreeSet};

use proto::booking::v1::{
    AbandonBookingRequest, AbandonBookingResponse, AttentionItem, Booking, BookingStatus,
    CancelBookingRequest, CancelBookingResponse, ClaimBookingRequest, ClaimBookingResponse,
    ExportBookingsRequest, ExportBookingsResponse, GetBookingRequest, GetBookingResponse, GetCalendarRequest,
    GetCalendarResponse, GetItineraryRequest, GetItineraryResponse, GetKeptPassengersRequest,
    GetKeptPassengersResponse, GetTypedPassengersRequest, GetTypedPassengersResponse, KeptPassenger,
    ListAttentionRequest, ListAttentionResponse, ListBookingsRequest, ListBookingsResponse, PassengerDetails,
    QuoteCancellationRequest, QuoteCancellationResponse,
};
use proto::brand::v1::{
    BrandRecord, BrandSummary, Enquiry, EnquiryForm, EnquiryKind, ExportWatchesRequest,
    ExportWatchesResponse, GetBrandRecordRequest, GetBrandRecordResponse, ListBrandSummariesRequest,
    ListBrandSummariesResponse, ListEnquiriesRequest, ListEnquiriesResponse, ListWatchesRequest,
    ListWatchesResponse, SetWatchStateRequest, SetWatchStateResponse, WatchedPrice,
};
use proto::identity::v1::{
    ExportAccountRequest, ExportAccountResponse, GetLastModeChangeRequest, GetLastModeChangeResponse,
    GetSecondFactorRequest, GetSecondFactorResponse, ListSessionsRequest, ListSessionsResponse, ModeChange,
    ResolveSessionRequest, ResolveSessionResponse, Session as OpenSession, SessionSummary, User as Account,
};
use proto::payments::v1 as payments;
use reqwest::Method;
use serde_json::Value;
use service::{Mode, RequestContext};
use tonic::Code;
use uuid::Uuid;

use self::Right::{Administrator, Anybody, KeyOfOwner, Owner, OwnerSignedIn, Session, User};
use crate::administration::with_live_keys;
use crate::borders::{OF_NOBODY, gateway_in};
use crate::document;
use crate::fakes::Fakes;
use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, OTHER_TOKEN, USER_TOKEN, Visitor, session_of};
use crate::samples::{self, designed};
use crate::watches::watched;

/// Stands in everything that is the owner's.
const OWNERS: &str = "CANARYOFOWNER";
/// Stands in everything that is the administrators'.
const ADMINISTRATORS: &str = "CANARYOFADMINISTRATORS";
/// The brand and the mode in which the owner has what they have.
const HOME: (&str, Mode) = ("default", Mode::Test);
const BRANDS: [&str; 2] = ["default", "blue"];
const MODES: [Mode; 2] = [Mode::Test, Mode::Live];
/// What the gateway asks to learn who is there; who is refused has nothing else asked.
const ABOUT_THE_VISIT: [&str; 2] = ["::ResolveSessionRequest", "::OpenSessionRequest"];

/// For whom a call is.
#[derive(Debug, Clone, Copy)]
enum Right {
    Anybody,
    /// Who has a session, as a guest or as a user.
    Session,
    User,
    /// Who owns the booking of that id.
    Owner,
    /// Who owns the booking of that key. Who has no session is told so: "not found" would be taken for "never sent".
    KeyOfOwner,
    /// Who owns it and is signed in.
    OwnerSignedIn,
    Administrator,
}

/// Whether an answer has to hold a canary where the caller may see it. The others hold none, so that of them no more is
/// tried than how they receive a call.
const TELLS: bool = true;
const SILENT: bool = false;

/// Who may make which call.
const ROWS: &[(&str, Right, bool)] = &[
    ("POST /api/account/close", User, SILENT),
    ("POST /api/account/export", User, TELLS),
    ("GET /api/admin/attention", Administrator, TELLS),
    ("POST /api/admin/attention/differences", Administrator, SILENT),
    ("GET /api/admin/attention/payments", Administrator, TELLS),
    ("POST /api/admin/attention/payments/{id}", Administrator, SILENT),
    ("POST /api/admin/attention/{id}", Administrator, SILENT),
    ("GET /api/admin/brands", Administrator, TELLS),
    ("POST /api/admin/brands", Administrator, SILENT),
    ("DELETE /api/admin/brands/{domain}", Administrator, SILENT),
    ("GET /api/admin/brands/{domain}", Administrator, TELLS),
    ("PUT /api/admin/brands/{domain}", Administrator, SILENT),
    ("GET /api/admin/brands/{domain}/versions/{version}", Administrator, TELLS),
    ("GET /api/admin/enquiries", Administrator, TELLS),
    ("DELETE /api/admin/enquiries/{id}", Administrator, SILENT),
    ("POST /api/admin/login", Administrator, SILENT),
    ("POST /api/admin/preflight", Administrator, SILENT),
    ("GET /api/admin/second-factor", Administrator, TELLS),
    ("POST /api/admin/second-factor", Administrator, SILENT),
    ("POST /api/admin/second-factor/confirm", Administrator, SILENT),
    ("POST /api/admin/second-factor/recovery-codes", Administrator, SILENT),
    ("GET /api/admin/settings", Administrator, TELLS),
    ("POST /api/admin/settings", Administrator, SILENT),
    ("POST /api/admin/themes/check", Administrator, SILENT),
    ("POST /api/auth/change-password", User, SILENT),
    ("POST /api/auth/confirm-email", User, SILENT),
    ("POST /api/auth/confirmation-link", User, SILENT),
    ("POST /api/auth/forgot-password", Anybody, SILENT),
    ("POST /api/auth/login", Anybody, SILENT),
    ("POST /api/auth/logout", Anybody, SILENT),
    ("POST /api/auth/register", Anybody, SILENT),
    ("POST /api/auth/reset-password", Anybody, SILENT),
    ("DELETE /api/auth/sessions", User, SILENT),
    ("GET /api/auth/sessions", User, TELLS),
    ("GET /api/auth/user", User, TELLS),
    ("GET /api/bookings", User, TELLS),
    ("POST /api/bookings", Anybody, SILENT),
    ("GET /api/bookings/by-key/{key}", KeyOfOwner, TELLS),
    ("GET /api/bookings/{id}", Owner, TELLS),
    ("POST /api/bookings/{id}/abandon", Owner, TELLS),
    ("GET /api/bookings/{id}/calendar.ics", Owner, TELLS),
    ("POST /api/bookings/{id}/cancel", Owner, TELLS),
    ("GET /api/bookings/{id}/cancellation", Owner, TELLS),
    ("POST /api/bookings/{id}/claim", OwnerSignedIn, TELLS),
    ("GET /api/bookings/{id}/itinerary.pdf", Owner, TELLS),
    ("GET /api/bookings/{id}/passengers", Owner, TELLS),
    ("GET /api/brands/{key}", Anybody, SILENT),
    ("GET /api/brands/{key}/logo", Anybody, SILENT),
    ("POST /api/enquiries", Anybody, SILENT),
    ("GET /api/events", Anybody, SILENT),
    ("GET /api/flights/bags", Anybody, SILENT),
    ("GET /api/flights/best-order", Anybody, SILENT),
    ("GET /api/flights/dates", Anybody, SILENT),
    ("GET /api/flights/dates/stream", Anybody, SILENT),
    ("GET /api/flights/graph", Anybody, SILENT),
    ("GET /api/flights/offer/{id}", Anybody, SILENT),
    ("GET /api/flights/offer/{id}/fares", Anybody, SILENT),
    ("GET /api/flights/search", Anybody, SILENT),
    ("POST /api/flights/search", Anybody, SILENT),
    ("GET /api/flights/search/stream", Anybody, SILENT),
    ("GET /api/flights/seatmaps/{offerId}", Anybody, SILENT),
    ("GET /api/flights/verify-offer/{id}", Anybody, SILENT),
    ("POST /api/guest-links", Anybody, SILENT),
    ("POST /api/guest-links/open", Anybody, SILENT),
    // Who has typed nothing is told nothing.
    ("GET /api/offers/{id}/passengers", Anybody, TELLS),
    ("PUT /api/offers/{id}/passengers", Session, SILENT),
    ("POST /api/payments/process-card", Anybody, SILENT),
    ("GET /api/system/mode", Anybody, SILENT),
    ("GET /api/watches", User, TELLS),
    ("POST /api/watches", Anybody, SILENT),
    // These four by the token of a mailed link.
    ("POST /api/watches/confirm", Anybody, SILENT),
    ("POST /api/watches/list", Anybody, SILENT),
    ("POST /api/watches/preview", Anybody, SILENT),
    ("POST /api/watches/stop", Anybody, SILENT),
    ("DELETE /api/watches/{id}", OwnerSignedIn, SILENT),
    ("PATCH /api/watches/{id}", OwnerSignedIn, TELLS),
];

/// How the gateway receives a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Whatever becomes of it then: some are refused for their form, and for some the service has no answer here. Both are
    /// counted.
    Admitted,
    SignIn,
    Forbidden,
    NotFound,
}

impl Verdict {
    /// None: the answer says nothing of rights, and should not have come.
    fn of(status: u16, code: &str) -> Option<Self> {
        match (status, code) {
            (401, "NOT_AUTHENTICATED") => Some(Self::SignIn),
            (403, "FORBIDDEN") => Some(Self::Forbidden),
            (404, "BOOKING_NOT_FOUND" | "NOT_FOUND") => Some(Self::NotFound),
            (429 | 500, _) | (_, "CROSS_SITE") => None,
            _ => Some(Self::Admitted),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Principal {
    Nobody,
    Guest,
    OtherUser,
    Owner,
    Administrator,
}

const PRINCIPALS: [Principal; 5] =
    [Principal::Nobody, Principal::Guest, Principal::OtherUser, Principal::Owner, Principal::Administrator];

impl Principal {
    fn token(self) -> Option<&'static str> {
        match self {
            Self::Nobody => None,
            Self::Guest => Some(GUEST_TOKEN),
            Self::OtherUser => Some(OTHER_TOKEN),
            Self::Owner => Some(USER_TOKEN),
            Self::Administrator => Some(ADMIN_TOKEN),
        }
    }

    /// The session and the user that services are told of. Who comes without a session is given one.
    fn ids(self) -> (Uuid, Option<Uuid>) {
        let (session, user) = match self {
            Self::Nobody => (2, None),
            Self::Guest => (1, None),
            Self::OtherUser => (5, Some(102)),
            Self::Owner => (3, Some(100)),
            Self::Administrator => (4, Some(101)),
        };
        (Uuid::from_u128(session), user.map(Uuid::from_u128))
    }
}

/// Who comes, to which brand, in which mode of the system.
#[derive(Debug, Clone, Copy)]
struct Visit {
    who: Principal,
    brand: &'static str,
    mode: Mode,
}

/// What came back: all that a caller can read.
struct Told {
    status: u16,
    code: String,
    text: String,
}

impl Visit {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for who in PRINCIPALS {
            for brand in BRANDS {
                all.extend(MODES.map(|mode| Self { who, brand, mode }));
            }
        }
        all
    }

    fn is_owner_at_home(self) -> bool {
        self.who == Principal::Owner && (self.brand, self.mode) == HOME
    }

    fn verdict(self, right: Right) -> Verdict {
        let is_user = !matches!(self.who, Principal::Nobody | Principal::Guest);
        match right {
            Session | KeyOfOwner if self.who == Principal::Nobody => Verdict::SignIn,
            User | OwnerSignedIn | Administrator if !is_user => Verdict::SignIn,
            Administrator if self.who != Principal::Administrator => Verdict::Forbidden,
            Owner | KeyOfOwner | OwnerSignedIn if !self.is_owner_at_home() => Verdict::NotFound,
            _ => Verdict::Admitted,
        }
    }

    /// Whether this visitor sees the owner's canary in the answer, and the administrators'.
    fn sees(self, right: Right, tells: bool) -> (bool, bool) {
        match right {
            Administrator => (false, tells && self.who == Principal::Administrator),
            _ => (tells && self.is_owner_at_home(), false),
        }
    }

    fn visitor(self, gateway: &Gateway) -> Visitor {
        let visitor = self.who.token().map_or_else(|| gateway.visitor(), |token| gateway.visitor_with(token));
        let visitor = visitor.with("sec-fetch-site", "same-origin");
        if self.brand == HOME.0 {
            visitor
        } else {
            visitor.with("host", &format!("{}.agency.com", self.brand))
        }
    }

    async fn call(self, gateway: &Gateway, method: &Method, path: &str) -> Told {
        let mode = if self.mode == Mode::Live { "live" } else { "test" };
        let visitor = self.visitor(gateway);
        let request = document::request(&visitor, method, &document::filled(path), mode);
        Told::read(request.send().await.unwrap()).await
    }

    /// No service was ever told of another session, user, brand or mode than this visitor's.
    fn expect_no_other_is_named(self, gateway: &Gateway) {
        let (session, user) = self.who.ids();
        let is_admin = self.who == Principal::Administrator;
        for (kind, asked) in gateway.fakes.asked() {
            if is_one_of(kind, &OF_NOBODY) {
                continue;
            }
            let is_session = asked.session_id.is_none_or(|id| id == session);
            let is_user = asked.user.is_none_or(|named| Some(named.id) == user && named.is_admin == is_admin);
            let is_place = (asked.brand.as_str(), asked.mode) == (self.brand, self.mode);
            assert!(is_session && is_user && is_place, "{self:?}: {kind} was asked for {asked:?}");
        }
    }
}

impl Told {
    /// Of a stream the head alone: some tell news without end. Whether a stream holds a canary is not tried.
    async fn read(response: reqwest::Response) -> Self {
        let status = response.status().as_u16();
        let head = format!("{:?}", response.headers());
        let text =
            if head.contains("text/event-stream") { String::new() } else { response.text().await.unwrap() };
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let code = body["code"].as_str().unwrap_or_default().to_owned();
        Self { status, code, text: head + &text }
    }
}

fn is_one_of(kind: &str, kinds: &[&str]) -> bool {
    kinds.iter().any(|of| kind.ends_with(of))
}

/// How often services were asked for more than who is there.
fn asked_for_more(gateway: &Gateway) -> usize {
    let is_more = |kind: &str| !is_one_of(kind, &OF_NOBODY) && !is_one_of(kind, &ABOUT_THE_VISIT);
    gateway.fakes.asked().iter().filter(|(kind, _)| is_more(kind)).count()
}

/// Whom the services take for the owner.
fn is_owners(context: &RequestContext) -> bool {
    let user = context.user.map(|user| user.id);
    user == Principal::Owner.ids().1 && (context.brand.as_str(), context.mode) == HOME
}

/// Something of the owner's, which for everybody else does not exist.
fn one<Q: 'static, A: Clone + Send + Sync + 'static>(fakes: &Fakes, unknown: &'static str, answer: A) {
    fakes.on(
        move |context, _: Q| {
            if is_owners(context) { Ok(answer.clone()) } else { Err(designed(Code::NotFound, unknown)) }
        },
    );
}

/// All that somebody has: the owner this, and everybody else nothing.
fn all<Q: 'static, A: Clone + Default + Send + Sync + 'static>(fakes: &Fakes, answer: A) {
    fakes.on(move |context, _: Q| Ok(if is_owners(context) { answer.clone() } else { A::default() }));
}

/// An answer that every caller gets.
fn told<Q: 'static, A: Clone + Send + Sync + 'static>(fakes: &Fakes, answer: A) {
    fakes.on(move |_, _: Q| Ok(answer.clone()));
}

fn booking() -> Booking {
    Booking { booking_reference: OWNERS.into(), ..samples::booking(BookingStatus::Confirmed) }
}

/// The owner's booking.
fn with_booking(fakes: &Fakes) {
    const UNKNOWN: &str = "BOOKING_NOT_FOUND";
    let found = GetBookingResponse { booking: Some(booking()), ..GetBookingResponse::default() };
    one::<GetBookingRequest, _>(fakes, UNKNOWN, found);
    let abandoned = AbandonBookingResponse { booking: Some(booking()) };
    one::<AbandonBookingRequest, _>(fakes, UNKNOWN, abandoned);
    let quote =
        QuoteCancellationResponse { refund_to: OWNERS.into(), ..QuoteCancellationResponse::default() };
    one::<QuoteCancellationRequest, _>(fakes, UNKNOWN, quote);
    let cancelled = CancelBookingResponse { booking: Some(booking()), message: OWNERS.into() };
    one::<CancelBookingRequest, _>(fakes, UNKNOWN, cancelled);
    let claimed = ClaimBookingResponse { session_token: OWNERS.into(), password_ended: false };
    one::<ClaimBookingRequest, _>(fakes, UNKNOWN, claimed);
    let calendar = GetCalendarResponse { content: OWNERS.into(), name: "trip".into() };
    one::<GetCalendarRequest, _>(fakes, UNKNOWN, calendar);
    let itinerary = GetItineraryResponse { content: OWNERS.into(), name: "trip".into() };
    one::<GetItineraryRequest, _>(fakes, UNKNOWN, itinerary);
    let typed = PassengerDetails { first_name: OWNERS.into(), ..PassengerDetails::default() };
    let typed = GetTypedPassengersResponse { passengers: vec![typed] };
    one::<GetTypedPassengersRequest, _>(fakes, UNKNOWN, typed);
}

/// The session of the owner at home, whose name is the canary. All others are as everywhere.
fn with_named_owner(fakes: &Fakes) {
    fakes.on(|context, request: ResolveSessionRequest| {
        let is_owner = request.token == USER_TOKEN && (context.brand.as_str(), context.mode) == HOME;
        let found = session_of(&request.token);
        let session = found.map(|session| if is_owner { with_canary(session) } else { session });
        Ok(ResolveSessionResponse { session, renewed: false, standing: None })
    });
}

fn with_canary(session: OpenSession) -> OpenSession {
    let user = Account { first_name: OWNERS.into(), ..samples::user() };
    OpenSession { user: Some(user), ..session }
}

/// What else the owner has.
fn with_account(fakes: &Fakes) {
    with_named_owner(fakes);
    all::<ListBookingsRequest, _>(fakes, ListBookingsResponse { bookings: vec![booking()] });
    let kept = KeptPassenger { first_name: OWNERS.into(), ..KeptPassenger::default() };
    all::<GetKeptPassengersRequest, _>(fakes, GetKeptPassengersResponse { passengers: vec![kept] });
    let sessions = vec![SessionSummary { device: OWNERS.into(), ..SessionSummary::default() }];
    all::<ListSessionsRequest, _>(fakes, ListSessionsResponse { sessions: sessions.clone() });
    let account = ExportAccountResponse { sessions, ..ExportAccountResponse::default() };
    all::<ExportAccountRequest, _>(fakes, account);
    told::<ExportBookingsRequest, _>(fakes, ExportBookingsResponse::default());
    told::<ExportWatchesRequest, _>(fakes, ExportWatchesResponse::default());
    let watch = WatchedPrice { id: OWNERS.into(), ..watched() };
    all::<ListWatchesRequest, _>(fakes, ListWatchesResponse { watches: vec![watch.clone()] });
    one::<SetWatchStateRequest, _>(fakes, "NOT_FOUND", SetWatchStateResponse { watch: Some(watch) });
}

/// What administrators see.
fn with_administration(fakes: &Fakes) {
    with_live_keys(fakes, true, true);
    let change = ModeChange { changed_by: ADMINISTRATORS.into(), ..ModeChange::default() };
    told::<GetLastModeChangeRequest, _>(fakes, GetLastModeChangeResponse { change: Some(change) });
    let enrolled = GetSecondFactorResponse { enrolled_at: ADMINISTRATORS.into(), recovery_codes_left: 7 };
    told::<GetSecondFactorRequest, _>(fakes, enrolled);
    let brand = BrandSummary { key: ADMINISTRATORS.into(), ..BrandSummary::default() };
    told::<ListBrandSummariesRequest, _>(fakes, ListBrandSummariesResponse { brands: vec![brand] });
    let record = Some(BrandRecord { public_url: ADMINISTRATORS.into(), ..BrandRecord::default() });
    told::<GetBrandRecordRequest, _>(fakes, GetBrandRecordResponse { record, versions: Vec::new() });
    let form = EnquiryForm { kind: EnquiryKind::Support.into(), ..EnquiryForm::default() };
    let enquiry = Enquiry { id: ADMINISTRATORS.into(), form: Some(form), ..Enquiry::default() };
    let enquiries = ListEnquiriesResponse { enquiries: vec![enquiry], ..ListEnquiriesResponse::default() };
    told::<ListEnquiriesRequest, _>(fakes, enquiries);
    with_attention(fakes);
}

/// A booking and a payment that a person must look at.
fn with_attention(fakes: &Fakes) {
    let mode = Mode::Test.into();
    let item = AttentionItem { booking_reference: ADMINISTRATORS.into(), mode, ..AttentionItem::default() };
    told::<ListAttentionRequest, _>(fakes, ListAttentionResponse { items: vec![item], total: 1 });
    let payment_id = ADMINISTRATORS.into();
    let item = payments::AttentionItem { payment_id, mode, ..payments::AttentionItem::default() };
    let listed =
        payments::ListAttentionResponse { items: vec![item], ..payments::ListAttentionResponse::default() };
    told::<payments::ListAttentionRequest, _>(fakes, listed);
}

fn row(call: &str) -> (Right, bool) {
    let row = ROWS.iter().find(|(of, ..)| *of == call);
    let (_, right, tells) = row.unwrap_or_else(|| panic!("{call} has no row: say who may make it"));
    (*right, *tells)
}

#[test]
fn every_call_of_the_document_has_a_row_and_every_row_a_call() {
    let calls: BTreeSet<_> =
        document::routes().iter().map(|(method, path)| format!("{method} {path}")).collect();
    let rows: BTreeSet<_> = ROWS.iter().map(|(call, ..)| (*call).to_owned()).collect();

    assert_eq!(rows, calls);
    assert_eq!(rows.len(), ROWS.len(), "a call has one row");
}

/// How calls were received.
#[derive(Debug, Default)]
struct Counts {
    verdicts: BTreeMap<Verdict, usize>,
    /// Their answers held a canary, which was for the caller.
    telling: usize,
    /// Admitted, and then refused before any service was asked: for their form mostly.
    refused_unasked: usize,
    /// Admitted, and the service that was asked has no answer here.
    unanswered: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict, status: u16, asked: usize, is_telling: bool) {
        let is_admitted = verdict == Verdict::Admitted;
        *self.verdicts.entry(verdict).or_default() += 1;
        self.telling += usize::from(is_telling);
        self.refused_unasked += usize::from(is_admitted && status >= 400 && asked == 0);
        self.unanswered += usize::from(is_admitted && status == 503 && asked > 0);
    }
}

/// Makes every call, and counts how they are received.
async fn make_every_call(visit: Visit, counts: &mut Counts) {
    let gateway = gateway_in(visit.mode).await;
    with_booking(&gateway.fakes);
    with_account(&gateway.fakes);
    with_administration(&gateway.fakes);
    for (method, path) in document::routes() {
        let call = format!("{method} {path}");
        let (right, tells) = row(&call);
        let before = asked_for_more(&gateway);
        let Told { status, code, text } = visit.call(&gateway, &method, &path).await;
        let asked = asked_for_more(&gateway) - before;

        let verdict = Verdict::of(status, &code);
        assert_eq!(verdict, Some(visit.verdict(right)), "{call} by {visit:?}: {status} {code}");
        let seen = (text.contains(OWNERS), text.contains(ADMINISTRATORS));
        assert_eq!(seen, visit.sees(right, tells), "{call} by {visit:?}: {status} {text}");
        let is_refused = matches!(verdict, Some(Verdict::SignIn | Verdict::Forbidden));
        assert!(!is_refused || asked == 0, "{call} by {visit:?} is refused, and yet services were asked");
        counts.add(visit.verdict(right), status, asked, seen != (false, false));
    }
    visit.expect_no_other_is_named(&gateway);
}

#[tokio::test]
async fn every_call_answers_to_whom_it_is_for_and_tells_nobody_else_anything() {
    let mut counts = Counts::default();
    for visit in Visit::all() {
        make_every_call(visit, &mut counts).await;
    }

    let (calls, visits) = (ROWS.len(), Visit::all().len());
    let Counts { verdicts, telling, refused_unasked, unanswered } = &counts;
    println!(
        "authz-matrix: {calls} calls x {visits} (5 principals x 2 brands x 2 modes): {verdicts:?}; 0 leaks"
    );
    println!("authz-matrix: {telling} calls hold a canary, each for its caller");
    println!(
        "authz-matrix: of those admitted {refused_unasked} asked no service, and {unanswered} had no answer"
    );
    assert_eq!(verdicts.values().sum::<usize>(), calls * visits);
    assert_eq!(verdicts.len(), 4, "each verdict is given: {counts:?}");
}
