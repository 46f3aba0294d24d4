//! How a request gets to a third party, once and bounded in time and size; and how its webhooks are believed.
//!
//! A trait, so that a simulated network can take the place of the real one. What an answer means is not known here.

#![warn(missing_docs)]

mod caller;
mod guard;
mod reach;
mod webhook;

use std::fmt::Debug;
use std::time::Duration;

use anyhow::Context;
use bytes::{Bytes, BytesMut};
use futures::future::BoxFuture;
use http::{HeaderValue, Request, Response};

use crate::reach::{PublicResolver, SystemResolver};

pub use caller::Caller;
pub use guard::{Guarded, PATIENCE};
pub use reach::Reach;
pub use webhook::{SignatureError, verify_signature, verify_signature_of_any_age, verify_with};

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// No byte of the request has left.
    #[error("no connection")]
    NotSent,
    /// Not tried: it has failed too often just now, or too many wait for it.
    #[error("left alone for a moment")]
    Resting,
    /// No answer came in time.
    #[error("no answer in time")]
    Timeout,
    /// Broke, or grew beyond bounds, after the request had begun to leave.
    #[error("the connection broke")]
    Broken,
}

/// Sends a request once: no retry, no redirect.
pub trait Transport: Debug + Send + Sync {
    /// The whole answer, or why there is none `within` the time.
    fn send(
        &self,
        request: Request<Bytes>,
        within: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>>;
}

/// The real network.
#[derive(Debug, Clone)]
pub struct HttpTransport {
    client: reqwest::Client,
    reach: Reach,
    /// The largest answer that is read, in bytes.
    body_limit: usize,
}

impl HttpTransport {
    /// For what may be repeated: connections are kept.
    pub fn pooled(body_limit: usize, caller: &Caller, reach: Reach) -> anyhow::Result<Self> {
        Ok(Self { client: builder(caller, reach)?.build()?, reach, body_limit })
    }

    /// For what must not be: each has a connection of its own. On one kept from before, a request could be lost to the
    /// other side closing it, and nobody could tell whether it had arrived.
    pub fn unpooled(body_limit: usize, caller: &Caller, reach: Reach) -> anyhow::Result<Self> {
        let client = builder(caller, reach)?.pool_max_idle_per_host(0).build()?;
        Ok(Self { client, reach, body_limit })
    }
}

/// The status that an address of our own answers a plain read with, over a verified connection and within five seconds.
/// Its name may stand for a private address here, where a proxy of ours listens.
pub async fn status_at(address: String) -> Result<u16, TransportError> {
    const LARGEST_ANSWER: usize = 1 << 20;
    const WITHIN: Duration = Duration::from_secs(5);
    let request = Request::get(address).body(Bytes::new()).map_err(|_not_a_url| TransportError::NotSent)?;
    let transport = HttpTransport::pooled(LARGEST_ANSWER, &Caller::default(), Reach::Anywhere)
        .map_err(|_no_client| TransportError::NotSent)?;
    Ok(transport.send(request, WITHIN).await?.status().as_u16())
}

/// Nothing on the way repeats a request: not the client, not a redirect (307 would), not a proxy. Without a proxy it is
/// also this client that resolves the name.
fn builder(caller: &Caller, reach: Reach) -> anyhow::Result<reqwest::ClientBuilder> {
    let user_agent = HeaderValue::try_from(caller.user_agent())
        .context("PROVIDER_CONTACT can't be sent: it has a line break or control characters")?;
    let builder = reqwest::Client::builder()
        .user_agent(user_agent)
        .retry(reqwest::retry::never())
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .connect_timeout(Duration::from_secs(5))
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_nodelay(true);
    Ok(match reach {
        Reach::Anywhere => builder,
        Reach::Public => builder.https_only(true).dns_resolver(PublicResolver(SystemResolver)),
    })
}

impl Transport for HttpTransport {
    fn send(
        &self,
        request: Request<Bytes>,
        within: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            let mut request =
                reqwest::Request::try_from(request).map_err(|_not_a_url| TransportError::NotSent)?;
            self.reach.admit(request.url()).map_err(|_not_public| TransportError::NotSent)?;
            *request.timeout_mut() = Some(within);
            let answer = self.client.execute(request).await.map_err(|error| classify(&error))?;
            read(answer, self.body_limit).await
        })
    }
}

async fn read(mut answer: reqwest::Response, body_limit: usize) -> Result<Response<Bytes>, TransportError> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    let mut body = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| classify(&error))? {
        if body.len() + chunk.len() > body_limit {
            return Err(TransportError::Broken);
        }
        body.extend_from_slice(&chunk);
    }
    *response.body_mut() = body.freeze();
    Ok(response)
}

fn classify(error: &reqwest::Error) -> TransportError {
    if error.is_connect() {
        report(error);
        TransportError::NotSent
    } else if error.is_timeout() {
        TransportError::Timeout
    } else {
        TransportError::Broken
    }
}

/// Says why there is no connection: a name without an address, a closed port, a certificate. The error that travels
/// on has no room for it.
fn report(error: &reqwest::Error) {
    let host = error.url().and_then(|url| url.host_str()).unwrap_or_default();
    let causes: Vec<_> = anyhow::Chain::new(error).skip(1).map(ToString::to_string).collect();
    tracing::warn!(server.address = host, error = causes.join(": "), "no connection to a provider");
}
