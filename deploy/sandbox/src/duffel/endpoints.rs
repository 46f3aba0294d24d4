//! Webhook endpoints: one a mode, with a secret that is shown once.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::announcements;
use super::error::Error;
use super::request::{Data, Params, data, page};
use crate::Sandbox;
use crate::books::duffel::{Change, Endpoint};
use crate::events;
use crate::mode::Mode;

#[derive(Debug, Deserialize)]
pub struct Body {
    url: Option<url::Url>,
    events: Option<Vec<String>>,
    active: Option<bool>,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Data(body): Data<Body>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let now = sandbox.clock.now();
    let family = sandbox.families.next(now);
    let endpoint = Endpoint {
        id: family.id("end", 0),
        mode,
        url: body.url.ok_or_else(|| Error::required("/url"))?,
        events: body.events.ok_or_else(|| Error::required("/events"))?,
        active: body.active.unwrap_or(true),
        secret: STANDARD.encode(family.word("webhook secret", 16)),
        created_at: now,
        updated_at: now,
    };
    let stored = sandbox.ledger.commit(|books| {
        if books.duffel.receiver(&sandbox.config, mode).is_some() {
            return Err(Error::new("unsafe_unique").at("/url"));
        }
        Ok((vec![Change::EndpointStored(endpoint.clone()).into()], ()))
    });
    stored.await?;
    let mut answer = endpoint_json(&endpoint);
    answer["secret"] = endpoint.secret.into();
    Ok((StatusCode::CREATED, Json(data(answer))))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let endpoints =
        sandbox.ledger.read(|books| books.duffel.endpoints(mode).map(endpoint_json).collect::<Vec<_>>());
    Ok(Json(page(endpoints, &params)?))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let endpoint = sandbox.ledger.read(|books| books.duffel.endpoint(mode, &id).map(endpoint_json));
    Ok(Json(data(endpoint.ok_or_else(|| Error::new("not_found"))?)))
}

pub async fn update(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
    Data(body): Data<Body>,
) -> Result<Json<Value>, Error> {
    let now = sandbox.clock.now();
    let updated = sandbox.ledger.commit(|books| {
        let old = books.duffel.endpoint(mode, &id).ok_or_else(|| Error::new("not_found"))?.clone();
        let endpoint = Endpoint {
            url: body.url.unwrap_or(old.url),
            events: body.events.unwrap_or(old.events),
            active: body.active.unwrap_or(old.active),
            updated_at: now,
            ..old
        };
        Ok::<_, Error>((vec![Change::EndpointStored(endpoint.clone()).into()], endpoint))
    });
    Ok(Json(data(endpoint_json(&updated.await?))))
}

pub async fn delete(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let deleted = sandbox.ledger.commit(|books| {
        let known = books.duffel.endpoint(mode, &id).is_some();
        let change = known.then(|| Change::EndpointDeleted { id: id.clone() }.into());
        Ok::<_, Error>((vec![change.ok_or_else(|| Error::new("not_found"))?], ()))
    });
    deleted.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sent once and at once, so that the answer can tell whether it arrived.
pub async fn ping(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let known = sandbox.ledger.read(|books| books.duffel.endpoint(mode, &id).is_some());
    if !known {
        return Err(Error::new("not_found"));
    }
    let event = announcements::ping(&sandbox, mode, &id);
    match events::send_once(&sandbox, &event).await {
        Some(200..=299) => Ok(StatusCode::NO_CONTENT),
        _ => Err(Error::new("webhook_client_error")),
    }
}

fn endpoint_json(endpoint: &Endpoint) -> Value {
    json!({
        "id": endpoint.id,
        "url": endpoint.url,
        "events": endpoint.events,
        "active": endpoint.active,
        "live_mode": endpoint.mode.is_live(),
        "created_at": endpoint.created_at,
        "updated_at": endpoint.updated_at,
    })
}
