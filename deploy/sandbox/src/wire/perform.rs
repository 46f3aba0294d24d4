//! Around every operation: count it, see what it is about, and act out the fault planned for it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header, request::Parts};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use futures::stream;

use super::serve::HungUp;
use crate::Sandbox;
use crate::faults::{Effect, Injected, Phase, Subject};

/// Neither provider takes more.
const BODY_LIMIT: usize = 1024 * 1024;

/// What a fault needs to know of a provider's API.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    /// What a call is about.
    pub subject: fn(&Sandbox, &Parts, &Bytes) -> Subject,
    /// The provider's error of a code.
    pub refusal: fn(&Sandbox, &str) -> Response,
}

#[derive(Debug, Clone, Copy)]
struct Operation {
    /// The name that faults and counts know a call by, such as `duffel.orders.create`.
    name: &'static str,
    api: Api,
}

/// A handler under its operation's name.
pub fn named(
    sandbox: &Arc<Sandbox>,
    api: Api,
    name: &'static str,
    handler: MethodRouter<Arc<Sandbox>>,
) -> MethodRouter<Arc<Sandbox>> {
    handler
        .layer::<_, Infallible>(from_fn_with_state(Arc::clone(sandbox), perform))
        .layer(Extension(Operation { name, api }))
}

async fn perform(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(operation): Extension<Operation>,
    request: Request,
    next: Next,
) -> Response {
    sandbox.calls.count(operation.name);
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, BODY_LIMIT).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let effect = sandbox.faults.take(operation.name, || (operation.api.subject)(&sandbox, &parts, &body));
    let mut request = Request::from_parts(parts, Body::from(body));
    request.extensions_mut().insert(Injected(None));
    // What a client started goes on when it hangs up, as it does at the real provider.
    let work = tokio::spawn(async move { act(&sandbox, operation, effect, request, next).await });
    work.await.unwrap_or_else(|_| HungUp.into_response())
}

async fn act(
    sandbox: &Sandbox,
    operation: Operation,
    effect: Option<Effect>,
    mut request: Request,
    next: Next,
) -> Response {
    match effect {
        Some(Effect::Delay { ms }) => {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            next.run(request).await
        }
        Some(Effect::Error { code, phase, stored: false }) => {
            take_effect(phase, request, next).await;
            (operation.api.refusal)(sandbox, &code)
        }
        Some(Effect::Html { status, phase }) => {
            take_effect(phase, request, next).await;
            html(status)
        }
        Some(Effect::Cut { phase, ms }) => {
            take_effect(phase, request, next).await;
            tokio::time::sleep(Duration::from_millis(ms)).await;
            HungUp.into_response()
        }
        Some(Effect::Wait { phase: Phase::Before }) => {
            sandbox.waiting.stand(operation.name).await;
            next.run(request).await
        }
        Some(Effect::Wait { phase: Phase::After }) => {
            let answer = next.run(request).await;
            sandbox.waiting.stand(operation.name).await;
            answer
        }
        Some(Effect::CutBody) => cut_body(next.run(request).await).await,
        Some(Effect::Truncate) => truncate(next.run(request).await).await,
        own => {
            request.extensions_mut().insert(Injected(own));
            next.run(request).await
        }
    }
}

/// Lets the call do its work and drops its answer, or does nothing at all.
async fn take_effect(phase: Phase, request: Request, next: Next) {
    if phase == Phase::After {
        next.run(request).await;
    }
}

fn html(status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let page = format!(
        "<html>\r\n<head><title>{status}</title></head>\r\n<body>\r\n<center><h1>{status}</h1></center>\r\n</body>\r\n</html>\r\n"
    );
    (status, [(header::CONTENT_TYPE, "text/html")], page).into_response()
}

/// Promises the whole body and sends half of it.
async fn cut_body(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else { return HungUp.into_response() };
    parts.headers.insert(header::CONTENT_LENGTH, body.len().into());
    let pieces = [Ok(body.slice(..body.len() / 2)), Err(HungUp)];
    Response::from_parts(parts, Body::from_stream(stream::iter(pieces)))
}

async fn truncate(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else { return HungUp.into_response() };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(body.slice(..body.len() / 2)))
}
