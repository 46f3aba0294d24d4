//! Lists and search: newest first, a page at a time.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::error::Error;
use super::flow::settle;
use super::form::Form;
use super::json::intent_json;
use super::parameters::Asked;
use crate::Sandbox;
use crate::books::stripe::Intent;
use crate::mode::Mode;

const DEFAULT_PAGE: usize = 10;
const LARGEST_PAGE: usize = 100;

pub fn list_json(url: &str, items: Vec<Value>, form: &Form) -> Result<Value, Error> {
    let limit = limit(form)?;
    let place = |name: &str| -> Result<Option<usize>, Error> {
        let Some(id) = form.get(name) else { return Ok(None) };
        let place = items.iter().position(|item| item["id"] == id);
        place.map(Some).ok_or_else(|| Error::missing_object("object", id).param(name))
    };
    let (after, before) = (place("starting_after")?, place("ending_before")?);
    let start = match (after, before) {
        (Some(after), _) => after + 1,
        (None, Some(before)) => before.saturating_sub(limit),
        (None, None) => 0,
    };
    let end = before.filter(|_| after.is_none()).unwrap_or(start + limit).min(items.len());
    let has_more = if before.is_some() { start > 0 } else { end < items.len() };
    let data: Vec<Value> = items.into_iter().take(end).skip(start).collect();
    Ok(json!({ "object": "list", "url": url, "has_more": has_more, "data": data }))
}

/// Finds payments by metadata, status, amount, currency or customer, some time after they changed.
pub async fn search(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let clauses = clauses(form.required("query")?)?;
    let seen = sandbox.clock.now() - SignedDuration::from_millis(sandbox.config.search_lag_ms.into());
    let hits: Vec<Value> = sandbox.ledger.read(|books| {
        let known = books.stripe.intents().filter(|intent| intent.mode == mode && intent.changed_at <= seen);
        let hits = known.filter(|intent| clauses.iter().all(|clause| clause.fits(intent)));
        hits.map(|intent| intent_json(intent, sandbox.public_url())).collect()
    });
    let (start, limit) = (page_start(&form)?, limit(&form)?);
    let end = (start + limit).min(hits.len());
    let has_more = end < hits.len();
    let data: Vec<Value> = hits.into_iter().take(end).skip(start).collect();
    Ok(Json(json!({
        "object": "search_result",
        "url": "/v1/payment_intents/search",
        "has_more": has_more,
        "next_page": has_more.then(|| end.to_string()),
        "data": data,
    })))
}

/// `field:'value'`, as in `metadata['booking_id']:'7'`.
#[derive(Debug, PartialEq, Eq)]
struct Clause {
    field: Field,
    value: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Field {
    Metadata(String),
    Plain(&'static str),
}

impl Clause {
    fn fits(&self, intent: &Intent) -> bool {
        let found = match &self.field {
            Field::Metadata(key) => intent.metadata.get(key).cloned(),
            Field::Plain("amount") => Some(intent.amount.to_string()),
            Field::Plain("currency") => Some(intent.currency.clone()),
            Field::Plain("customer") => intent.customer.clone(),
            Field::Plain(_) => {
                serde_json::to_value(intent.status).ok().and_then(|status| Some(status.as_str()?.to_owned()))
            }
        };
        found.as_ref() == Some(&self.value)
    }
}

fn clauses(query: &str) -> Result<Vec<Clause>, Error> {
    query.split(" AND ").map(clause).collect()
}

fn clause(text: &str) -> Result<Clause, Error> {
    let invalid = || Error::invalid(format!("We were unable to parse your search query near `{text}`."));
    let unquoted = |text: &str| text.trim().trim_matches(['\'', '"']).to_owned();
    let split = [":'", ":\"", ":"].iter().find_map(|colon| text.trim().split_once(colon));
    let (field, value) = split.ok_or_else(invalid)?;
    let metadata = field.strip_prefix("metadata[").and_then(|rest| rest.strip_suffix(']'));
    let field = match (metadata, field) {
        (Some(key), _) => Field::Metadata(unquoted(key)),
        (None, "amount") => Field::Plain("amount"),
        (None, "currency") => Field::Plain("currency"),
        (None, "customer") => Field::Plain("customer"),
        (None, "status") => Field::Plain("status"),
        (None, other) => {
            return Err(Error::invalid(format!("Field `{other}` is an unsupported search field.")));
        }
    };
    Ok(Clause { field, value: unquoted(value) })
}

fn limit(form: &Form) -> Result<usize, Error> {
    let limit = form.integer("limit")?.map_or(Ok(DEFAULT_PAGE), usize::try_from);
    limit
        .ok()
        .filter(|limit| (1..=LARGEST_PAGE).contains(limit))
        .ok_or_else(|| Error::invalid("The limit is between 1 and 100.").param("limit"))
}

fn page_start(form: &Form) -> Result<usize, Error> {
    let start = form.get("page").map_or(Ok(0), str::parse);
    start.map_err(|_| Error::invalid("The page is not one of this search.").param("page"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_clauses_that_all_hold() {
        let parsed = clauses("metadata['booking_id']:'bk:1' AND status:'requires_capture'");

        let expected = vec![
            Clause { field: Field::Metadata("booking_id".into()), value: "bk:1".into() },
            Clause { field: Field::Plain("status"), value: "requires_capture".into() },
        ];
        assert_eq!(parsed.unwrap(), expected);
    }
}
