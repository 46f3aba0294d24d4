//! Prices that somebody watches, from the wish to the end. What they cost is looked at in no test of these.

mod account;
mod ends;
mod limits;
mod owners;
mod start;
mod wishes;

use std::sync::Arc;

use events::{NatsArgs, NewEvent, Stream};
use prost::Message;
use proto::brand::v1::watch_owner::Owner;
use proto::brand::v1::{
    ClaimWatchesRequest, ConfirmWatchRequest, CreateWatchRequest, EndBookedWatchesRequest,
    ExportWatchesRequest, ExportedWatch, ListWatchesRequest, PreviewWatchRequest, SetWatchStateRequest,
    StopWatchRequest, WatchOwner, WatchState, WatchedPrice, WatchedTrip,
};
use proto::identity::v1::UserClosed;
use service::{Clock, Mode, Problem, UserRef};
use svc_brand::MIGRATOR;
use testkit::TestDb;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{Harness, Visitor};

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
struct WaitingMail {
    recipient: String,
    dedupe_key: String,
    body_text: String,
}

impl WaitingMail {
    /// What it is for.
    fn kind(&self) -> &str {
        let mut parts = self.dedupe_key.split('/');
        if parts.next() == Some("watch-limit") { "limit" } else { parts.nth(1).unwrap() }
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

    async fn preview(&self, visitor: Visitor, token: &str) -> Result<WatchedTrip, Status> {
        let request = visitor.asks(PreviewWatchRequest { token: token.into() });
        Ok(self.0.watches.clone().preview_watch(request).await?.into_inner().trip.unwrap())
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
    async fn book(&self, email: &str, places: (&[&str], &[&str]), day: u8) {
        self.book_return(email, places, (day, None)).await;
    }

    /// There and back, on days of June.
    async fn book_return(
        &self,
        email: &str,
        (origins, destinations): (&[&str], &[&str]),
        (out, back): (u8, Option<u8>),
    ) {
        let codes = |codes: &[&str]| codes.iter().map(ToString::to_string).collect();
        let request = EndBookedWatchesRequest {
            email: email.into(),
            origins: codes(origins),
            destinations: codes(destinations),
            departure_date: trip(out).departure_date,
            return_date: back.map(|day| trip(day).departure_date),
            booked_at: None,
        };
        self.0.watches.clone().end_booked_watches(GUEST.asks(request)).await.unwrap();
    }

    /// Ada's account closes soon: what is her address's goes with it.
    async fn claim(&self, visitor: Visitor, email: &str) -> Result<(), Status> {
        let request = visitor.asks(ClaimWatchesRequest { proved_email: email.into() });
        self.0.watches.clone().claim_watches(request).await.map(|_| ())
    }

    async fn export(&self, email: &str) -> Vec<ExportedWatch> {
        let request = SIGNED_IN.asks(ExportWatchesRequest { proved_email: email.into() });
        self.0.watches.clone().export_watches(request).await.unwrap().into_inner().watches
    }

    /// In the order they were written.
    async fn mails(&self) -> Vec<WaitingMail> {
        let mails = sqlx::query_as("select recipient, dedupe_key, body_text from mail_outbox order by id");
        mails.fetch_all(&self.0.db.pool).await.unwrap()
    }

    /// Days of the trips whose mails wait, in the order they were written.
    async fn mailed_days(&self) -> Vec<String> {
        let days = "select coalesce(departs_on::text, 'gone') from mail_outbox
            left join watch on watch.id = split_part(dedupe_key, '/', 2)::uuid
            order by mail_outbox.id";
        sqlx::query_scalar(days).fetch_all(&self.0.db.pool).await.unwrap()
    }

    async fn give_up(&self, mail: &WaitingMail, why: &str) {
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

    async fn until_count(&self, query: &'static str, expected: i64) {
        let reached = async {
            while self.count(query).await != expected {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(10), reached).await.expect(query);
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
        self.close(ADAS_ACCOUNT, nats_url).await
    }

    /// What svc-identity tells of an account.
    async fn close(&self, account: Uuid, nats_url: &str) -> (TestDb, DropGuard) {
        let (outbox, stop) = (TestDb::create(&MIGRATOR).await, CancellationToken::new());
        let closed = UserClosed { user_id: account.to_string(), brand: "default".into() };
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
