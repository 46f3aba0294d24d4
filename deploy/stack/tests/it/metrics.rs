//! docs/telemetry.md and what a collector receives agree: a booking and a few mishaps leave every metric that the document
//! lists, under the name that Prometheus gives it, and no metric or attribute that it does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::MetricsService;
use opentelemetry_proto::tonic::collector::metrics::v1::{
    ExportMetricsServiceRequest, ExportMetricsServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::metrics::v1::Metric;
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use reqwest::StatusCode;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tonic::{Request, Response, Status};

use crate::architecture::root;
use crate::bags::Choice;
use crate::system::{Shared, on_the_system};
use crate::traveller::{GOOD_CARD, Traveller, booking, http_client, search_path};
use crate::watches::watch_a_fall;

/// Name -> what came under it.
static RECEIVED: Mutex<BTreeMap<String, Received>> = Mutex::new(BTreeMap::new());

/// Routes and methods that were counted.
static CALLED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Received {
    in_prometheus: String,
    attributes: BTreeSet<String>,
}

pub struct Collector;

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        let scopes = request.into_inner().resource_metrics.into_iter().flat_map(|sent| sent.scope_metrics);
        for metric in scopes.flat_map(|scope| scope.metrics) {
            let attributes = attributes_of(&metric);
            CALLED.lock().unwrap().extend(attributes.iter().filter_map(called));
            let attributes = attributes.into_iter().map(|attribute| attribute.key);
            let mut received = RECEIVED.lock().unwrap();
            let known = received.entry(metric.name.clone()).or_default();
            known.in_prometheus = name_in_prometheus(&metric);
            known.attributes.extend(attributes);
        }
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

fn called(attribute: &KeyValue) -> Option<String> {
    let names_a_call = ["http.route", "rpc.method"].contains(&attribute.key.as_str());
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) if names_a_call => Some(text.clone()),
        _ => None,
    }
}

fn attributes_of(metric: &Metric) -> Vec<KeyValue> {
    let points: Vec<&Vec<KeyValue>> = match metric.data.as_ref().unwrap() {
        Data::Gauge(gauge) => gauge.data_points.iter().map(|point| &point.attributes).collect(),
        Data::Sum(sum) => sum.data_points.iter().map(|point| &point.attributes).collect(),
        Data::Histogram(histogram) => histogram.data_points.iter().map(|point| &point.attributes).collect(),
        other => panic!("{} is of an unknown kind: {other:?}", metric.name),
    };
    points.into_iter().flatten().cloned().collect()
}

fn name_in_prometheus(metric: &Metric) -> String {
    let is_counter = matches!(metric.data.as_ref(), Some(Data::Sum(sum)) if sum.is_monotonic);
    stack::name_in_prometheus(&metric.name, &metric.unit, is_counter).unwrap()
}

/// The rows of the table of metrics: what is in backticks in its columns of names and of attributes.
fn documented() -> BTreeMap<String, Received> {
    let document = fs::read_to_string(root().join("docs/telemetry.md")).unwrap();
    let rows = document.lines().filter_map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').collect();
        let [name, in_prometheus, _, attributes] = cells.as_slice() else { return None };
        let quoted =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        let in_prometheus = quoted(in_prometheus).into_iter().next()?;
        let attributes = quoted(attributes).into_iter().collect();
        Some((quoted(name).into_iter().next()?, Received { in_prometheus, attributes }))
    });
    rows.collect()
}

