//! Prices that somebody watches, from the wish to the end. What they cost is looked at in no test of these.

use std::collections::BTreeSet;
use std::sync::Arc;

use events::{NatsArgs, NewEvent, Stream};
use prost::Message;
use proto::brand::v1::watch_owner::Owner;
use proto::brand::v1::{
    ConfirmWatchRequest, CreateWatchRequest, DeleteBrandRequest, EndBookedWatchesRequest, ListWatchesRequest,
    SetWatchStateRequest, StopWatchRequest, WatchOwner, WatchState, WatchedPrice, WatchedTrip,
};
use proto::identity::v1::UserClosed;
use service::{Clock, Mode, Problem, UserRef};
use svc_brand::MIGRATOR;
use testkit::TestDb;
use time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{Harness, Person, Visitor};

const ADA: &str = "ada@traveller.example";
const BEE: &str = "bee@traveller.example";
const ADAS_ACCOUNT: Uuid = Uuid::from_u128(0xada);
/// An account whose mailbox nobody has proved.
const BEES_ACCOUNT: Uuid = Uuid::from_u128(0xbee);
const IDENTITY: Stream = Stream::new("IDENTITY", &["user.>", "system.>"]);

const GUEST: Visitor = Visitor { brand: "default", mode: Mode::Test, user: None };
const SIGNED_IN: Visitor = signed_in(ADAS_ACCOUNT);

const fn signed_in(id: Uuid) -> Visitor {
    Visitor { user: Some(UserRef { id, is_admin: false }), ..GUEST }
}

fn at(brand: &'static str, visitor: Visitor) -> Visitor {
    Visitor { brand, ..visitor }
}

/// To New York on a day of June.
fn trip(day: u8) -> WatchedTrip {
    WatchedTrip {
        origin: "LHR".into(),
        destination: "JFK".into(),
        departure_date: format!("2026-06-{day:02}"),
        cabin_class: "economy".into(),
        adults: 1,
        ..WatchedTrip::default()
    }
}

fn wish(email: &str, trip: WatchedTrip) -> CreateWatchRequest {
    CreateWatchRequest { trip: Some(trip), email: email.into(), again: true, is_proved: false }
}

/// What the gateway says of Ada, who is signed in.
fn own(trip: WatchedTrip) -> CreateWatchRequest {
    CreateWatchRequest { is_proved: true, ..wish(ADA, trip) }
}

fn proved(email: &str) -> Owner {
    Owner::ProvedEmail(email.into())
}

fn holds(token: &str) -> Owner {
    Owner::Token(token.into())
}

fn account(id: Uuid) -> Owner {
    Owner::UserId(id.to_string())
}

fn told(status: &Status) -> (Code, String) {
    (status.code(), Problem::from_status(status).code)
}

fn days(watches: &[WatchedPrice]) -> Vec<&str> {
    watches.iter().map(|watch| watch.trip.as_ref().unwrap().departure_date.as_str()).collect()
}

fn states(watches: &[WatchedPrice]) -> Vec<WatchState> {
    watches.iter().map(WatchedPrice::state).collect()
}

/// A mail that waits.
#[derive(sqlx::FromRow)]
struct Letter {
    recipient: String,
    dedupe_key: String,
    body_text: String,
}

impl Letter {
    /// What it is for.
    fn kind(&self) -> &str {
        self.dedupe_key.split('/').nth(2).unwrap()
    }

    /// The token behind `#name=`.
    fn token(&self, name: &str) -> String {
        let (_, rest) = self.body_text.split_once(&format!("#{name}=")).expect("a link");
        rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).collect()
    }
}

/// A watch as it is kept.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
struct Kept {
    day: String,
    /// Its state, or why it has ended.
    stands: String,
}

fn kept(watches: &[(u8, &str)]) -> Vec<Kept> {
    let one = |(day, stands): &(u8, &str)| Kept { day: trip(*day).departure_date, stands: (*stands).into() };
    watches.iter().map(one).collect()
}

struct Stage(Harness);

impl Stage {
    async fn new() -> Self {
        Self(Harness::new().await)
    }

