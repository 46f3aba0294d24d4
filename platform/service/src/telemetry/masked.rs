//! The last net: card numbers are masked in every line of the log and in every span that is sent, whatever brought them
//! there. It is not meant to catch anything: what handles a card keeps it from both.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use opentelemetry::trace::Status;
use opentelemetry::{KeyValue, Value};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use serde_json::Value as Json;
use tracing::Metadata;
use tracing_subscriber::fmt::MakeWriter;

use crate::card_numbers::mask_in_telemetry;

/// Fields with ids that may be all digits: `lines` adds them.
const IDS: [&str; 2] = ["trace_id", "span_id"];
/// The smallest number with as many digits as the shortest card number, 13.
const SMALLEST_CARD_NUMBER: u64 = 10_u64.pow(12);

/// A writer of lines, with message, fields and spans' fields in them.
pub(super) struct MaskedLines<W> {
    writer: W,
    mask: fn(&str) -> Option<String>,
}

impl<W> MaskedLines<W> {
    pub fn json(writer: W) -> Self {
        Self { writer, mask: mask_json }
    }

    pub fn text(writer: W) -> Self {
        Self { writer, mask: mask_in_telemetry }
    }
}

impl<'w, W: MakeWriter<'w>> MakeWriter<'w> for MaskedLines<W> {
    type Writer = MaskedLines<W::Writer>;

    fn make_writer(&'w self) -> Self::Writer {
        MaskedLines { writer: self.writer.make_writer(), mask: self.mask }
    }

    fn make_writer_for(&'w self, metadata: &Metadata<'_>) -> Self::Writer {
        MaskedLines { writer: self.writer.make_writer_for(metadata), mask: self.mask }
    }
}

impl<W: Write> Write for MaskedLines<W> {
    /// The library hands over a whole line at once.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let Some(masked) = std::str::from_utf8(line).ok().and_then(self.mask) else {
            return self.writer.write(line);
        };
        self.writer.write_all(masked.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Masks the values one by one: a number that is masked becomes a string, so that the line stays JSON.
fn mask_json(line: &str) -> Option<String> {
    let masked = mask_in_telemetry(line)?;
    let Ok(mut fields) = serde_json::from_str::<serde_json::Map<String, Json>>(line) else {
        return Some(masked);
    };
    for (_, value) in fields.iter_mut().filter(|(name, _)| !IDS.contains(&name.as_str())) {
        mask_value(value);
    }
    Some(format!("{}\n", Json::Object(fields)))
}

/// Fractions stay: no card is one, and durations have as many digits.
fn mask_value(value: &mut Json) {
    match value {
        Json::String(text) => {
            if let Some(masked) = mask_in_telemetry(text) {
                *text = masked;
            }
        }
        Json::Number(number) if !number.is_f64() => {
            if let Some(masked) = mask_in_telemetry(&number.to_string()) {
                *value = Json::String(masked);
            }
        }
        Json::Array(values) => values.iter_mut().for_each(mask_value),
        Json::Object(fields) => fields.values_mut().for_each(mask_value),
        _ => {}
    }
}

/// An exporter of spans, with their events.
#[derive(Debug)]
pub(super) struct MaskedSpans<E>(pub E);

impl<E: SpanExporter> SpanExporter for MaskedSpans<E> {
    async fn export(&self, mut batch: Vec<SpanData>) -> OTelSdkResult {
        batch.iter_mut().for_each(mask_span);
        self.0.export(batch).await
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

fn mask_span(span: &mut SpanData) {
    mask_text(&mut span.name);
    if let Status::Error { description } = &mut span.status {
        mask_text(description);
    }
    mask_attributes(&mut span.attributes);
    for event in &mut span.events.events {
        mask_text(&mut event.name);
        mask_attributes(&mut event.attributes);
    }
    for link in &mut span.links.links {
        mask_attributes(&mut link.attributes);
    }
}

fn mask_text(text: &mut Cow<'static, str>) {
    if let Some(masked) = mask_in_telemetry(text) {
        *text = masked.into();
    }
}

fn mask_attributes(attributes: &mut [KeyValue]) {
    for attribute in attributes.iter_mut().filter(|attribute| may_hold_card_number(&attribute.value)) {
        let masked = mask_in_telemetry(&attribute.value.as_str());
        if let Some(masked) = masked {
            attribute.value = masked.into();
        }
    }
}

/// Tells without a copy. Most attributes that are no text are small: lines of code, statuses, durations.
fn may_hold_card_number(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::F64(_) => false,
        Value::I64(number) => number.unsigned_abs() >= SMALLEST_CARD_NUMBER,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_with_the_ids_of_its_request_and_its_trace_is_as_it_was() {
        let line = json!({
            "timestamp": "2026-11-28T10:20:30.123456Z",
            "request.id": "42424242-4242-4242-a42a-0c424242f242",
            "trace_id": "4242424242424242abcdef0123456789",
        });

        assert_eq!(mask_json(&line.to_string()), None);
    }

    #[test]
    fn a_number_of_a_span_is_masked_where_it_is_as_long_as_a_cards() {
        let mut attributes = [
            KeyValue::new("typed", 4_242_424_242_424_242_i64),
            KeyValue::new("shortest", 4_222_222_222_222_i64),
            KeyValue::new("status", 200),
        ];

        mask_attributes(&mut attributes);

        let values = attributes.map(|attribute| attribute.value.to_string());
        assert_eq!(values, ["************4242", "*********2222", "200"]);
    }

    #[test]
    fn every_value_of_a_line_is_masked_but_the_ids_of_spans_and_fractions() {
        let card = "4242424242424242";
        let line = json!({
            "message": format!("typed {card}"), "number": 4_242_424_242_424_242_u64,
            "seconds": 4.242_424_242_424_242,
            "span": { "name": card }, "spans": [{ "typed": "4242 4242 4242 4242" }],
            "trace_id": "42424242424242424242424242424242", "span_id": card,
        });
        let expected = json!({
            "message": "typed ************4242", "number": "************4242",
            "seconds": 4.242_424_242_424_242,
            "span": { "name": "************4242" }, "spans": [{ "typed": "**** **** **** 4242" }],
            "trace_id": "42424242424242424242424242424242", "span_id": card,
        });

        let masked = mask_json(&format!("{line}\n")).unwrap();

        assert!(masked.ends_with("}\n") && masked.lines().count() == 1, "{masked}");
        assert_eq!(serde_json::from_str::<Json>(&masked).unwrap(), expected);
    }
}
