//! The processes beside ours: Postgres, the broker, and the sandbox.

use anyhow::Context;
use servers::{Access, Durability, Nats, Postgres, Program};

use crate::ports::require_free;
use crate::programs::{address, built};
use crate::settings::RunArgs;

pub(crate) struct Children {
    pub postgres: Postgres,
    pub nats: Nats,
    sandbox: Program,
}

impl Children {
    pub async fn start(args: &RunArgs) -> anyhow::Result<Self> {
        let ports = &args.ports;
        require_free(ports.postgres_port, "Postgres", "FAREWAY_POSTGRES_PORT")?;
        require_free(ports.nats_port, "the event broker", "FAREWAY_NATS_PORT")?;
        require_free(ports.sandbox_port, "the sandbox", "FAREWAY_SANDBOX_PORT")?;
        require_free(ports.smtp_port, "the mailbox", "FAREWAY_SMTP_PORT")?;
        let durability = if args.ephemeral { Durability::None } else { Durability::Full };
        let postgres = Postgres::start(&args.dir.join("postgres"), ports.postgres_port, durability).await?;
        let nats = Nats::start(&args.dir.join("nats"), ports.nats_port, durability, Access::Users).await?;
        let sandbox = start_sandbox(args).await?;
        Ok(Self { postgres, nats, sandbox })
    }

    /// Waits until one of them ends by itself, and says which and how.
    pub async fn ended(&mut self) -> anyhow::Error {
        tokio::select! {
            ended = self.postgres.ended() => ended,
            ended = self.nats.ended() => ended,
            ended = self.sandbox.ended() => ended,
        }
    }

    /// The services have stopped by now: nobody misses what ends here.
    pub async fn stop(self) {
        self.sandbox.stop().await;
        self.nats.stop().await;
        self.postgres.stop().await;
    }
}

/// Starts both providers' stand-in; what it was told before is in its journal.
pub async fn start_sandbox(args: &RunArgs) -> anyhow::Result<Program> {
    let ports = &args.ports;
    let gateway = format!("http://127.0.0.1:{}", ports.port);
    let settings = [
        ("--listen", format!("127.0.0.1:{}", ports.sandbox_port)),
        ("--smtp-listen", format!("127.0.0.1:{}", ports.smtp_port)),
        ("--seeds", args.seeds.display().to_string()),
        ("--journal", args.dir.join("sandbox.journal").display().to_string()),
        ("--delay-factor", args.sandbox_delay.to_string()),
        ("--async-order-delay-ms", args.sandbox_async_ms.to_string()),
        ("--duffel-rate-limit", args.sandbox_rate_limit.to_string()),
        ("--duffel-rate-window-s", args.sandbox_rate_window_s.to_string()),
        (
            "--duffel-webhook-test",
            format!("{gateway}/webhooks/duffel,{}", crate::programs::DUFFEL_TEST_SECRET),
        ),
        (
            "--duffel-webhook-live",
            format!("{gateway}/webhooks/duffel,{}", crate::programs::DUFFEL_LIVE_SECRET),
        ),
        (
            "--stripe-webhook-test",
            format!("{gateway}/webhooks/stripe,{}", crate::programs::STRIPE_TEST_SECRET),
        ),
        (
            "--stripe-webhook-live",
            format!("{gateway}/webhooks/stripe,{}", crate::programs::STRIPE_LIVE_SECRET),
        ),
    ];
    let arguments = settings.iter().flat_map(|(name, value)| [(*name).to_owned(), value.clone()]);
    Program::start(
        "the sandbox",
        &built("sandbox")?,
        arguments,
        args.dir.join("sandbox.log"),
        address(ports.sandbox_port),
    )
    .await
    .context("starting the sandbox")
}