    /// The answer says whether the watch is active.
    async fn watch(&self, visitor: Visitor, wish: CreateWatchRequest) -> Result<bool, Status> {
        let answer = self.0.watches.clone().create_watch(visitor.asks(wish)).await?;
        Ok(answer.into_inner().is_active)
    }

    /// Ada's, active at once and without a mail.
    async fn watched(&self, days: &[u8]) {
        for day in days {
            assert!(self.watch(SIGNED_IN, own(trip(*day))).await.unwrap());
        }
    }

    /// A guest's, started by the mailed link. Returns the token of the list.
    async fn confirmed(&self, email: &str, day: u8) -> String {
        self.watch(GUEST, wish(email, trip(day))).await.unwrap();
        let link = self.mails().await.pop().unwrap().token("start");
        self.confirm(GUEST, &link).await.unwrap().1
    }

    async fn confirm(&self, visitor: Visitor, token: &str) -> Result<(WatchedPrice, String), Status> {
        let request = visitor.asks(ConfirmWatchRequest { token: token.into() });
        let answer = self.0.watches.clone().confirm_watch(request).await?.into_inner();
        Ok((answer.watch.unwrap(), answer.token))
    }

    async fn list(
        &self,
        visitor: Visitor,
        owner: impl Into<Option<Owner>>,
    ) -> Result<Vec<WatchedPrice>, Status> {
        let owner = Some(WatchOwner { owner: owner.into() });
        let request = visitor.asks(ListWatchesRequest { owner });
        Ok(self.0.watches.clone().list_watches(request).await?.into_inner().watches)
    }

    async fn set(
        &self,
        owner: impl Into<Option<Owner>>,
        id: &str,
        state: WatchState,
    ) -> Result<WatchState, Status> {
        let owner = Some(WatchOwner { owner: owner.into() });
        let request = GUEST.asks(SetWatchStateRequest { id: id.into(), state: state.into(), owner });
        let answer = self.0.watches.clone().set_watch_state(request).await?;
        Ok(answer.into_inner().watch.unwrap().state())
    }

    async fn stop(&self, token: &str) -> Result<(), Status> {
        let request = GUEST.asks(StopWatchRequest { token: token.into() });
        self.0.watches.clone().stop_watch(request).await.map(|_| ())
    }

    /// One way, on a day of June.
    async fn book(&self, email: &str, (origins, destinations): (&[&str], &[&str]), day: u8) {
        let codes = |codes: &[&str]| codes.iter().map(ToString::to_string).collect();
        let request = EndBookedWatchesRequest {
            email: email.into(),
            origins: codes(origins),
            destinations: codes(destinations),
            departure_date: trip(day).departure_date,
            return_date: None,
        };
        self.0.watches.clone().end_booked_watches(GUEST.asks(request)).await.unwrap();
    }

    /// In the order they were written.
    async fn mails(&self) -> Vec<Letter> {
        let mails = sqlx::query_as("select recipient, dedupe_key, body_text from mail_outbox order by id");
        mails.fetch_all(&self.0.db.pool).await.unwrap()
    }

    async fn give_up(&self, mail: &Letter, why: &str) {
        sqlx::query("update mail_outbox set gave_up_at = created_at, last_error = $2 where dedupe_key = $1")
            .bind(&mail.dedupe_key)
            .bind(why)
            .execute(&self.0.db.pool)
            .await
            .unwrap();
    }

    /// All watches, in the order they were made.
    async fn kept(&self) -> Vec<Kept> {
        let kept = "select departs_on::text as day, coalesce(ended_because, state) as stands
            from watch order by id";
        sqlx::query_as(kept).fetch_all(&self.0.db.pool).await.unwrap()
    }

    async fn until_kept(&self, expected: &[(u8, &str)]) {
        let expected = kept(expected);
        let reached = async {
            while self.kept().await != expected {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(testkit::patience(10), reached).await.is_err() {
            assert_eq!(self.kept().await, expected);
        }
    }

    async fn until_swept(&mut self, expected: &[(u8, &str)]) {
        self.0.start_another().await;
        self.until_kept(expected).await;
    }

    async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.0.db.pool).await.unwrap()
    }

