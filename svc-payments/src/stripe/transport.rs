//! How a request gets to the provider. A trait, so that a simulated network can take the place of the real one.

use std::fmt::Debug;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::future::BoxFuture;
use http::{Request, Response};

/// The largest answer that is read; an intent is a few kilobytes.
const BODY_LIMIT: usize = 1 << 20;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// No byte of the request has left.
    #[error("no connection")]
    NotSent,
    #[error("no answer in time")]
    Timeout,
    /// Broke, or grew beyond bounds, after the request had begun to leave.
    #[error("the connection broke")]
    Broken,
}

/// Sends a request once: no retry, no redirect.
pub trait Transport: Debug + Send + Sync {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>>;
}

/// The real network.
#[derive(Debug, Clone)]
pub struct HttpTransport(reqwest::Client);

impl HttpTransport {
    /// Nothing on the way repeats a request: not the client, not a redirect (307 would), not a proxy.
    pub fn new(within: Duration) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .retry(reqwest::retry::never())
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(within.min(Duration::from_secs(5)))
            .timeout(within)
            .pool_idle_timeout(Duration::from_secs(30))
            .tcp_nodelay(true)
            .build()?;
        Ok(Self(client))
    }
}

impl Transport for HttpTransport {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            let request =
                reqwest::Request::try_from(request).map_err(|_not_a_url| TransportError::NotSent)?;
            let answer = self.0.execute(request).await.map_err(|error| classify(&error))?;
            read(answer).await
        })
    }
}

async fn read(mut answer: reqwest::Response) -> Result<Response<Bytes>, TransportError> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = answer.status();
    *response.headers_mut() = std::mem::take(answer.headers_mut());
    let mut body = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| classify(&error))? {
        if body.len() + chunk.len() > BODY_LIMIT {
            return Err(TransportError::Broken);
        }
        body.extend_from_slice(&chunk);
    }
    *response.body_mut() = body.freeze();
    Ok(response)
}

fn classify(error: &reqwest::Error) -> TransportError {
    if error.is_connect() {
        TransportError::NotSent
    } else if error.is_timeout() {
        TransportError::Timeout
    } else {
        TransportError::Broken
    }
}
