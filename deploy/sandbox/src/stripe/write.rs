//! Every Stripe write: checked against its idempotency key, decided and answered in one commit, so that a crash
//! leaves either both the effect and the kept answer or neither.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::envelope::{RequestId, set};
use super::error::{Error, by_code};
use super::flow::settle;
use super::form::Form;
use super::parameters;
use super::tx::{self, Tx};
use crate::Sandbox;
use crate::books::stripe::{Change, Kept};
use crate::faults::{Effect, Injected, Phase};
use crate::mode::Mode;

const BANK_MS: u32 = 400;
const LONGEST_KEY: usize = 255;

/// A write as it came in.
pub struct Call {
    pub mode: Mode,
    pub form: Form,
    pub injected: Option<Effect>,
    key: Option<String>,
    fingerprint: String,
    request_id: String,
}

/// Why a write did not do what it was asked to.
pub enum Failure {
    /// Turned away before it began: nothing changed, and the key stays free.
    Refused(Error),
    /// It ran and failed: what changed stands, and so does the answer.
    Failed(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

/// Keys whose first request is still running.
#[derive(Debug, Default)]
pub struct InFlight {
    keys: Mutex<BTreeSet<(Mode, String)>>,
}

struct Running<'a> {
    keys: &'a InFlight,
    key: (Mode, String),
}

impl<S: Send + Sync> FromRequest<S> for Call {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (parts, body) = request.into_parts();
        let key = parts.headers.get("idempotency-key").and_then(|key| key.to_str().ok()).map(Into::into);
        let body = Request::new(body);
        let body = Bytes::from_request(body, state).await.map_err(|_| Error::invalid("Unreadable body"))?;
        let Injected(injected) = parts.extensions.get().cloned().unwrap_or_default();
        // The envelope put them there before anybody else saw the call.
        let mode = *parts.extensions.get::<Mode>().expect("calls come through the envelope");
        let RequestId(request_id) = parts.extensions.get().cloned().expect("calls come through the envelope");
        let mut digest = Sha256::new();
        digest.update(parts.uri.path());
        digest.update([0]);
        digest.update(&body);
        let fingerprint = hex::encode(digest.finalize());
        let form = Form::parse(&body);
        parameters::check(&parts, &form)?;
        Ok(Self { mode, form, injected, key, fingerprint, request_id })
    }
}

/// Runs `decide` under the call's key, or gives the answer it gave the first time.
pub async fn write(
    sandbox: &Arc<Sandbox>,
    call: Call,
    decide: impl FnOnce(&mut Tx<'_>, &Call) -> Result<Value, Failure>,
) -> Result<Response, Error> {
    if let Some(kept) = replay(sandbox, &call)? {
        return Ok(dress(kept.status, &kept.body, &kept.key, &kept.request_id, true));
    }
    let _running = call.key.as_ref().map(|key| sandbox.in_flight.start(call.mode, key)).transpose()?;
    settle(sandbox).await?;
    tokio::time::sleep(sandbox.config.pace(BANK_MS)).await;
    let committed = sandbox.ledger.commit(|books| {
        let request = tx::Request { id: &call.request_id, key: call.key.as_deref() };
        let mut tx = Tx::new(sandbox, books, call.mode, Some(request));
        let (status, body) = run(&mut tx, &call, decide)?;
        let mut changes = tx.into_changes();
        changes.extend(call.key.clone().map(|key| keep(sandbox, &call, key, status, &body).into()));
        Ok::<_, Error>((changes, (status, body)))
    });
    let (status, body) = committed.await?;
    Ok(match &call.key {
        Some(key) => dress(status, &body, key, &call.request_id, false),
        None => answer(status, &body),
    })
}

/// The work itself, and what a stored fault makes of its answer.
fn run(
    tx: &mut Tx<'_>,
    call: &Call,
    decide: impl FnOnce(&mut Tx<'_>, &Call) -> Result<Value, Failure>,
) -> Result<(u16, Value), Error> {
    let fault = match &call.injected {
        Some(Effect::Error { code, phase, stored: true }) => Some((by_code(code), *phase)),
        _ => None,
    };
    if let Some((error, Phase::Before)) = fault {
        return Ok((error.status(), error.body()));
    }
    let done = match decide(tx, call) {
        Ok(body) => (200, body),
        Err(Failure::Failed(error)) => (error.status(), error.body()),
        Err(Failure::Refused(error)) => return Err(error),
    };
    Ok(fault.map_or(done, |(error, _)| (error.status(), error.body())))
}

fn replay(sandbox: &Sandbox, call: &Call) -> Result<Option<Kept>, Error> {
    let Some(key) = &call.key else { return Ok(None) };
    if key.len() > LONGEST_KEY {
        return Err(Error::invalid("Idempotency keys are at most 255 characters long."));
    }
    let now = sandbox.clock.now();
    let kept = sandbox.ledger.read(|books| books.stripe.kept(call.mode, key, now).cloned());
    match kept {
        Some(kept) if kept.fingerprint != call.fingerprint => Err(Error::new(
            400,
            "idempotency_error",
            format!(
                "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '{key}' if you meant to execute a different request."
            ),
        )),
        kept => Ok(kept),
    }
}

fn keep(sandbox: &Sandbox, call: &Call, key: String, status: u16, body: &Value) -> Change {
    Change::AnswerKept(Box::new(Kept {
        mode: call.mode,
        key,
        fingerprint: call.fingerprint.clone(),
        status,
        body: body.clone(),
        request_id: call.request_id.clone(),
        at: sandbox.clock.now(),
    }))
}

fn dress(status: u16, body: &Value, key: &str, original: &str, replayed: bool) -> Response {
    let mut response = answer(status, body);
    let headers = response.headers_mut();
    set(headers, "idempotency-key", key);
    set(headers, "original-request", original);
    if status >= 500 {
        // The same key would only give the same answer.
        set(headers, "stripe-should-retry", "false");
    }
    if replayed {
        set(headers, "idempotent-replayed", "true");
    }
    response
}

fn answer(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, Json(body)).into_response()
}

impl InFlight {
    fn start(&self, mode: Mode, key: &str) -> Result<Running<'_>, Error> {
        let key = (mode, key.to_owned());
        let fresh = self.lock().insert(key.clone());
        // Made for the first request only. Dropping it frees the key.
        fresh.then(|| Running { keys: self, key }).ok_or_else(|| by_code("idempotency_key_in_use"))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<(Mode, String)>> {
        self.keys.lock().expect("nothing panics while it holds the keys")
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.keys.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_free_once_its_own_request_has_ended() {
        let keys = InFlight::default();
        let running = keys.start(Mode::Test, "k").unwrap();

        assert!(keys.start(Mode::Test, "k").is_err());
        assert!(keys.start(Mode::Test, "k").is_err(), "who was turned away has freed nothing");
        assert!(keys.start(Mode::Live, "k").is_ok());
        drop(running);
        assert!(keys.start(Mode::Test, "k").is_ok());
    }
}