    /// What svc-identity tells of Ada's account.
    async fn close_account(&self, nats_url: &str) -> (TestDb, DropGuard) {
        let (outbox, stop) = (TestDb::create(&MIGRATOR).await, CancellationToken::new());
        let closed = UserClosed { user_id: ADAS_ACCOUNT.to_string(), brand: "default".into() };
        let payload = closed.encode_to_vec();
        let event = NewEvent { id: Uuid::now_v7(), subject: "user.closed", payload, version: 2 };
        let mut connection = outbox.pool.acquire().await.unwrap();
        events::append(&mut connection, &event, self.0.clock.now()).await.unwrap();
        let nats = events::connect(&NatsArgs::open(nats_url)).await.unwrap();
        let (clock, wake) = (self.0.clock.clone(), Arc::new(Notify::new()));
        tokio::spawn(events::relay(outbox.pool.clone(), nats, IDENTITY, clock, wake, stop.clone()));
        (outbox, stop.drop_guard())
    }
}

#[tokio::test]
async fn watch01_a_trip_that_nobody_can_book_is_refused_by_its_field_and_not_kept() {
    let stage = Stage::new().await;
    let table = [
        (ADA, WatchedTrip { departure_date: "2026-02-28".into(), ..trip(10) }, "trip.departureDate"),
        (ADA, WatchedTrip { return_date: Some("2026-06-09".into()), ..trip(10) }, "trip.returnDate"),
        (ADA, WatchedTrip { origin: "London".into(), ..trip(10) }, "trip.origin"),
        (ADA, WatchedTrip { destination: "LHR".into(), ..trip(10) }, "trip.destination"),
        (ADA, WatchedTrip { adults: 0, ..trip(10) }, "trip.adults"),
        ("ada", trip(10), "email"),
    ];

    for (email, trip, field) in table {
        let refused = Problem::from_status(&stage.watch(GUEST, wish(email, trip)).await.unwrap_err());
        let fields: Vec<_> = refused.fields.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!((refused.code.as_str(), fields), ("VALIDATION_ERROR", vec![field]));
    }

    assert_eq!(stage.kept().await, []);
    assert!(stage.mails().await.is_empty());
}

#[tokio::test]
async fn watch01_a_watch_names_the_exact_dates_cabin_and_party() {
    let stage = Stage::new().await;
    let family = WatchedTrip {
        return_date: Some("2026-06-24".into()),
        cabin_class: "premium_economy".into(),
        adults: 2,
        children: 1,
        infants: 1,
        ages: vec![7, 0],
        ..trip(10)
    };

    stage.watch(SIGNED_IN, own(family.clone())).await.unwrap();

    let watch = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0);
    assert_eq!((watch.trip, watch.again, watch.first), (Some(family), true, None));
}

#[tokio::test]
async fn watch02_the_first_watch_of_an_address_starts_by_a_mailed_link_that_works_once() {
    let stage = Stage::new().await;

    let is_active = stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();

    let mail = stage.mails().await.remove(0);
    assert_eq!((is_active, mail.recipient.as_str(), mail.kind()), (false, ADA, "confirm"));
    assert_eq!(stage.kept().await, kept(&[(10, "pending")]));
    assert_eq!(stage.count("select count(*) from watched_query").await, 0, "nothing is looked at yet");
    let link = mail.token("start");
    assert!(stage.list(GUEST, holds(&link)).await.is_err(), "it is for the start alone");

    let elsewhere = stage.confirm(at("northwind", GUEST), &link).await.unwrap_err();
    let (watch, token) = stage.confirm(GUEST, &link).await.unwrap();
    let again = stage.confirm(GUEST, &link).await.unwrap_err();

    assert_eq!(watch.state(), WatchState::Active);
    assert_eq!(states(&stage.list(GUEST, holds(&token)).await.unwrap()), [WatchState::Active]);
    assert_eq!(stage.count("select count(*) from watched_query").await, 1);
    for refused in [elsewhere, again] {
        assert_eq!(told(&refused), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    }
}

#[tokio::test]
async fn watch02_a_link_starts_a_watch_for_a_day() {
    let stage = Stage::new().await;
    for email in [ADA, BEE] {
        stage.watch(GUEST, wish(email, trip(10))).await.unwrap();
    }
    let mails = stage.mails().await;

    stage.0.clock.advance(Duration::DAY - Duration::SECOND);
    let in_time = stage.confirm(GUEST, &mails[0].token("start")).await;
    stage.0.clock.advance(Duration::SECOND);
    let late = stage.confirm(GUEST, &mails[1].token("start")).await.unwrap_err();

    assert!(in_time.is_ok());
    assert_eq!(told(&late), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "pending")]));
}

