//! Events read back.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde_json::Value;

use super::error::Error;
use super::lists::list_json;
use super::parameters::Asked;
use crate::Sandbox;
use crate::mode::Mode;
use crate::provider::Provider;

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let event = sandbox.ledger.read(|books| {
        let event = books.events.get(&id)?;
        (event.provider == Provider::Stripe && event.mode == mode).then(|| event.body.clone())
    });
    event.map(Json).ok_or_else(|| Error::missing_object("event", &id).param("id"))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    let kinds: Vec<&str> = form.get("type").into_iter().chain(form.list("types")).collect();
    let since = form.integer("created[gte]")?;
    let events = sandbox.ledger.read(|books| {
        let events = books.events.all().rev();
        let events = events.filter(|event| event.provider == Provider::Stripe && event.mode == mode);
        events
            .filter(|event| kinds.is_empty() || kinds.contains(&event.kind.as_str()))
            .filter(|event| since.is_none_or(|since| event.due_at.as_second() >= since))
            .map(|event| event.body.clone())
            .collect()
    });
    Ok(Json(list_json("/v1/events", events, &form)?))
}
