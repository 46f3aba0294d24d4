//! Connections to other services: lazy, so that start order does not matter, with bounds on every wait.

use std::time::Duration;

use anyhow::Context;
use tonic::transport::{Channel, Endpoint};

use crate::tls::TlsArgs;

/// A channel to the service `name` at `url` (`http://host:port`; TLS follows from `tls`, not from the scheme).
///
/// Connects on first use and again after a loss. A service that is away fails a call within two seconds.
pub fn channel(name: &'static str, url: &str, tls: &TlsArgs) -> anyhow::Result<Channel> {
    Ok(endpoint(name, url, tls)?.connect_lazy())
}

/// The same service, for a caller that brings a network of its own.
pub fn endpoint(name: &'static str, url: &str, tls: &TlsArgs) -> anyhow::Result<Endpoint> {
    let scheme_free = url.trim_start_matches("http://").trim_start_matches("https://");
    let config = tls.client(name)?;
    let scheme = if config.is_some() { "https" } else { "http" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{scheme_free}"))
        .with_context(|| format!("the address of {name} is not a URL"))?
        .connect_timeout(Duration::from_secs(2))
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(15))
        .keep_alive_timeout(Duration::from_secs(5));
    match config {
        Some(config) => endpoint.tls_config(config).with_context(|| format!("TLS for {name}")),
        None => Ok(endpoint),
    }
}