#[tokio::test]
async fn watch02_a_known_address_starts_at_once_and_is_mailed_and_the_answer_does_not_tell() {
    let stage = Stage::new().await;
    stage.confirmed(ADA, 10).await;

    let known = stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    let unknown = stage.watch(GUEST, wish(BEE, trip(11))).await.unwrap();

    assert_eq!((known, unknown), (false, false));
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (11, "active"), (11, "pending")]));
    let mails = stage.mails().await;
    let sent: Vec<_> = mails.iter().map(|mail| (mail.recipient.as_str(), mail.kind())).collect();
    assert_eq!(sent, [(ADA, "confirm"), (ADA, "started"), (BEE, "confirm")]);
    let listed = stage.list(GUEST, holds(&mails[1].token("token"))).await.unwrap();
    assert_eq!(days(&listed), ["2026-06-10", "2026-06-11"]);
    assert!(!stage.watch(at("northwind", GUEST), wish(ADA, trip(10))).await.unwrap());
    assert_eq!(stage.mails().await[3].kind(), "confirm", "no other brand knows it");
}

#[tokio::test]
async fn watch02_an_address_that_is_signed_in_and_proved_starts_without_a_mail() {
    let stage = Stage::new().await;

    assert!(stage.watch(SIGNED_IN, own(trip(10))).await.unwrap());
    assert!(stage.mails().await.is_empty());
    assert!(
        !stage.watch(GUEST, CreateWatchRequest { is_proved: true, ..wish(BEE, trip(10)) }).await.unwrap()
    );

    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "pending")]));
    assert_eq!(stage.mails().await[0].kind(), "confirm", "a guest has proved nothing");
}

#[tokio::test]
async fn watch02_an_address_is_asked_three_times_a_day_at_most() {
    let stage = Stage::new().await;

    for (email, day) in [(ADA, 10), ("Ada@Traveller.example", 11), (ADA, 11), (ADA, 12), (ADA, 13)] {
        assert!(!stage.watch(GUEST, wish(email, trip(day))).await.unwrap());
    }
    assert_eq!(stage.mails().await.len(), 3);

    stage.watch(GUEST, wish(BEE, trip(10))).await.unwrap();
    stage.0.clock.advance(Duration::DAY);
    stage.watch(GUEST, wish(ADA, trip(12))).await.unwrap();
    assert_eq!(stage.mails().await.len(), 5);
}

#[tokio::test]
async fn watch06_a_watch_ends_without_a_mail_when_its_trip_has_left() {
    let mut stage = Stage::new().await;
    stage.watched(&[10, 12]).await;

    // To noon of June 11th.
    stage.0.clock.advance(Duration::days(102));

    stage.until_swept(&[(10, "departed"), (12, "active")]).await;
    assert_eq!(days(&stage.list(SIGNED_IN, proved(ADA)).await.unwrap()), ["2026-06-12"]);
    assert!(stage.mails().await.is_empty());
}

#[tokio::test]
async fn watch06_the_link_of_a_mail_ends_its_watch_and_an_unknown_one_succeeds_too() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    let link = stage.mails().await[0].token("stop");

    for token in [link.as_str(), &link, "unknown", ""] {
        stage.stop(token).await.unwrap();
    }

    assert_eq!(stage.kept().await, kept(&[(10, "active"), (11, "stopped")]));
    assert_eq!(stage.mails().await.len(), 1);
}