/// What a booking alone does not cause: a hold that stays, a bag that is not sold and one that is, a list with bags, a
/// stream and one that fails, a look-up of dates, a watched price that falls, a webhook of a stranger, a report of a
/// browser, a head that is too large, and a line that tells of trouble.
async fn cause_the_rest(shared: &mut Shared) {
    watch_a_fall(shared).await;
    let mut traveller = shared.traveller();
    let offers = traveller.search("JFK", "LHR").await;
    assert_eq!(traveller.pay(&offers[0], GOOD_CARD).await.status, StatusCode::OK);
    let mut with_bag = booking(&offers[1], &json!(null), &offers[1]["price"]["amount"], &json!([]));
    with_bag["bags"] =
        json!([{ "passengerId": offers[1]["passengers"][0]["id"], "serviceId": "ase_gone", "quantity": 1 }]);
    assert_eq!(traveller.post("/api/bookings", with_bag).await.code(), "BAG_UNAVAILABLE");
    let id = offers[0]["id"].as_str().unwrap();
    let listed = traveller.get(&format!("/api/flights/bags?offers={id}")).await;
    assert_eq!(listed.status, StatusCode::OK, "{listed:?}");
    let bags = Choice::make(&mut traveller).await;
    let payment = bags.pay(&mut traveller).await;
    assert_eq!(bags.book(&mut traveller, &payment).await.status, StatusCode::CREATED);
    let stream =
        format!("{}&adultsCount=1", search_path("LHR", "JFK")).replace("/search?", "/search/stream?");
    traveller.events(&stream).await;
    let look_up = format!("{}&adultsCount=1&brand=solara", search_path("LHR", "JFK"));
    traveller.events(&look_up.replace("/search?", "/dates/stream?")).await;
    let grid = traveller.get(&look_up.replace("/search?", "/dates?")).await;
    assert_eq!(grid.status, StatusCode::OK, "{grid:?}");
    let client = http_client(Duration::from_secs(40));
    let webhook =
        client.post(format!("{}/webhooks/duffel", shared.at.site)).header("x-duffel-signature", "t=1,v1=00");
    assert!(webhook.body("{}").send().await.unwrap().status().is_client_error());
    let report = json!({ "csp-report": { "effective-directive": "img-src", "blocked-uri": "inline" } });
    let reported = client
        .post(format!("{}/api/csp-reports", shared.at.site))
        .header("content-type", "application/csp-report")
        .body(report.to_string());
    assert_eq!(reported.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    let address = shared.at.site.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = format!("GET / HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\r\n", "a".repeat(32 << 10));
    connection.write_all(head.as_bytes()).await.unwrap();
    fail_a_stream(&traveller).await;
    tracing::warn!("a line that tells of trouble");
}

/// The stream has begun when the airlines turn out to be away.
pub async fn fail_a_stream(traveller: &Traveller) {
    let away = json!({
        "on": "duffel.batch_offer_requests.create",
        "effect": { "kind": "error", "code": "internal_server_error" },
    });
    traveller.control("/_control/faults", away).await;
    let stream = search_path("SEA", "BOS").replace("/search?", "/search/stream?");
    let events = traveller.events(&stream).await;
    traveller.control_delete("/_control/faults").await;
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("error"), "{events:?}");
}

#[test]
fn every_metric_that_is_documented_arrives_and_no_other() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let (_, booked) = traveller.buy("SFO", "NRT").await;
        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
        cause_the_rest(shared).await;

        let documented = documented();
        let all_came = async {
            while !documented.keys().all(|name| RECEIVED.lock().unwrap().contains_key(name)) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let _in_time = tokio::time::timeout(testkit::patience(40), all_came).await;

        let received = RECEIVED.lock().unwrap().clone();
        let names = |metrics: &BTreeMap<String, Received>| metrics.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&received), names(&documented), "left: what came, right: docs/telemetry.md");
        for (name, came) in &received {
            assert_eq!(came.in_prometheus, documented[name].in_prometheus, "{name}");
            let strange: Vec<_> = came.attributes.difference(&documented[name].attributes).collect();
            assert!(strange.is_empty(), "{name} has attributes that are not documented: {strange:?}");
        }
        let called = CALLED.lock().unwrap();
        assert!(called.contains("/api/bookings"), "{called:?}");
        let checks: Vec<_> =
            called.iter().filter(|name| name.contains("ealth") || *name == "/readyz").collect();
        assert!(checks.is_empty(), "health checks are counted: {checks:?}");
    });
}
