//! Reads: headers, the errors they bring, and when they are sent again.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use duffel::testing::{offer, order};
use duffel::{Client, Code, ErrorKind, LimitArgs, Services};
use outbound::{Caller, HttpTransport, Reach, Transport, TransportError};
use serde_json::json;
use tokio::net::TcpListener;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use wiremock::matchers::{header, method, path, query_param};
use wiremock::{Mock, ResponseTemplate};

use crate::harness::{answer, client_at, data, html, provider, refusal, requests};

#[tokio::test]
async fn every_request_carries_token_version_and_accept() {
    let (server, client) = provider().await;
    let complete = Mock::given(header("authorization", "Bearer duffel_test_secret"))
        .and(header("duffel-version", "v2"))
        .and(header("accept", "application/json"))
        .and(header("user-agent", concat!("fareway/", env!("CARGO_PKG_VERSION"), " (ops@agency.example)")));
    complete.respond_with(data(200, &offer())).mount(&server).await;

    let read = client.get_offer("off_1", Services::Included).await.unwrap();

    assert_eq!(read.id, "off_1");
}

#[tokio::test]
async fn a_refused_read_tells_code_status_and_request_and_nothing_else() {
    let (server, client) = provider().await;
    answer(&server, method("GET"), refusal(422, &["offer_no_longer_available"])).await;

    let error = client.get_offer("off_1", Services::Omitted).await.unwrap_err();

    assert!(error.is_offer_gone());
    assert_eq!(error.code(), Some(&Code::OfferNoLongerAvailable));
    assert_eq!(error.to_string(), "offers.get: offer_no_longer_available (status 422) [request req_1]");
}

/// Keeps the mode that each line of level ERROR names; empty where it names none.
#[derive(Clone, Default)]
struct Errors(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Errors {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() == Level::ERROR {
            let mut mode = ModeOf::default();
            event.record(&mut mode);
            self.0.lock().unwrap().push(mode.0);
        }
    }
}

#[derive(Default)]
struct ModeOf(String);

impl Visit for ModeOf {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "mode" {
            value.clone_into(&mut self.0);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// The modes that the errors name which a refused read logs.
async fn alarms(client: &Client) -> Vec<String> {
    let errors = Errors::default();
    let listening = tracing_subscriber::registry().with(errors.clone()).set_default();
    client.get_offer("off_1", Services::Omitted).await.unwrap_err();
    drop(listening);
    errors.0.lock().unwrap().clone()
}

#[tokio::test]
async fn a_refusal_of_our_account_calls_a_person_whatever_was_asked() {
    let nobody: &[&str] = &[];
    for (status, code, called) in [
        (401, "missing_authorization_header", &["MODE_TEST"][..]),
        (401, "invalid_authorization_header", &["MODE_TEST"]),
        (401, "access_token_not_found", &["MODE_TEST"]),
        (401, "expired_access_token", &["MODE_TEST"]),
        (403, "insufficient_permissions", &["MODE_TEST"]),
        (403, "unavailable_feature", &["MODE_TEST"]),
        (422, "insufficient_balance", &["MODE_TEST"]),
        (422, "offer_no_longer_available", nobody),
        (500, "internal_server_error", nobody),
    ] {
        let (server, client) = provider().await;
        answer(&server, method("GET"), refusal(status, &[code])).await;

        assert_eq!(alarms(&client).await, called, "{code}");
    }
}

#[tokio::test]
async fn a_refusal_of_our_account_says_which_modes_token_it_is_about() {
    let (server, _) = provider().await;
    answer(&server, method("GET"), refusal(401, &["expired_access_token"])).await;
    let token = "duffel_live_secret".into();
    let (caller, limits) = (Caller::default(), LimitArgs::default());
    let live = Client::connect(&server.uri(), token, &caller, limits, Reach::Anywhere).unwrap();

    assert_eq!(alarms(&live).await, ["MODE_LIVE"]);
}

/// An airline's error has its name as `source`; one about a field has an object there.
#[tokio::test]
async fn of_two_errors_with_a_word_and_an_object_as_source_both_are_read() {
    let (server, client) = provider().await;
    let errors = json!([
        { "type": "airline_error", "code": "unsupported_action", "title": "No", "source": "british_airways" },
        { "type": "airline_error", "code": "offer_no_longer_available", "title": "Gone",
            "source": { "field": "offer_id", "pointer": "/offer_id" } },
    ]);
    let refused = ResponseTemplate::new(422).set_body_json(json!({ "errors": errors, "meta": {} }));
    answer(&server, method("GET"), refused).await;

    let error = client.get_offer("off_1", Services::Omitted).await.unwrap_err();

    assert!(error.is_offer_gone());
    let pointers: Vec<_> = error.refusals().iter().map(|refusal| refusal.pointer.as_deref()).collect();
    assert_eq!(pointers, [None, Some("/offer_id")]);
}

#[tokio::test]
async fn an_id_that_could_lead_elsewhere_is_not_sent() {
    let (server, client) = provider().await;

    for id in ["../orders", "off_1?x=1", "off_1/actions/price", "", "off%2f"] {
        let error = client.get_offer(id, Services::Omitted).await.unwrap_err();
        assert!(error.is_not_found(), "{id}");
    }

    assert!(requests(&server).await.is_empty());
}

#[tokio::test]
async fn an_id_that_is_no_offers_costs_no_call() {
    let (server, client) = provider().await;

    for id in ["1", "offer_1", "ord_0000AEdGRhtp5AUUdJqMxo"] {
        let errors = [
            client.get_offer(id, Services::Omitted).await.unwrap_err(),
            client.look_up_offer(id).await.unwrap_err(),
            client.seat_maps(id).await.unwrap_err(),
        ];
        assert!(errors.iter().all(duffel::Error::is_not_found), "{id}");
    }

    assert!(requests(&server).await.is_empty());
}

#[tokio::test]
async fn a_read_is_sent_again_after_503_and_no_more_than_twice() {
    let (server, client) = provider().await;
    answer(&server, method("GET"), html(503)).await;

    let error = client.get_offer("off_1", Services::Omitted).await.unwrap_err();

    assert_eq!((error.kind, error.status), (ErrorKind::Foreign, Some(503)));
    assert_eq!(requests(&server).await.len(), 3);
}

#[tokio::test]
async fn a_read_succeeds_when_the_provider_comes_back() {
    let (server, client) = provider().await;
    Mock::given(method("GET")).respond_with(html(503)).up_to_n_times(1).mount(&server).await;
    answer(&server, method("GET"), data(200, &order())).await;

    assert_eq!(client.get_order("ord_1").await.unwrap().booking_reference, "RZPNX8");
}

/// Serves one good answer over HTTP, and before it a connection that closes without one.
async fn hangs_up_once(body: String) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut first, _) = listener.accept().await.unwrap();
        first.read_buf(&mut bytes::BytesMut::new()).await.unwrap();
        drop(first);
        let (mut second, _) = listener.accept().await.unwrap();
        second.read_buf(&mut bytes::BytesMut::new()).await.unwrap();
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        second.write_all(answer.as_bytes()).await.unwrap();
    });
    url
}

