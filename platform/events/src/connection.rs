use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use async_nats::{ConnectOptions, ServerAddr};
use secrecy::{ExposeSecret, SecretString};
use service::server_certificate::{self, Server};
use tokio::sync::broadcast;

/// Where the event broker is.
#[derive(Debug, Clone, clap::Args)]
pub struct NatsArgs {
    /// NATS server with JetStream: nats://host:port, or tls://host:port, by which nothing is said without TLS. A
    /// production system takes tls:// alone; a server on its own machine needs no TLS.
    #[arg(long, env = "NATS_URL", default_value = "nats://127.0.0.1:4222", value_name = "URL")]
    pub nats_url: String,
    /// PEM file of the authorities that are believed about the server, in place of those of this machine. With it
    /// nothing is said without TLS either.
    #[arg(long, env = "NATS_CA_FILE", value_name = "FILE")]
    pub nats_ca_file: Option<PathBuf>,
    /// Who we are to a server that knows its users.
    #[arg(long, env = "NATS_USER", value_name = "NAME", requires = "nats_password")]
    pub nats_user: Option<String>,
    /// The user's password.
    #[arg(
        long,
        env = "NATS_PASSWORD",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "nats_user"
    )]
    pub nats_password: Option<SecretString>,
}

impl NatsArgs {
    /// A server that lets anybody in.
    pub fn open(url: impl Into<String>) -> Self {
        Self { nats_url: url.into(), nats_ca_file: None, nats_user: None, nats_password: None }
    }

    fn options(&self) -> anyhow::Result<ConnectOptions> {
        let options = self.with_user().require_tls(self.server_with_tls().is_some());
        let Some(authorities) = &self.nats_ca_file else { return Ok(options) };
        // The file is read again for each connection.
        service::read_authorities("NATS_CA_FILE", authorities)?;
        Ok(options.add_root_certificates(authorities.clone()))
    }

    /// None where nobody asks for TLS.
    fn server_with_tls(&self) -> Option<ServerAddr> {
        let server: ServerAddr = self.nats_url.parse().ok()?;
        (server.tls_required() || self.nats_ca_file.is_some()).then_some(server)
    }

    fn with_user(&self) -> ConnectOptions {
        match (&self.nats_user, &self.nats_password) {
            (Some(user), Some(password)) => {
                let inbox = format!("_INBOX.{user}");
                ConnectOptions::with_user_and_password(user.clone(), password.expose_secret().to_owned())
                    .custom_inbox_prefix(inbox)
            }
            _ => ConnectOptions::new(),
        }
    }
}

/// A connection that comes back by itself.
#[derive(Debug, Clone)]
pub struct Nats {
    pub(crate) client: async_nats::Client,
    /// Sends after every moment in which messages may have passed by.
    pub(crate) gaps: broadcast::Sender<()>,
}

impl Nats {
    /// Whether the broker is there now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }
}

/// Returns at once; connects, and connects again after a loss, in the background.
pub async fn connect(args: &NatsArgs) -> anyhow::Result<Nats> {
    let (gaps, _) = broadcast::channel(8);
    let announce = gaps.clone();
    let client = args
        .options()?
        .retry_on_initial_connect()
        .connection_timeout(Duration::from_secs(2))
        .reconnect_delay_callback(|attempt| Duration::from_millis(50 << attempt.min(6)))
        .event_callback(move |event| {
            let announce = announce.clone();
            async move { report(&event, &announce) }
        })
        .connect(&args.nats_url)
        .await
        .context("NATS_URL cannot be used")?;
    if let Some(server) = args.server_with_tls() {
        server_certificate::measure(Server::Nats, server.host(), server.port());
    }
    Ok(Nats { client, gaps })
}

fn report(event: &async_nats::Event, gaps: &broadcast::Sender<()>) {
    match event {
        async_nats::Event::Connected => {
            tracing::info!("the event broker is connected");
            // Nobody listening is fine: only live caches care.
            let _listeners = gaps.send(());
        }
        async_nats::Event::Disconnected => {
            tracing::warn!("the event broker is away; events wait in the outbox");
        }
        async_nats::Event::SlowConsumer(_) => {
            tracing::warn!("events came faster than they were heard; some were dropped");
            let _listeners = gaps.send(());
        }
        // A user that may not say what we said, for one.
        async_nats::Event::ServerError(error) => tracing::error!(%error, "the event broker refuses us"),
        other => tracing::debug!(event = %other, "event broker"),
    }
}

#[cfg(test)]
mod tests;
