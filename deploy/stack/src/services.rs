//! The six services and the gateway: which settings each gets here, and how they are started and stopped.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clap::Parser;
use futures::future::select_all;
use service::postgres::MigrateArgs;
use service::{SharedClock, SystemClock};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::database;
use crate::ports::require_free;
use crate::settings::{Ports, RunArgs};

/// Shared with the sandbox alone; the real providers give each installation its own.
pub(crate) const DUFFEL_TEST_SECRET: &str = "c2FuZGJveC10ZXN0LTAxMjM=";
pub(crate) const DUFFEL_LIVE_SECRET: &str = "c2FuZGJveC1saXZlLTAxMjM=";
pub(crate) const STRIPE_TEST_SECRET: &str = "whsec_sandbox_test";
pub(crate) const STRIPE_LIVE_SECRET: &str = "whsec_sandbox_live";
/// Keys of a system whose data are simulated: base64 of 32 bytes. Real installations make their own.
const LOCAL_KEY: &str = "bG9jYWwtc3RhY2sta2V5LW5vdC1mb3ItcHJvZHVjdGk=";

const GATEWAY: &str = "gateway";
/// The services in the order of their ports.
const NAMES: [&str; 6] =
    ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"];

/// All of them, in the order in which they stop.
const CALLERS_FIRST: [&str; 7] =
    [GATEWAY, "svc-booking", "svc-payments", "svc-offers", "svc-search", "svc-identity", "svc-brand"];

/// Settings by name, as each program would get them on its command line.
struct Settings(Vec<String>);

impl Settings {
    fn new(program: &str) -> Self {
        Self(vec![program.to_owned()])
    }

    fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.extend([format!("--{name}"), value.into()]);
        self
    }

    fn service(name: &str, args: &RunArgs) -> Self {
        Self::new(name)
            .with("listen", address(port_of(name, &args.ports)).to_string())
            .with("tls-dir", certificates(args, name))
            .with("nats-url", format!("nats://127.0.0.1:{}", args.ports.nats_port))
    }

    fn database(self, role: &str, args: &RunArgs) -> Self {
        self.with("database-url", database::url(args.ports.postgres_port, role))
    }

    fn upstream(self, name: &str, ports: &Ports) -> Self {
        let setting = format!("{}-url", name.trim_start_matches("svc-"));
        self.with(&setting, format!("http://127.0.0.1:{}", port_of(name, ports)))
    }

    fn duffel(self, args: &RunArgs) -> Self {
        let url = sandbox_url(&args.ports);
        let test =
            self.with("duffel-test-url", url.as_str()).with("duffel-test-token", "duffel_test_sandbox");
        if args.live_sandbox {
            return test.with("duffel-live-url", url).with("duffel-live-token", "duffel_live_sandbox");
        }
        test
    }

    fn stripe(self, args: &RunArgs) -> Self {
        let url = sandbox_url(&args.ports);
        let test = self.with("stripe-test-url", url.as_str()).with("stripe-test-key", "sk_test_sandbox");
        if args.live_sandbox {
            return test.with("stripe-live-url", url).with("stripe-live-key", "sk_live_sandbox");
        }
        test
    }

    /// Live mode's cards are typed into the sandbox's own fields; test mode's are published numbers, typed into ours.
    fn card_fields(self, args: &RunArgs) -> Self {
        if !args.live_sandbox {
            return self;
        }
        let url = sandbox_url(&args.ports);
        self.with("stripe-live-publishable-key", "pk_live_sandbox")
            .with("stripe-live-script-url", format!("{url}/v3/"))
            .with("stripe-browser-urls", url)
    }

    fn mail(self, args: &RunArgs) -> Self {
        self.with("smtp-url", format!("smtp://127.0.0.1:{}", args.ports.smtp_port))
            .with("system-url", site_url(&args.ports))
    }

    fn parse<C: Parser>(self) -> anyhow::Result<C> {
        C::try_parse_from(&self.0).with_context(|| format!("the stack's settings for {}", self.0[0]))
    }
}