#[tokio::test]
async fn a_read_whose_connection_broke_is_sent_again() {
    let url = hangs_up_once(serde_json::json!({ "data": order() }).to_string()).await;
    let client = client_at(&url, LimitArgs::default());

    assert_eq!(client.get_order("ord_1").await.unwrap().id, "ord_1");
}

#[tokio::test]
async fn a_rate_limit_that_ends_too_late_is_not_waited_for() {
    let (server, client) = provider().await;
    let limited = refusal(429, &["rate_limit_exceeded"])
        .insert_header("date", "Tue, 24 Nov 2020 08:21:00 GMT")
        .insert_header("ratelimit-reset", "Tue, 24 Nov 2020 08:22:00 GMT");
    answer(&server, method("GET"), limited).await;

    let error = client.get_order("ord_1").await.unwrap_err();

    assert_eq!(error.code(), Some(&Code::RateLimitExceeded));
    assert_eq!(error.retry_after, Some(Duration::from_secs(60)));
    assert_eq!(requests(&server).await.len(), 1);
}

#[tokio::test]
async fn a_read_waits_for_a_rate_limit_that_ends_soon_as_often_as_it_takes() {
    let (server, client) = provider().await;
    let limited = refusal(429, &["rate_limit_exceeded"])
        .insert_header("date", "Tue, 24 Nov 2020 08:22:00 GMT")
        .insert_header("ratelimit-reset", "Tue, 24 Nov 2020 08:22:00 GMT");
    Mock::given(method("GET")).respond_with(limited).up_to_n_times(4).mount(&server).await;
    answer(&server, method("GET"), data(200, &order())).await;

    assert_eq!(client.get_order("ord_1").await.unwrap().id, "ord_1");
    assert_eq!(requests(&server).await.len(), 5);
}

#[tokio::test]
async fn other_failures_of_a_read_are_not_repeated() {
    for status in [400, 401, 403, 404, 406, 422, 500, 502, 504] {
        let (server, client) = provider().await;
        answer(&server, method("GET"), refusal(status, &["internal_server_error"])).await;

        let error = client.get_order("ord_1").await.unwrap_err();

        assert_eq!(error.status, Some(status));
        assert_eq!(requests(&server).await.len(), 1, "{status}");
    }
}