#[tokio::test]
async fn watch06_a_booking_from_the_same_address_ends_the_watches_of_its_airports_and_cities() {
    let stage = Stage::new().await;
    let to_the_city = WatchedTrip { destination: "NYC".into(), ..trip(10) };
    let and_back = WatchedTrip { return_date: Some("2026-06-20".into()), ..trip(10) };
    stage.watched(&[10, 11]).await;
    for trip in [to_the_city, and_back] {
        stage.watch(SIGNED_IN, own(trip)).await.unwrap();
    }
    let (london, new_york) = (["LHR", "LON"], ["JFK", "NYC"]);

    stage.book(BEE, (&london, &new_york), 10).await;
    stage.book(ADA, (&new_york, &london), 10).await;
    let none = [(10, "active"), (11, "active"), (10, "active"), (10, "active")];
    assert_eq!(stage.kept().await, kept(&none));
    stage.book("Ada@Traveller.example", (&london, &new_york), 10).await;

    let some = [(10, "booked"), (11, "active"), (10, "booked"), (10, "active")];
    assert_eq!(stage.kept().await, kept(&some));
}

#[tokio::test]
async fn watch06_a_mail_that_is_refused_for_good_ends_its_watch_and_one_that_came_too_late_does_not() {
    let mut stage = Stage::new().await;
    stage.confirmed(ADA, 10).await;
    for day in [11, 12] {
        stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap();
    }
    let mails = stage.mails().await;

    stage.give_up(&mails[0], "useless by now").await;
    stage.give_up(&mails[1], "permanent").await;
    stage.until_swept(&[(10, "active"), (11, "refused"), (12, "active")]).await;

    // What was refused before says nothing of a watch that begins anew.
    stage.0.clock.advance(Duration::HOUR);
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    stage.give_up(&mails[2], "permanent").await;
    stage.until_swept(&[(10, "active"), (11, "active"), (12, "refused")]).await;
}

#[tokio::test]
async fn watch06_the_watches_of_a_brand_go_with_it() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(at("northwind", GUEST), wish(ADA, trip(11))).await.unwrap();

    let request = Person::Admin.asks(DeleteBrandRequest { key: "northwind".into() });
    stage.0.admin.clone().delete_brand(request).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    assert_eq!(stage.count("select count(*) from watch_link").await, 0);
}

#[tokio::test]
async fn watch06_the_watches_of_an_account_and_its_proved_address_go_when_it_is_closed() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    stage.watch(signed_in(BEES_ACCOUNT), wish(BEE, trip(12))).await.unwrap();
    stage.watch(SIGNED_IN, wish("cy@traveller.example", trip(13))).await.unwrap();
    stage.watch(at("northwind", GUEST), wish(ADA, trip(14))).await.unwrap();
    assert_eq!(stage.kept().await.len(), 5);

    let _telling = stage.close_account(&broker.url).await;

    stage.until_kept(&[(12, "pending"), (14, "pending")]).await;
}

#[tokio::test]
async fn watch06_ended_watches_are_removed_after_thirty_days() {
    let mut stage = Stage::new().await;
    stage.watched(&[10, 11, 12]).await;
    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap();
    stage.0.clock.advance(Duration::SECOND);
    stage.set(proved(ADA), &listed[1].id, WatchState::Ended).await.unwrap();
    stage.0.clock.advance(Duration::days(30));

    stage.until_swept(&[(11, "deleted"), (12, "active")]).await;
}

#[tokio::test]
async fn watch06_watches_that_nobody_confirms_are_removed_after_a_day() {
    let mut stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(BEE, trip(11))).await.unwrap();
    stage.0.clock.advance(Duration::SECOND);
    stage.watch(GUEST, wish(BEE, trip(12))).await.unwrap();

    stage.0.clock.advance(Duration::DAY);

    stage.until_swept(&[(10, "active"), (12, "pending")]).await;
}