fn site_url(ports: &Ports) -> String {
    format!("http://localhost:{}", ports.port)
}

fn sandbox_url(ports: &Ports) -> String {
    format!("http://127.0.0.1:{}", ports.sandbox_port)
}

fn certificates(args: &RunArgs, name: &str) -> String {
    args.dir.join("certificates").join(name).display().to_string()
}

fn address(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

fn port_of(name: &str, ports: &Ports) -> u16 {
    if name == GATEWAY {
        return ports.port;
    }
    let place = NAMES.iter().position(|known| *known == name).expect("a service of ours");
    ports.services_port + u16::try_from(place).expect("six services")
}

/// Fails with a sentence where one of the ports is taken.
pub(crate) fn require_free_ports(ports: &Ports) -> anyhow::Result<()> {
    require_free(ports.port, "the web site", "FAREWAY_PORT")?;
    for name in NAMES {
        require_free(port_of(name, ports), name, "FAREWAY_SERVICES_PORT")?;
    }
    Ok(())
}

/// Migrates every schema as its owner, and seeds what is missing.
pub(crate) async fn migrate(args: &RunArgs) -> anyhow::Result<()> {
    let owner = |role: &str| {
        let url = database::url(args.ports.postgres_port, &format!("{role}_owner"));
        MigrateArgs { database_owner_url: url.into() }
    };
    owner("svc_booking").migrate(&svc_booking::MIGRATOR).await.context("svc-booking")?;
    owner("svc_payments").migrate(&svc_payments::MIGRATOR).await.context("svc-payments")?;
    owner("svc_identity").migrate(&svc_identity::MIGRATOR).await.context("svc-identity")?;
    owner("svc_brand").migrate(&svc_brand::MIGRATOR).await.context("svc-brand")?;
    seed(args).await
}

async fn seed(args: &RunArgs) -> anyhow::Result<()> {
    let brands = database::url(args.ports.postgres_port, "svc_brand");
    svc_brand::seed(&brands.into(), &args.seeds, &SystemClock).await.context("seeding brands")?;
    let users = database::url(args.ports.postgres_port, "svc_identity");
    svc_identity::seed_demo(&users.into(), &SystemClock).await.context("seeding the demo accounts")
}

/// The running services.
pub(crate) struct Services {
    clock: SharedClock,
    running: Vec<Running>,
}

struct Running {
    name: &'static str,
    stop: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Services {
    /// Starts all that `args` do not leave out.
    pub async fn start(args: &RunArgs) -> anyhow::Result<Self> {
        let mut services = Self { clock: Arc::new(SystemClock), running: Vec::new() };
        for name in
            NAMES.into_iter().chain([GATEWAY]).filter(|name| !args.without.iter().any(|left| left == name))
        {
            services.start_one(name, args).await?;
        }
        Ok(services)
    }

    /// Starts one service by its name.
    pub async fn start_one(&mut self, name: &'static str, args: &RunArgs) -> anyhow::Result<()> {
        let clock = self.clock.clone();
        match name {
            "svc-search" => {
                let app = svc_search::App::build(search(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            "svc-offers" => {
                let app = svc_offers::App::build(offers(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            "svc-booking" => {
                let app = svc_booking::App::build(booking(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            "svc-payments" => {
                let app = svc_payments::App::build(payments(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            "svc-identity" => {
                let app = svc_identity::App::build(identity(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            "svc-brand" => {
                let app = svc_brand::App::build(brand(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            GATEWAY => {
                let app = gateway::App::build(gateway_settings(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, stop| app.run(listener, stop)).await
            }
            other => anyhow::bail!("{other} is no service of ours"),
        }
    }

    async fn spawn<F>(
        &mut self,
        name: &'static str,
        args: &RunArgs,
        run: impl FnOnce(TcpListener, CancellationToken) -> F,
    ) -> anyhow::Result<()>
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let port = port_of(name, &args.ports);
        let listener =
            TcpListener::bind(address(port)).await.with_context(|| format!("port {port} for {name}"))?;
        let stop = CancellationToken::new();
        let task = tokio::spawn(run(listener, stop.clone()));
        self.running.push(Running { name, stop, task });
        Ok(())
    }

    /// Lets one service finish what is under way, and end.
    pub async fn stop_one(&mut self, name: &str) {
        let Some(place) = self.running.iter().position(|running| running.name == name) else { return };
        self.running.swap_remove(place).stop().await;
    }

    /// Returns when `shutdown` is cancelled or a service ends by itself, which is an error.
    pub async fn until(&mut self, shutdown: &CancellationToken) -> anyhow::Result<()> {
        let ended = select_all(self.running.iter_mut().map(|running| &mut running.task));
        tokio::select! {
            () = shutdown.cancelled() => Ok(()),
            (outcome, place, _) = ended => {
                let name = self.running.swap_remove(place).name;
                outcome?.with_context(|| format!("{name} failed"))?;
                anyhow::bail!("{name} ended by itself")
            }
        }
    }

    /// Lets every service finish what is under way. Who calls others stops before them.
    pub async fn stop(mut self) {
        for name in CALLERS_FIRST {
            self.stop_one(name).await;
        }
    }
}

impl Running {
    async fn stop(self) {
        self.stop.cancel();
        if let Err(error) = self.task.await.map_err(anyhow::Error::from).and_then(|ended| ended) {
            tracing::error!(service = self.name, error = format!("{error:#}"), "did not stop cleanly");
        }
    }
}

fn search(args: &RunArgs) -> Settings {
    Settings::service("svc-search", args).duffel(args)
}

fn offers(args: &RunArgs) -> Settings {
    Settings::service("svc-offers", args).duffel(args)
}

fn identity(args: &RunArgs) -> Settings {
    Settings::service("svc-identity", args).database("svc_identity", args).mail(args)
}

fn brand(args: &RunArgs) -> Settings {
    Settings::service("svc-brand", args).database("svc_brand", args).mail(args)
}

fn payments(args: &RunArgs) -> Settings {
    Settings::service("svc-payments", args)
        .database("svc_payments", args)
        .upstream("svc-offers", &args.ports)
        .stripe(args)
        .with("stripe-test-webhook-secret", STRIPE_TEST_SECRET)
        .with("stripe-live-webhook-secret", STRIPE_LIVE_SECRET)
        .with("hmac-key", LOCAL_KEY)
}

fn booking(args: &RunArgs) -> Settings {
    Settings::service("svc-booking", args)
        .database("svc_booking", args)
        .upstream("svc-offers", &args.ports)
        .upstream("svc-payments", &args.ports)
        .upstream("svc-identity", &args.ports)
        .duffel(args)
        .with("duffel-test-webhook-secret", DUFFEL_TEST_SECRET)
        .with("duffel-live-webhook-secret", DUFFEL_LIVE_SECRET)
        .with("hmac-key", LOCAL_KEY)
        .with("pii-key", LOCAL_KEY)
        .mail(args)
}

fn gateway_settings(args: &RunArgs) -> Settings {
    let settings = Settings::new(GATEWAY)
        .with("listen", address(args.ports.port).to_string())
        .with("tls-dir", certificates(args, GATEWAY))
        .with("nats-url", format!("nats://127.0.0.1:{}", args.ports.nats_port))
        .with("https", "false")
        .with("web-dir", args.web_dir.display().to_string())
        .card_fields(args);
    NAMES.iter().fold(settings, |settings, name| settings.upstream(name, &args.ports))
}

/// Whether the exported web app is there.
pub(crate) fn web_is_built(web_dir: &Path) -> bool {
    web_dir.join("index.html").is_file()
}