#[tokio::test]
async fn failures_of_one_airline_leave_the_offers_of_the_others() {
    for (failure, is_left) in [
        (refusal(502, &["airline_unknown"]), true),
        (refusal(504, &["gateway_timeout_error"]), true),
        (refusal(500, &["internal_server_error"]), false),
        (html(502), false),
        (html(504), false),
    ] {
        let (server, client) = provider().await;
        answer(&server, path("/air/offers/off_failing"), failure).await;
        answer(&server, path("/air/offers/off_1"), data(200, &offer())).await;

        let mut failed = Vec::new();
        for _ in 0..5 {
            failed.push(client.get_offer("off_failing", Services::Omitted).await.unwrap_err());
        }

        let other = client.get_offer("off_1", Services::Omitted).await;
        assert_eq!(other.is_ok(), is_left, "{failed:?}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (server, client) = provider().await;
    let elsewhere = ResponseTemplate::new(307).insert_header("location", "/air/elsewhere");
    answer(&server, path("/air/orders/ord_1"), elsewhere).await;

    let error = client.get_order("ord_1").await.unwrap_err();

    assert_eq!((error.kind, error.status), (ErrorKind::Foreign, Some(307)));
    assert_eq!(requests(&server).await.len(), 1);
}

#[tokio::test]
async fn a_truncated_body_is_said_to_be_unreadable() {
    let (server, client) = provider().await;
    answer(
        &server,
        method("GET"),
        ResponseTemplate::new(200).set_body_raw(r#"{"data":{"id":"#, "application/json"),
    )
    .await;

    assert_eq!(client.get_order("ord_1").await.unwrap_err().kind, ErrorKind::Undecodable);
}

#[tokio::test]
async fn a_list_is_read_to_its_last_page() {
    let (server, client) = provider().await;
    let page = |after: Option<&str>| {
        let body = serde_json::json!({ "data": [order()], "meta": { "after": after, "limit": 200 } });
        ResponseTemplate::new(200).set_body_json(body)
    };
    Mock::given(query_param("after", "g2w+/=")).respond_with(page(None)).mount(&server).await;
    answer(&server, query_param("offer_id", "off_1"), page(Some("g2w+/="))).await;

    let orders = client.find_orders_by_offer("off_1").await.unwrap();

    assert_eq!(orders.len(), 2);
    assert_eq!(orders[0].metadata["booking_id"], "bk_1");
}

#[tokio::test]
async fn an_order_that_cannot_be_read_is_never_taken_for_none() {
    let (server, client) = provider().await;
    answer(&server, method("GET"), data(200, &serde_json::json!([{ "id": "ord_odd" }]))).await;

    assert_eq!(client.find_orders_by_offer("off_1").await.unwrap_err().kind, ErrorKind::Undecodable);
}

#[tokio::test]
async fn nobody_listening_is_known_to_be_not_sent() {
    let client = client_at("http://127.0.0.1:1", LimitArgs::default());

    let error = client.get_order("ord_1").await.unwrap_err();

    assert_eq!((error.kind, error.status), (ErrorKind::NotSent, None));
}

#[tokio::test]
async fn names_of_travellers_stay_out_of_debug_output() {
    let (server, client) = provider().await;
    answer(&server, method("GET"), data(200, &order())).await;

    let order = client.get_order("ord_1").await.unwrap();

    assert!(!format!("{order:?}").contains("Amelia"));
    assert!(!format!("{client:?}").contains("duffel_test_secret"));
}

#[tokio::test]
async fn a_read_that_is_not_answered_ends_with_a_timeout() {
    let (server, _) = provider().await;
    answer(&server, method("GET"), html(200).set_delay(Duration::from_secs(30))).await;
    let request = http::Request::get(server.uri()).body(bytes::Bytes::new()).unwrap();

    let outcome = HttpTransport::pooled(1 << 20, &Caller::default(), Reach::Anywhere)
        .unwrap()
        .send(request, Duration::from_millis(50))
        .await;

    assert_eq!(outcome.unwrap_err(), TransportError::Timeout);
}

/// The listener takes connections, and says nothing.
#[tokio::test]
async fn where_public_addresses_are_needed_nothing_is_sent_to_a_private_one() {
    service::install_crypto();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let send = async |url: String, reach| {
        let request = http::Request::get(url).body(bytes::Bytes::new()).unwrap();
        let transport = HttpTransport::unpooled(1 << 20, &Caller::default(), reach).unwrap();
        transport.send(request, Duration::from_millis(500)).await.unwrap_err()
    };

    for host in ["localhost", "127.0.0.1"] {
        let url = format!("https://{host}:{port}/");
        assert_eq!(send(url.clone(), Reach::Anywhere).await, TransportError::Timeout, "{host}");
        assert_eq!(send(url, Reach::Public).await, TransportError::NotSent, "{host}");
    }
    let plain = format!("http://localhost:{port}/");
    assert_eq!(send(plain, Reach::Public).await, TransportError::NotSent);
}
