//! How replicas hear of what each other's searches saw. The broker's users and rights are those of an installation.

use std::time::Duration;

use proto::search::v1::SearchFlightsRequest;
use servers::{Access, Durability, LOCAL_PASSWORD, Nats};
use testkit::{Log, TemporaryFolder, patience};

use crate::harness::{Search, offer, request};

const PATIENCE_S: u64 = 60;
const POLL: Duration = Duration::from_millis(20);
/// Looks at a grid before the next route is searched: what is told while the broker is away may be lost.
const LOOKS: usize = 50;

/// A broker that can lose everything.
struct Broker {
    server: Option<Nats>,
    folder: TemporaryFolder,
    port: u16,
}

impl Broker {
    async fn start() -> Self {
        let folder = TemporaryFolder::new("fares");
        let mut broker = Self { server: None, folder, port: testkit::free_port() };
        broker.begin().await;
        broker
    }

    async fn begin(&mut self) {
        let server = Nats::start(self.folder.path(), self.port, Durability::None, Access::Users).await;
        self.server = Some(server.unwrap());
    }

    async fn end(&mut self) {
        self.server.take().unwrap().kill().await.unwrap();
        std::fs::remove_dir_all(self.folder.path()).unwrap();
    }

    async fn replica(&self, user: &str) -> Search {
        let url = format!("nats://127.0.0.1:{}", self.port);
        let search =
            Search::start_with(&url, &["--nats-user", user, "--nats-password", LOCAL_PASSWORD]).await;
        search.finds(&[offer("off_a", "100.00")]).await;
        search
    }
}

/// Searches that nobody has made: to JAA, JAB and so on.
fn routes() -> impl Iterator<Item = SearchFlightsRequest> {
    (b'A'..=b'Z').flat_map(|first| (b'A'..=b'Z').map(move |second| (first, second))).map(|(first, second)| {
        let destination = format!("J{}{}", char::from(first), char::from(second));
        SearchFlightsRequest { destination, ..request() }
    })
}

async fn knows(replica: &Search, trip: &SearchFlightsRequest) -> bool {
    let cells = replica.fare_dates(trip.clone()).await.cells;
    cells.iter().any(|cell| cell.departure_date == trip.departure_date && cell.amount.is_some())
}

/// Searches in one replica until the other one knows of it. Returns what it knows of.
async fn until_heard(
    from: &Search,
    to: &Search,
    routes: &mut impl Iterator<Item = SearchFlightsRequest>,
) -> SearchFlightsRequest {
    let heard = async {
        loop {
            let trip = routes.next().unwrap();
            from.search(trip.clone()).await.unwrap();
            for _ in 0..LOOKS {
                if knows(to, &trip).await {
                    return trip;
                }
                tokio::time::sleep(POLL).await;
            }
        }
    };
    tokio::time::timeout(patience(PATIENCE_S), heard).await.expect("the other replica hears of it")
}

#[tokio::test]
async fn day01_replicas_see_each_others_searches_and_so_does_one_that_starts_later() {
    let log = Log::default();
    let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
    let mut broker = Broker::start().await;
    let (one, other) = (broker.replica("svc-search").await, broker.replica("svc-search").await);
    let mut routes = routes();

    let first = until_heard(&one, &other, &mut routes).await;
    let second = until_heard(&other, &one, &mut routes).await;
    let late = broker.replica("svc-search").await;
    let knows_all = async {
        while !(knows(&late, &first).await && knows(&late, &second).await) {
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(patience(PATIENCE_S), knows_all)
        .await
        .expect("a replica that starts reads the bucket");

    assert_eq!(late.asked().await, 0, "it has searched nothing itself");
    assert_eq!(log.text(), "", "the broker refused nothing");
    broker.end().await;
}

#[tokio::test]
async fn a_broker_that_loses_everything_five_times_costs_others_news_and_no_error() {
    let log = Log::default();
    let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
    let mut broker = Broker::start().await;
    let (one, other) = (broker.replica("svc-search").await, broker.replica("svc-search").await);
    let mut routes = routes();
    until_heard(&one, &other, &mut routes).await;

    for _ in 0..5 {
        broker.end().await;
        let own = routes.next().unwrap();
        one.search(own.clone()).await.unwrap();
        let known = async {
            while !knows(&one, &own).await {
                tokio::time::sleep(POLL).await;
            }
        };
        tokio::time::timeout(patience(PATIENCE_S), known).await.expect("what it saw itself it knows");
        broker.begin().await;
        until_heard(&one, &other, &mut routes).await;
    }

    assert_eq!(log.text(), "");
    broker.end().await;
}

#[tokio::test]
async fn a_program_that_may_not_use_the_buckets_knows_what_it_saw_itself() {
    let mut broker = Broker::start().await;
    let stranger = broker.replica("svc-offers").await;
    let trip = routes().next().unwrap();

    stranger.search(trip.clone()).await.unwrap();

    let known = async {
        while !knows(&stranger, &trip).await {
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(patience(PATIENCE_S), known).await.expect("what it saw itself it knows");
    broker.end().await;
}
