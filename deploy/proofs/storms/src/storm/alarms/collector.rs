//! A collector of metrics: takes what the programs deliver by OTLP, and serves it as Prometheus reads it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use opentelemetry_proto::tonic::metrics::v1::{
    HistogramDataPoint, Metric, NumberDataPoint, ResourceMetrics, number_data_point,
};
use prost::Message;
use stack::name_in_prometheus;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use crate::fleet::METRICS_PATH;

/// A process that has delivered nothing for so long is forgotten: five minutes at a real collector.
const FORGOTTEN: Duration = Duration::from_secs(5);
/// A resource's attribute that names the process, and that of its program.
const PROCESS: &str = "service.instance.id";
const PROGRAM: &str = "service.name";

/// Process -> when it delivered last, and what.
type Delivered = Arc<Mutex<BTreeMap<String, (Instant, String)>>>;
/// Name and value.
type Label = (String, String);

pub struct Collector {
    pub address: SocketAddr,
    _task: AbortOnDropHandle<()>,
}

impl Collector {
    pub async fn start(port: u16) -> anyhow::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address).await.context("the collector's port")?;
        let router = Router::new()
            .route(METRICS_PATH, post(take))
            .route("/metrics", get(serve))
            .layer(DefaultBodyLimit::disable())
            .with_state(Delivered::default());
        let serving = async move {
            if let Err(error) = axum::serve(listener, router).await {
                eprintln!("the collector ended: {error}");
            }
        };
        Ok(Self { address, _task: AbortOnDropHandle::new(tokio::spawn(serving)) })
    }
}

async fn take(State(delivered): State<Delivered>, body: Bytes) -> StatusCode {
    let Ok(request) = ExportMetricsServiceRequest::decode(body) else { return StatusCode::BAD_REQUEST };
    let mut delivered = delivered.lock().expect("nobody panics with the metrics");
    for sent in &request.resource_metrics {
        let process = process_of(sent);
        let lines = sent.scope_metrics.iter().flat_map(|scope| &scope.metrics).flat_map(|metric| {
            lines_of(metric, &process).unwrap_or_else(|error| vec![format!("# {error}\n")])
        });
        let text = lines.collect();
        delivered.insert(format!("{process:?}"), (Instant::now(), text));
    }
    StatusCode::OK
}

async fn serve(State(delivered): State<Delivered>) -> String {
    let mut delivered = delivered.lock().expect("nobody panics with the metrics");
    delivered.retain(|_, (at, _)| at.elapsed() < FORGOTTEN);
    delivered.values().map(|(_, text)| text.as_str()).collect()
}

/// The labels that say whose samples they are.
fn process_of(sent: &ResourceMetrics) -> [Label; 2] {
    let resource = sent.resource.as_ref();
    let attributes = resource.map(|resource| labels_of(&resource.attributes)).unwrap_or_default();
    [("job", PROGRAM), ("instance", PROCESS)].map(|(label, name)| {
        let found = attributes.iter().find(|(known, _)| *known == label_name(name));
        (label.to_owned(), found.map(|(_, value)| value.clone()).unwrap_or_default())
    })
}

fn lines_of(metric: &Metric, process: &[Label]) -> anyhow::Result<Vec<String>> {
    let is_counter = matches!(&metric.data, Some(Data::Sum(sum)) if sum.is_monotonic);
    let name = name_in_prometheus(&metric.name, &metric.unit, is_counter)?;
    let numbers = |points: &[NumberDataPoint]| -> Vec<String> {
        points.iter().filter_map(|point| number(&name, point, process)).collect()
    };
    Ok(match &metric.data {
        Some(Data::Gauge(gauge)) => numbers(&gauge.data_points),
        Some(Data::Sum(sum)) => numbers(&sum.data_points),
        Some(Data::Histogram(histogram)) => {
            histogram.data_points.iter().flat_map(|point| buckets(&name, point, process)).collect()
        }
        _ => Vec::new(),
    })
}

