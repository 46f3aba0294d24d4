//! The way of the providers' clients to airline and bank, and of browsers to the shop: HTTP/1.1 by hyper over a
//! simulated connection, one a request, and the same four ends that production's transport knows. What an answer means
//! is the client's own code.

use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use http::header::HOST;
use http::{HeaderValue, Method, Request, Response, Uri};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use outbound::{Transport, TransportError};
use tokio::time::timeout;
use turmoil::net::TcpStream;

use crate::mutant::Mutant;
use crate::network::PORT;

/// As in production: who does not take a connection by then was never sent anything.
const CONNECT: Duration = Duration::from_secs(5);

/// Connections to airline and bank.
#[derive(Debug, Clone, Copy)]
pub struct SimTransport {
    pub mutant: Option<Mutant>,
}

impl Transport for SimTransport {
    fn send(
        &self,
        request: Request<Bytes>,
        within: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(self.exchange(request, within))
    }
}

impl SimTransport {
    async fn exchange(
        self,
        request: Request<Bytes>,
        within: Duration,
    ) -> Result<Response<Bytes>, TransportError> {
        let first = once(request.clone(), within).await;
        if self.mutant == Some(Mutant::QuestionIsYes) {
            return first.map(agreed);
        }
        let in_doubt = matches!(first, Err(TransportError::Timeout | TransportError::Broken));
        let Some(mutant) = self.mutant.filter(|_| in_doubt && request.method() == Method::POST) else {
            return first;
        };
        let path = request.uri().path();
        match mutant {
            Mutant::RepeatOrder if path == "/air/orders" => once(request, within).await,
            Mutant::TimeoutIsNo if path == "/air/orders" => Err(TransportError::NotSent),
            Mutant::LostCaptureIsNo if path.ends_with("/capture") => Ok(cancelled(path)),
            Mutant::LostConfirmIsYes if path.ends_with("/actions/confirm") => Ok(confirmed(path)),
            Mutant::NewKeyEachRefund if path == "/v1/refunds" => once(rekeyed(request), within).await,
            _ => first,
        }
    }
}

/// What the bank would say of an intent that holds nothing any more.
fn cancelled(path: &str) -> Response<Bytes> {
    let id = path.split('/').find(|part| part.starts_with("pi_"));
    let intent = serde_json::json!({ "id": id, "livemode": false, "status": "canceled" });
    Response::new(intent.to_string().into())
}

/// As if the bank had asked nobody.
fn agreed(answer: Response<Bytes>) -> Response<Bytes> {
    let said = std::str::from_utf8(answer.body()).unwrap_or_default();
    let heard = said.replace("\"requires_action\"", "\"requires_capture\"");
    answer.map(|_| heard.into())
}

/// What the airline would say of a cancellation that is done.
fn confirmed(path: &str) -> Response<Bytes> {
    let id = path.split('/').find(|part| part.starts_with("ore_"));
    let at = "2026-03-01T12:00:00Z";
    let cancellation = serde_json::json!({
        "id": id,
        "order_id": "ord_1",
        "live_mode": false,
        "created_at": at,
        "confirmed_at": at,
    });
    Response::new(serde_json::json!({ "data": cancellation }).to_string().into())
}

fn rekeyed(mut request: Request<Bytes>) -> Request<Bytes> {
    request.headers_mut().insert("idempotency-key", HeaderValue::from_static("another"));
    request
}

async fn once(request: Request<Bytes>, within: Duration) -> Result<Response<Bytes>, TransportError> {
    let host = request.uri().host().unwrap_or_default().to_owned();
    let connecting = TcpStream::connect((host.as_str(), PORT));
    let Ok(Ok(stream)) = timeout(CONNECT.min(within), connecting).await else {
        return Err(TransportError::NotSent);
    };
    let answered = timeout(within, converse(stream, relative(request, &host)?)).await;
    answered.unwrap_or(Err(TransportError::Timeout))
}

/// As HTTP/1.1 names what it asks for.
fn relative(request: Request<Bytes>, host: &str) -> Result<Request<Full<Bytes>>, TransportError> {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().cloned().ok_or(TransportError::NotSent)?;
    parts.uri = Uri::from(path);
    let host = HeaderValue::from_str(host).map_err(|_| TransportError::NotSent)?;
    parts.headers.entry(HOST).or_insert(host);
    Ok(Request::from_parts(parts, Full::new(body)))
}

async fn converse(
    stream: TcpStream,
    request: Request<Full<Bytes>>,
) -> Result<Response<Bytes>, TransportError> {
    let broken = |_: hyper::Error| TransportError::Broken;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let carried = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(broken)?;
    let (parts, body) = answer.into_parts();
    let body = body.collect().await.map_err(broken)?.to_bytes();
    carried.abort();
    Ok(Response::from_parts(parts, body))
}
