//! Starting and stopping, in the order in which things need each other.

use anyhow::Context;
use servers::{Durability, LOCAL_PASSWORD, Postgres};
use tokio_util::sync::CancellationToken;

use crate::children::Children;
use crate::holder::Holder;
use crate::programs::require_free_ports;
use crate::services::Services;
use crate::settings::{RunArgs, ServersArgs, TestKeys};
use crate::{certificates, database};

/// The whole system, running.
pub struct System {
    args: RunArgs,
    children: Children,
    services: Services,
    _holder: Holder,
}

impl System {
    /// Starts servers, sandbox, services and gateway.
    pub async fn start(args: RunArgs) -> anyhow::Result<Self> {
        args.keys.check()?;
        std::fs::create_dir_all(&args.dir).with_context(|| format!("making {}", args.dir.display()))?;
        let holder = Holder::of(&args.dir)?;
        require_free_ports(&args.ports)?;
        certificates::make(&args.dir.join("certificates"), None)?;
        let children = Children::start(&args).await?;
        match Self::start_services(&args, &children).await {
            Ok(services) => Ok(Self { args, children, services, _holder: holder }),
            Err(error) => {
                children.stop().await;
                Err(error)
            }
        }
    }

    async fn start_services(args: &RunArgs, children: &Children) -> anyhow::Result<Services> {
        database::prepare(args, &children.postgres.url).await?;
        Services::start(args).await
    }

    /// Stops one service and leaves the others running.
    pub async fn stop_service(&mut self, name: &str) {
        self.services.stop_one(name).await;
    }

    /// Starts a service that was stopped.
    pub async fn start_service(&mut self, name: &'static str) -> anyhow::Result<()> {
        self.services.start_one(name, &self.args).await
    }

    /// Stops everything in the order in which nothing is lost.
    pub async fn stop(self) {
        self.services.stop().await;
        self.children.stop().await;
    }
}

/// Runs the whole system until `shutdown`, or until a part of it ends by itself: half a system would mislead.
pub async fn run(args: RunArgs, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut system = System::start(args).await?;
    greet(&system.args, &system.children);
    let outcome = tokio::select! {
        outcome = system.services.until(&shutdown) => outcome,
        ended = system.children.ended() => Err(ended),
    };
    system.stop().await;
    outcome
}

/// Postgres alone, for tests; each test that needs a broker starts its own.
pub async fn servers_only(args: ServersArgs, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut postgres =
        Postgres::start(&args.dir.join("postgres"), args.postgres_port, Durability::None).await?;
    println!("FAREWAY_TEST_POSTGRES={}", postgres.url);
    let outcome = tokio::select! {
        () = shutdown.cancelled() => Ok(()),
        ended = postgres.ended() => Err(ended),
    };
    postgres.stop().await;
    outcome
}

/// Which provider is the real one, and what that means for a machine that nobody can call.
fn providers(keys: &TestKeys) -> Vec<String> {
    let played =
        |is_real: bool, name: &str| if is_real { format!("{name}, test mode") } else { "the sandbox".into() };
    let mut lines = vec![
        format!("flights         {}", played(keys.duffel_test_token.is_some(), "Duffel")),
        format!("card payments   {}", played(keys.stripe_test_key.is_some(), "Stripe")),
    ];
    if keys.duffel_test_token.is_some() || keys.stripe_test_key.is_some() {
        lines.push(
            "webhooks        a real provider cannot call this machine: its answers are read again instead"
                .into(),
        );
    }
    lines
}

fn greet(args: &RunArgs, children: &Children) {
    let ports = &args.ports;
    println!("\nFareway is open: http://localhost:{}", ports.port);
    println!("  other brands    http://localhost:{}/?brand=northwind (keys: seeds/brands.json)", ports.port);
    for line in providers(&args.keys) {
        println!("  {line}");
    }
    println!("  test card       4242 4242 4242 4242, any future date, any CVV");
    println!("  traveller       demo  / demo-Fareway-2026");
    println!("  administrator   admin / admin-Fareway-2026");
    println!("  mailbox         http://localhost:{}/mailbox", ports.sandbox_port);
    println!("  interface       http://localhost:{}/api/docs", ports.port);
    println!("  database        {}", database::url(ports.postgres_port, "postgres"));
    println!("  broker          {} (operator / {LOCAL_PASSWORD})", children.nats.url);
    if !args.web_is_built() {
        println!("  The web app is not built ({} is missing): make build-web", args.web_dir.display());
    }
    println!("  Data lie in {}; Ctrl-C stops everything.\n", args.dir.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_says_which_provider_is_real() {
        let key = Some("duffel_test_1".into());
        let lines = providers(&TestKeys { duffel_test_token: key, ..TestKeys::default() }).join("\n");

        assert!(lines.contains("flights         Duffel, test mode"), "{lines}");
        assert!(lines.contains("card payments   the sandbox"), "{lines}");
        assert!(!lines.contains("duffel_test_1"), "{lines}");
        assert_eq!(providers(&TestKeys::default()).len(), 2);
    }
}
