//! How programs share the calls a minute of one token.

use std::num::NonZeroU32;
use std::time::Duration;

use duffel::testing::{offer, order};
use duffel::{Client, ErrorKind, LimitArgs, OrderOutcome, Services};
use wiremock::matchers::{method, path};
use wiremock::{MockServer, ResponseTemplate};

use crate::harness::{answer, client_at, data, requests};
use crate::orders::new_order;
use crate::searches::search;

/// A program that may make so many calls a minute.
fn program(server: &MockServer, calls_per_minute: u32) -> Client {
    let limits =
        LimitArgs { duffel_calls_per_minute: NonZeroU32::new(calls_per_minute), ..LimitArgs::default() };
    client_at(&server.uri(), limits)
}

#[tokio::test]
async fn two_programs_make_no_more_calls_together_than_their_shares() {
    let server = MockServer::start().await;
    answer(&server, method("POST"), ResponseTemplate::new(404)).await;
    answer(&server, path("/air/offers/off_1"), data(200, &offer())).await;
    let (searching, selling) = (program(&server, 6), program(&server, 4));

    let (mut begun, mut under_way, mut reads) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..9 {
        begun.extend(searching.create_batch(&search()).await.err());
        reads.extend(selling.get_offer("off_1", Services::Omitted).await.err());
    }
    for _ in 0..9 {
        under_way.extend(searching.list_offers("orq_1").await.err());
    }

    assert_eq!(requests(&server).await.len(), 6 + 4);
    begun.retain(|error| error.kind == ErrorKind::OverQuota);
    under_way.retain(|error| error.kind == ErrorKind::OverQuota);
    assert_eq!((begun.len(), under_way.len(), reads.len()), (9 - 3, 9 - 3, 9 - 4));
    for refused in begun.iter().chain(&under_way).chain(&reads) {
        assert_eq!(refused.kind, ErrorKind::OverQuota);
        assert!(refused.retry_after.unwrap() <= Duration::from_secs(60), "{refused:?}");
    }
}

#[tokio::test]
async fn look_ups_leave_half_of_the_share_to_chosen_offers() {
    let server = MockServer::start().await;
    answer(&server, path("/air/offers/off_1"), data(200, &offer())).await;
    let selling = program(&server, 4);
    for _ in 0..2 {
        selling.look_up_offer("off_1").await.unwrap();
    }

    let refused = selling.look_up_offer("off_1").await.unwrap_err();

    assert!(refused.is_held_back(), "{refused}");
    selling.get_offer("off_1", Services::Included).await.unwrap();
}

#[tokio::test]
async fn an_order_counts_and_is_never_refused() {
    let server = MockServer::start().await;
    answer(&server, path("/air/orders"), data(201, &order())).await;
    let selling = program(&server, 1);

    for _ in 0..3 {
        let outcome = selling.create_order(&new_order()).await;
        assert!(matches!(outcome, OrderOutcome::Created(_)), "{outcome:?}");
    }

    assert_eq!(selling.get_order("ord_1").await.unwrap_err().kind, ErrorKind::OverQuota);
}