#[tokio::test]
async fn watch07_whoever_watches_ten_prices_is_told_so_when_they_ask_for_the_eleventh() {
    let stage = Stage::new().await;
    let ten: Vec<u8> = (1..=10).collect();
    stage.watched(&ten).await;

    let refused = stage.watch(SIGNED_IN, own(trip(11))).await.unwrap_err();
    assert_eq!(told(&refused), (Code::ResourceExhausted, "WATCH_LIMIT".into()));
    assert!(stage.watch(SIGNED_IN, own(trip(10))).await.unwrap(), "one of the ten");
    assert!(stage.watch(at("northwind", SIGNED_IN), own(trip(11))).await.unwrap(), "at another brand");

    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    assert_eq!(listed.len(), 10);
    stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap();
    assert!(stage.watch(SIGNED_IN, own(trip(11))).await.unwrap());
}

#[tokio::test]
async fn watch07_a_guest_who_asks_for_the_eleventh_is_answered_as_ever_and_mailed_once_a_day() {
    let stage = Stage::new().await;
    let ten: Vec<u8> = (1..=10).collect();
    stage.watched(&ten).await;

    for day in [11, 12] {
        assert!(!stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap());
    }

    assert_eq!(stage.kept().await.len(), 10);
    let mails = stage.mails().await;
    assert_eq!(mails.iter().map(Letter::kind).collect::<Vec<_>>(), ["limit"]);
    assert_eq!(stage.list(GUEST, holds(&mails[0].token("token"))).await.unwrap().len(), 10);
    stage.0.clock.advance(Duration::DAY);
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    assert_eq!(stage.mails().await.len(), 2);
}

#[tokio::test]
async fn a_watch_of_somebody_else_is_told_as_one_that_is_not_there() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let adas = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    let bees = stage.confirmed(BEE, 10).await;
    let nobodys = Uuid::from_u128(1).to_string();
    let table = [
        (Some(holds(&bees)), adas.as_str()),
        (Some(holds("unknown")), &adas),
        (Some(proved(BEE)), &adas),
        (Some(account(BEES_ACCOUNT)), &adas),
        (Some(Owner::UserId("bee".into())), &adas),
        (None, &adas),
        (Some(proved(ADA)), &nobodys),
        (Some(proved(ADA)), "no id"),
    ];

    let mut answers = BTreeSet::new();
    for (owner, id) in table {
        let refused = stage.set(owner, id, WatchState::Ended).await.unwrap_err();
        assert_eq!(told(&refused), (Code::NotFound, "NOT_FOUND".into()));
        answers.insert(refused.message().to_owned());
    }
    for (visitor, owner) in
        [(GUEST, Some(holds("unknown"))), (at("northwind", GUEST), Some(holds(&bees))), (GUEST, None)]
    {
        let refused = stage.list(visitor, owner).await.unwrap_err();
        assert_eq!(told(&refused), (Code::NotFound, "NOT_FOUND".into()));
        answers.insert(refused.message().to_owned());
    }

    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "active")]));
}

#[tokio::test]
async fn an_account_whose_mailbox_is_not_proved_has_no_watches_whatever_its_address_is() {
    let stage = Stage::new().await;
    let bee = signed_in(BEES_ACCOUNT);
    stage.confirmed(ADA, 10).await;
    stage.watch(bee, wish(ADA, trip(11))).await.unwrap();
    stage.watch(bee, wish(BEE, trip(12))).await.unwrap();

    let of_account = stage.list(bee, account(BEES_ACCOUNT)).await.unwrap();
    let of_ada = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    assert_eq!(of_account, [], "whether an address is known is told to nobody else");
    assert_eq!(states(&of_ada), [WatchState::Active, WatchState::Active]);
    assert_eq!(states(&stage.list(bee, proved(BEE)).await.unwrap()), [WatchState::Pending]);
}

