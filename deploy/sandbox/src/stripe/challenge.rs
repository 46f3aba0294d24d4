//! The page on which a card's holder proves to be one: the bank's, in the real world.

use std::sync::Arc;

use axum::Form as Fields;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;
use url::Url;

use super::flow;
use super::tx::Tx;
use super::write::Failure;
use crate::Sandbox;
use crate::books::stripe::{Intent, Status};
use crate::ledger::NotDurable;
use crate::mode::Mode;
use crate::money::to_decimal;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

#[derive(Debug, Deserialize)]
pub struct Secret {
    client_secret: String,
}

#[derive(Debug, Deserialize)]
pub struct Answer {
    client_secret: String,
    outcome: String,
}

pub async fn show(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(secret): Query<Secret>,
) -> Response {
    match find(&sandbox, &id, &secret.client_secret) {
        Some(intent) if intent.status == Status::RequiresAction => page(&intent),
        Some(intent) => back(&intent),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

pub async fn answer(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Fields(answer): Fields<Answer>,
) -> Response {
    let Some(intent) = find(&sandbox, &id, &answer.client_secret) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let passed = answer.outcome == "complete";
    let committed = sandbox.ledger.commit(|books| {
        let mut tx = Tx::new(&sandbox, books, intent.mode, None);
        let Ok(mut intent) = tx.intent(&id) else { return Ok::<_, NotDurable>((Vec::new(), None)) };
        // A second answer finds the question gone; it changes nothing.
        let changes = match flow::answer_challenge(&mut tx, &mut intent, passed) {
            Ok(()) | Err(Failure::Failed(_)) => tx.into_changes(),
            Err(Failure::Refused(_)) => Vec::new(),
        };
        Ok((changes, Some(intent)))
    });
    match committed.await {
        Ok(Some(intent)) => back(&intent),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn find(sandbox: &Sandbox, id: &str, secret: &str) -> Option<Intent> {
    let either = |mode| sandbox.ledger.read(|books| books.stripe.intent(mode, id).cloned());
    either(Mode::Test).or_else(|| either(Mode::Live)).filter(|intent| intent.client_secret == secret)
}

/// Where the shop waits, told what it must not believe without asking.
fn back(intent: &Intent) -> Response {
    let address = intent.return_url.as_deref().and_then(|address| address.parse::<Url>().ok());
    let Some(mut address) = address else {
        return Html("<!doctype html><title>3-D Secure</title><p>You can close this page.").into_response();
    };
    let passed =
        matches!(intent.status, Status::RequiresCapture | Status::Succeeded | Status::RequiresConfirmation);
    address
        .query_pairs_mut()
        .append_pair("payment_intent", &intent.id)
        .append_pair("payment_intent_client_secret", &intent.client_secret)
        .append_pair("redirect_status", if passed { "succeeded" } else { "failed" });
    Redirect::to(address.as_str()).into_response()
}

fn page(intent: &Intent) -> Response {
    let amount = to_decimal(intent.amount, &intent.currency);
    let (currency, id, secret) = (intent.currency.to_uppercase(), &intent.id, &intent.client_secret);
    let page = format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>3-D Secure test page</title>
<style>
  body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #1a202c }}
  form {{ display: flex; gap: .75rem; margin-top: 1.5rem }}
  button {{ font: inherit; padding: .6rem 1.2rem; border: 1px solid #2d3748; border-radius: .4rem; background: #fff; cursor: pointer }}
  button[value=complete] {{ background: #2d3748; color: #fff }}
</style>
<main>
<h1>3-D Secure test page</h1>
<p>Your bank asks whether you really pay <strong>{amount} {currency}</strong>. This is a test: no money moves.</p>
<form method="post" action="/3ds/{id}">
<input type="hidden" name="client_secret" value="{secret}">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>
</main>
"#
    );
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response()
}