fn number(name: &str, point: &NumberDataPoint, process: &[Label]) -> Option<String> {
    let labels = [process, &labels_of(&point.attributes)].concat();
    Some(match point.value? {
        number_data_point::Value::AsDouble(value) => line(name, &labels, value),
        number_data_point::Value::AsInt(value) => line(name, &labels, value),
    })
}

/// In Prometheus a bucket counts what is in the smaller ones too.
fn buckets(name: &str, point: &HistogramDataPoint, process: &[Label]) -> Vec<String> {
    let labels = [process, &labels_of(&point.attributes)].concat();
    let bounds = point.explicit_bounds.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
    let mut count = 0;
    let mut lines: Vec<_> = bounds
        .zip(&point.bucket_counts)
        .map(|(bound, more)| {
            count += more;
            let labels = [&labels[..], &[("le".to_owned(), bound)]].concat();
            line(&format!("{name}_bucket"), &labels, count)
        })
        .collect();
    lines.push(line(&format!("{name}_count"), &labels, point.count));
    lines.push(line(&format!("{name}_sum"), &labels, point.sum.unwrap_or_default()));
    lines
}

fn labels_of(attributes: &[KeyValue]) -> Vec<Label> {
    let text = |attribute: &KeyValue| match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::BoolValue(value) => Some(value.to_string()),
        Value::IntValue(value) => Some(value.to_string()),
        Value::DoubleValue(value) => Some(value.to_string()),
        _ => None,
    };
    attributes.iter().filter_map(|attribute| Some((label_name(&attribute.key), text(attribute)?))).collect()
}

fn label_name(attribute: &str) -> String {
    attribute.replace(['.', '-'], "_")
}

fn line(name: &str, labels: &[Label], value: impl Display) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let labels: Vec<_> =
        labels.iter().map(|(label, text)| format!("{label}=\"{}\"", escaped(text))).collect();
    format!("{name}{{{}}} {value}\n", labels.join(","))
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::common::v1::AnyValue;
    use opentelemetry_proto::tonic::metrics::v1::{Histogram, Sum};

    use super::*;

    fn attribute(key: &str, text: &str) -> KeyValue {
        let value = Some(AnyValue { value: Some(Value::StringValue(text.to_owned())) });
        KeyValue { key: key.to_owned(), value, ..KeyValue::default() }
    }

    fn written(name: &str, unit: &str, data: Data) -> String {
        let metric =
            Metric { name: name.to_owned(), unit: unit.to_owned(), data: Some(data), ..Metric::default() };
        lines_of(&metric, &[("job".to_owned(), "gateway".to_owned())]).unwrap().concat()
    }

    #[test]
    fn a_counter_has_the_name_and_the_labels_that_prometheus_gives_it() {
        let point = NumberDataPoint {
            attributes: vec![attribute("http.route", "a\"b")],
            value: Some(number_data_point::Value::AsInt(3)),
            ..NumberDataPoint::default()
        };
        let sum = Sum { data_points: vec![point], is_monotonic: true, ..Sum::default() };

        let text = written("mail.deliveries", "", Data::Sum(sum));

        assert_eq!(text, "mail_deliveries_total{job=\"gateway\",http_route=\"a\\\"b\"} 3\n");
    }

    #[test]
    fn each_bucket_of_a_histogram_counts_the_smaller_ones_too() {
        let point = HistogramDataPoint {
            explicit_bounds: vec![0.5, 1.0],
            bucket_counts: vec![2, 0, 1],
            count: 3,
            sum: Some(4.5),
            ..HistogramDataPoint::default()
        };
        let histogram = Histogram { data_points: vec![point], ..Histogram::default() };

        let text = written("call.duration", "s", Data::Histogram(histogram));

        let values: Vec<_> = text.lines().map(|line| line.replace("job=\"gateway\"", "")).collect();
        assert_eq!(
            values,
            [
                "call_duration_seconds_bucket{,le=\"0.5\"} 2",
                "call_duration_seconds_bucket{,le=\"1\"} 2",
                "call_duration_seconds_bucket{,le=\"+Inf\"} 3",
                "call_duration_seconds_count{} 3",
                "call_duration_seconds_sum{} 4.5",
            ]
        );
    }
}