#[tokio::test]
async fn the_same_trip_twice_is_one_watch_with_the_newer_wish() {
    let stage = Stage::new().await;

    let (one, other) =
        tokio::join!(stage.watch(SIGNED_IN, own(trip(10))), stage.watch(SIGNED_IN, own(trip(10))));
    assert!(one.unwrap() && other.unwrap(), "two tabs");
    let before = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    stage.watch(SIGNED_IN, CreateWatchRequest { again: false, ..own(trip(10)) }).await.unwrap();
    stage
        .watch(SIGNED_IN, CreateWatchRequest { again: false, ..wish(" Ada@Traveller.example", trip(10)) })
        .await
        .unwrap();
    let after = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    assert_eq!(before[0].id, after[0].id);
    assert_eq!((before[0].again, after[0].again), (true, false));
}

#[tokio::test]
async fn a_watch_that_has_ended_begins_anew_with_its_trip() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let id = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    sqlx::query("update watch set currency = 'USD', first_minor = 61500, told_minor = 61500, mails = 3")
        .execute(&stage.0.db.pool)
        .await
        .unwrap();
    stage.set(proved(ADA), &id, WatchState::Ended).await.unwrap();

    stage.watched(&[10]).await;

    let anew = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    assert_eq!((states(&anew), anew[0].first.clone()), (vec![WatchState::Active], None));
    assert_eq!(stage.count("select count(*) from watch where mails = 0").await, 1);
}

#[tokio::test]
async fn watches_of_the_other_mode_are_not_listed() {
    let stage = Stage::new().await;
    let live = Visitor { mode: Mode::Live, ..SIGNED_IN };
    stage.watched(&[10, 11]).await;
    stage.watch(live, own(trip(10))).await.unwrap();

    let listed = stage.list(live, proved(ADA)).await.unwrap();

    assert_eq!(days(&listed), ["2026-06-10"]);
    assert_eq!(stage.list(SIGNED_IN, proved(ADA)).await.unwrap().len(), 2);
    let in_test = stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap_err();
    assert_eq!(told(&in_test), (Code::NotFound, "NOT_FOUND".into()));
}

#[tokio::test]
async fn a_watch_is_paused_resumed_and_ended_by_whoever_holds_a_link_of_its_address() {
    let stage = Stage::new().await;
    let token = stage.confirmed(ADA, 10).await;
    let id = stage.list(GUEST, holds(&token)).await.unwrap().remove(0).id;

    for state in [WatchState::Paused, WatchState::Paused, WatchState::Active] {
        assert_eq!(stage.set(holds(&token), &id, state).await.unwrap(), state);
        assert_eq!(states(&stage.list(GUEST, holds(&token)).await.unwrap()), [state]);
    }
    assert_eq!(stage.set(holds(&token), &id, WatchState::Ended).await.unwrap(), WatchState::Ended);

    assert_eq!(stage.list(GUEST, holds(&token)).await.unwrap(), [], "nor is the link unknown");
    let over = stage.set(holds(&token), &id, WatchState::Active).await.unwrap_err();
    assert_eq!(told(&over), (Code::NotFound, "NOT_FOUND".into()));
}

#[tokio::test]
async fn what_a_trip_has_cost_is_listed_with_the_markup_of_the_brand() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    sqlx::query(
        "insert into watched_fare (mode, query, day, total_minor, tax_minor, currency, seen_at)
        select 'test', query, day::date, total, 0, seen.currency, day::date + interval '9 hours'
        from watch, (values
            ('2026-02-28', 10000, 'USD'),
            ('2026-03-01', 30000, 'EUR'),
            ('2026-03-02', 40000, 'USD'),
            ('2026-03-03', 50000, 'USD')
        ) as seen (day, total, currency)",
    )
    .execute(&stage.0.db.pool)
    .await
    .unwrap();

    let watch = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0);

    let history: Vec<_> =
        watch.history.iter().map(|on| (on.day.as_str(), on.amount.as_ref().unwrap().minor)).collect();
    assert_eq!(history, [("2026-03-02", 49_200), ("2026-03-03", 61_500)], "since the start, in one currency");
    assert_eq!((watch.now.unwrap().minor, watch.lowest.unwrap().minor), (61_500, 49_200));
    assert!(watch.seen_at.is_some());
}
