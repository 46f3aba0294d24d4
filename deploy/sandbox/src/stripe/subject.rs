//! What a Stripe call is about, for the faults that pick their victims.

use axum::body::Bytes;
use axum::http::request::Parts;

use super::envelope::caller;
use super::form::Form;
use crate::Sandbox;
use crate::faults::Subject;

/// Metadata is the request's own, and that of the payment it is about.
pub fn subject(sandbox: &Sandbox, parts: &Parts, body: &Bytes) -> Subject {
    let form = Form::parse(body);
    let mode = caller(&parts.headers).ok().map(|(mode, _)| mode);
    let path = parts.uri.path();
    let id = path.split('/').find(|part| part.starts_with("pi_")).or_else(|| form.get("payment_intent"));
    let known = mode.zip(id).and_then(|(mode, id)| {
        sandbox.ledger.read(|books| books.stripe.intent(mode, id).map(|intent| intent.metadata.clone()))
    });
    let mut metadata = known.unwrap_or_default();
    metadata.extend(form.members("metadata"));
    Subject { mode, path: path.into(), metadata, ..Subject::default() }
}
