//! The six services and the gateway as programs: which settings each gets here, as on its command line.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;
use secrecy::ExposeSecret;
use servers::LOCAL_PASSWORD;
use service::keys::LOCAL_KEY;

use crate::database;
use crate::ports::require_free;
use crate::settings::{Ports, RunArgs};

/// Shared with the sandbox alone; the real providers give each installation its own.
pub(crate) const DUFFEL_TEST_SECRET: &str = "c2FuZGJveC10ZXN0LTAxMjM=";
pub(crate) const DUFFEL_LIVE_SECRET: &str = "c2FuZGJveC1saXZlLTAxMjM=";
pub(crate) const STRIPE_TEST_SECRET: &str = "whsec_sandbox_test";
pub(crate) const STRIPE_LIVE_SECRET: &str = "whsec_sandbox_live";

pub(crate) const GATEWAY: &str = "gateway";
/// The services in the order of their ports.
pub(crate) const NAMES: [&str; 6] =
    ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"];

/// All of them, in the order in which they stop.
pub(crate) const CALLERS_FIRST: [&str; 7] =
    [GATEWAY, "svc-booking", "svc-payments", "svc-brand", "svc-offers", "svc-search", "svc-identity"];

/// A service, or the gateway, as a process of its own: its name and the arguments it is started with.
#[derive(Debug, Clone)]
pub struct CommandLine {
    pub name: &'static str,
    pub port: u16,
    pub arguments: Vec<String>,
    ip: Ipv4Addr,
    admin_port: u16,
}

impl CommandLine {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        (self.ip, self.port).into()
    }

    /// The same program, listening there.
    #[must_use]
    pub fn at(self, ip: Ipv4Addr) -> Self {
        let address = |port: u16| SocketAddr::from((ip, port)).to_string();
        let (listen, admin) = (address(self.port), address(self.admin_port));
        Self { ip, ..self }.with("listen", listen).with("admin-listen", admin)
    }

    /// The value of a setting, where it has one.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.place_of(name).map(|place| &*self.arguments[place])
    }

    /// The same program with a setting of another value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        match self.place_of(name) {
            Some(place) => self.arguments[place] = value.into(),
            None => self.arguments.extend([format!("--{name}"), value.into()]),
        }
        self
    }

    /// Where the value of a setting stands: after its name.
    fn place_of(&self, name: &str) -> Option<usize> {
        let is_name = |argument: &String| argument.strip_prefix("--") == Some(name);
        self.arguments.iter().position(is_name).map(|place| place + 1)
    }
}

/// All seven, callers last.
pub fn command_lines(args: &RunArgs) -> Vec<CommandLine> {
    let settings = [
        search(args),
        offers(args),
        booking(args),
        payments(args),
        identity(args),
        brand(args),
        gateway_settings(args),
    ];
    let named = NAMES.into_iter().chain([GATEWAY]).zip(settings);
    let line = |(name, settings): (&'static str, Settings)| CommandLine {
        name,
        port: port_of(name, &args.ports),
        arguments: serve_with(settings.with("admin-listen", admin_address(name, &args.ports).to_string())),
        ip: Ipv4Addr::LOCALHOST,
        admin_port: admin_address(name, &args.ports).port(),
    };
    named.map(line).collect()
}

fn serve_with(settings: Settings) -> Vec<String> {
    ["serve".to_owned()].into_iter().chain(settings.0.into_iter().skip(1)).collect()
}

/// Where a program of ours is built: beside this one (tests lie one folder deeper).
pub fn built(name: &str) -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    own.ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
        .with_context(|| format!("{name} is not built: cargo build -p {name}"))
}

/// Settings by name, as each program would get them on its command line.
pub(crate) struct Settings(Vec<String>);

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
            .with("drain-seconds", "0")
            .broker(name, args)
    }

    fn broker(self, user: &str, args: &RunArgs) -> Self {
        self.with("nats-url", format!("nats://127.0.0.1:{}", args.ports.nats_port))
            .with("nats-user", user)
            .with("nats-password", LOCAL_PASSWORD)
    }

    fn database(self, role: &str, args: &RunArgs) -> Self {
        self.with("database-url", database::url(args.ports.postgres_port, role))
    }

    fn upstream(self, name: &str, args: &RunArgs) -> Self {
        let setting = format!("{}-url", name.trim_start_matches("svc-"));
        let host = if args.found_by_name { name } else { "127.0.0.1" };
        self.with(&setting, format!("http://{host}:{}", port_of(name, &args.ports)))
    }

    fn duffel(self, args: &RunArgs) -> Self {
        let url = sandbox_url(&args.ports);
        let test = match &args.keys.duffel_test_token {
            Some(token) => self.with("duffel-test-token", token.expose_secret()),
            None => {
                self.with("duffel-test-url", url.as_str()).with("duffel-test-token", "duffel_test_sandbox")
            }
        };
        if args.live_sandbox {
            return test.with("duffel-live-url", url).with("duffel-live-token", "duffel_live_sandbox");
        }
        test
    }

    fn stripe(self, args: &RunArgs) -> Self {
        let url = sandbox_url(&args.ports);
        let test = match &args.keys.stripe_test_key {
            Some(key) => self.with("stripe-test-key", key.expose_secret()),
            None => self.with("stripe-test-url", url.as_str()).with("stripe-test-key", "sk_test_sandbox"),
        };
        if args.live_sandbox {
            return test.with("stripe-live-url", url).with("stripe-live-key", "sk_live_sandbox");
        }
        test
    }

    /// Live mode's cards are typed into the sandbox's own fields. Test mode's are published numbers, typed into ours, or
    /// with Stripe's own key into Stripe's fields.
    fn card_fields(mut self, args: &RunArgs) -> Self {
        let mut browser_urls = Vec::new();
        if let Some(key) = &args.keys.stripe_test_publishable_key {
            self = self.with("stripe-test-publishable-key", key.expose_secret());
            browser_urls.push("https://api.stripe.com".to_owned());
        }
        if args.live_sandbox {
            let url = sandbox_url(&args.ports);
            self = self
                .with("stripe-live-publishable-key", "pk_live_sandbox")
                .with("stripe-live-script-url", format!("{url}/v3/"));
            browser_urls.push(url);
        }
        if browser_urls.is_empty() { self } else { self.with("stripe-browser-urls", browser_urls.join(",")) }
    }

    fn mail(self, args: &RunArgs) -> Self {
        self.with("smtp-url", format!("smtp://127.0.0.1:{}", args.ports.smtp_port))
            .with("system-url", site_url(&args.ports))
    }

    pub fn parse<C: Parser>(self) -> anyhow::Result<C> {
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

pub(crate) fn address(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

pub(crate) fn port_of(name: &str, ports: &Ports) -> u16 {
    if name == GATEWAY {
        return ports.port;
    }
    let place = NAMES.iter().position(|known| *known == name).expect("a service of ours");
    ports.services_port + u16::try_from(place).expect("six services")
}

/// The admin ports of processes follow the services' ports: the services' in their order, then the gateway's.
fn admin_address(name: &str, ports: &Ports) -> SocketAddr {
    let place = NAMES.iter().position(|known| *known == name).unwrap_or(NAMES.len());
    address(ports.services_port + u16::try_from(NAMES.len() + place).expect("seven programs"))
}

/// Fails with a sentence where one of the ports is taken.
pub(crate) fn require_free_ports(ports: &Ports) -> anyhow::Result<()> {
    require_free(ports.port, "the web site", "FAREWAY_PORT")?;
    for name in NAMES {
        require_free(port_of(name, ports), name, "FAREWAY_SERVICES_PORT")?;
    }
    Ok(())
}

pub(crate) fn search(args: &RunArgs) -> Settings {
    let settings = Settings::service("svc-search", args).duffel(args);
    match args.look_ups_an_hour {
        Some(most) => settings.with("look-ups-an-hour-test", most.to_string()),
        None => settings,
    }
}

pub(crate) fn offers(args: &RunArgs) -> Settings {
    Settings::service("svc-offers", args).duffel(args)
}

pub(crate) fn identity(args: &RunArgs) -> Settings {
    Settings::service("svc-identity", args)
        .database("svc_identity", args)
        .with("second-factor-key", LOCAL_KEY)
        .mail(args)
}

pub(crate) fn brand(args: &RunArgs) -> Settings {
    Settings::service("svc-brand", args)
        .database("svc_brand", args)
        .upstream("svc-search", args)
        .upstream("svc-identity", args)
        .mail(args)
        // A developer sees at once what a fall brings about.
        .with("watch-interval-ms", "5000")
}

pub(crate) fn payments(args: &RunArgs) -> Settings {
    Settings::service("svc-payments", args)
        .database("svc_payments", args)
        .upstream("svc-offers", args)
        .stripe(args)
        .with("stripe-test-webhook-secret", STRIPE_TEST_SECRET)
        .with("stripe-live-webhook-secret", STRIPE_LIVE_SECRET)
        .with("hmac-key", LOCAL_KEY)
        .mail(args)
}

pub(crate) fn booking(args: &RunArgs) -> Settings {
    Settings::service("svc-booking", args)
        .database("svc_booking", args)
        .upstream("svc-offers", args)
        .upstream("svc-payments", args)
        .upstream("svc-identity", args)
        .duffel(args)
        .with("duffel-test-webhook-secret", DUFFEL_TEST_SECRET)
        .with("duffel-live-webhook-secret", DUFFEL_LIVE_SECRET)
        .with("hmac-key", LOCAL_KEY)
        .with("pii-key", LOCAL_KEY)
        .mail(args)
}

/// The exported web app, or `none` where it is not built: the API can be used without it.
fn web_folder(args: &RunArgs) -> String {
    if args.web_is_built() { args.web_dir.display().to_string() } else { "none".to_owned() }
}

pub(crate) fn gateway_settings(args: &RunArgs) -> Settings {
    let settings = Settings::new(GATEWAY)
        .with("listen", address(args.ports.port).to_string())
        .with("tls-dir", certificates(args, GATEWAY))
        .with("drain-seconds", "0")
        .broker(GATEWAY, args)
        .with("https", "false")
        .with("web-dir", web_folder(args))
        .card_fields(args);
    NAMES.iter().fold(settings, |settings, name| settings.upstream(name, args))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use service::SettingsCheck;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        run: RunArgs,
    }

    /// The arguments of a program, for a stack that is started with these.
    fn arguments(program: &str, settings: &[&str]) -> String {
        let line = Line::try_parse_from([&["stack"], settings].concat()).unwrap();
        let lines = command_lines(&line.run);
        lines.into_iter().find(|line| line.name == program).unwrap().arguments.join(" ")
    }

    #[test]
    fn a_gateway_serves_the_web_app_only_where_it_is_built() {
        let built = std::env::temp_dir().join(format!("fareway-stack-web-{}", std::process::id()));
        std::fs::create_dir_all(&built).unwrap();
        std::fs::write(built.join("index.html"), "").unwrap();
        let folder = |web: &str| arguments("gateway", &[&format!("--web-dir={web}")]);
        let (with, without) = (folder(built.to_str().unwrap()), folder("/nowhere"));
        std::fs::remove_dir_all(&built).unwrap();

        assert!(with.contains(&format!("--web-dir {}", built.display())), "{with}");
        assert!(without.contains("--web-dir none"), "{without}");
    }

    const STRIPE_KEYS: [&str; 2] = ["--stripe-test-key=sk_test_1", "--stripe-test-publishable-key=pk_test_1"];

    #[test]
    fn a_provider_with_a_key_is_the_real_one() {
        let payments = arguments("svc-payments", &STRIPE_KEYS);
        let gateway = arguments("gateway", &STRIPE_KEYS);
        let search = arguments("svc-search", &["--duffel-test-token=duffel_test_1"]);

        assert!(payments.contains("--stripe-test-key sk_test_1"), "{payments}");
        assert!(!payments.contains("stripe-test-url"), "{payments}");
        assert!(gateway.contains("--stripe-test-publishable-key pk_test_1"), "{gateway}");
        assert!(search.contains("--duffel-test-token duffel_test_1"), "{search}");
        assert!(!search.contains("duffel-test-url"), "{search}");
    }

    #[test]
    fn each_program_that_sends_mail_knows_the_mail_server_and_the_site() {
        for program in ["svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
            let told = arguments(program, &[]);
            assert!(told.contains("--smtp-url smtp://127.0.0.1:"), "{told}");
            assert!(told.contains("--system-url http://localhost:"), "{told}");
        }
    }

    #[test]
    fn every_process_has_an_admin_port_of_its_own() {
        let line = Line::try_parse_from(["stack"]).unwrap();
        let lines = command_lines(&line.run);
        let ports: HashSet<_> = lines.iter().map(|line| line.arguments.last().unwrap()).collect();

        assert_eq!(ports.len(), lines.len());
        assert!(ports.contains(&"127.0.0.1:50063".to_owned()), "{ports:?}");
    }

    #[test]
    fn a_setting_is_read_as_it_was_set_last() {
        let line = Line::try_parse_from(["stack"]).unwrap();
        let booking = command_lines(&line.run).into_iter().find(|line| line.name == "svc-booking").unwrap();

        let changed = booking.clone().with("pii-key", "another");

        assert_eq!(booking.setting("pii-key"), Some(LOCAL_KEY));
        assert_eq!(changed.setting("pii-key"), Some("another"));
        assert_eq!(changed.setting("mail-key"), None);
    }

    #[test]
    fn what_every_stack_shares_is_known_to_be_published() {
        let secrets = [DUFFEL_TEST_SECRET, DUFFEL_LIVE_SECRET, STRIPE_TEST_SECRET, STRIPE_LIVE_SECRET];
        for secret in secrets.into_iter().chain([LOCAL_KEY, LOCAL_PASSWORD]) {
            assert!(service::keys::is_published(&secret.into()), "{secret}");
        }
    }

    #[test]
    fn no_program_of_a_demonstration_starts_as_a_production_system() {
        fn refused<C: Parser>(settings: Settings, check: fn(&C) -> &SettingsCheck) -> String {
            let config = settings.with("environment", "production").parse().unwrap();
            check(&config).require_safe().unwrap_err().to_string()
        }
        let args = Line::try_parse_from(["stack"]).unwrap().run;
        let told = [
            refused(search(&args), |config: &svc_search::Config| &config.check),
            refused(offers(&args), |config: &svc_offers::Config| &config.check),
            refused(booking(&args), |config: &svc_booking::Config| &config.check),
            refused(payments(&args), |config: &svc_payments::Config| &config.check),
            refused(identity(&args), |config: &svc_identity::Config| &config.check),
            refused(brand(&args), |config: &svc_brand::Config| &config.check),
            refused(gateway_settings(&args), |config: &gateway::Config| &config.check),
        ];

        for told in &told {
            assert!(told.contains("NATS_PASSWORD holds what is published in the repository"), "{told}");
            assert!(!told.contains(LOCAL_PASSWORD), "{told}");
        }
        assert!(told[2].contains("PII_KEY holds") && told[3].contains("STRIPE_LIVE_WEBHOOK_SECRET holds"));
        assert!(told[4].contains("SECOND_FACTOR_KEY holds"), "{}", told[4]);
        assert!(told[6].contains("HTTPS is false"), "{}", told[6]);
    }

    #[test]
    fn a_provider_without_a_key_is_the_sandbox() {
        let search = arguments("svc-search", &STRIPE_KEYS);
        let payments = arguments("svc-payments", &["--duffel-test-token=duffel_test_1"]);

        assert!(search.contains("--duffel-test-url http://127.0.0.1:12111"), "{search}");
        assert!(payments.contains("--stripe-test-url http://127.0.0.1:12111"), "{payments}");
    }

    #[test]
    fn r008_the_real_providers_fields_may_call_it_beside_the_sandboxs() {
        let gateway = arguments("gateway", &[&STRIPE_KEYS[..], &["--live-sandbox"]].concat());

        assert!(
            gateway.contains("--stripe-browser-urls https://api.stripe.com,http://127.0.0.1:12111"),
            "{gateway}"
        );
    }

    #[test]
    fn a_key_of_live_mode_is_refused_and_not_repeated() {
        for (setting, other, expected) in [
            (
                "--duffel-test-token=duffel_live_secret",
                None,
                "DUFFEL_TEST_TOKEN must begin with duffel_test_",
            ),
            (
                "--stripe-test-key=sk_live_secret",
                Some(STRIPE_KEYS[1]),
                "must begin with sk_test_ or rk_test_",
            ),
            (
                "--stripe-test-publishable-key=sk_live_secret",
                Some(STRIPE_KEYS[0]),
                "must begin with pk_test_",
            ),
        ] {
            let settings: Vec<&str> = ["stack", setting].into_iter().chain(other).collect();
            let keys = Line::try_parse_from(settings).unwrap().run.keys;
            let refused = keys.check().unwrap_err();

            assert!(refused.to_string().contains(expected), "{refused}");
            let told = format!("{refused:?} {keys:?}");
            assert!(!told.contains("live_secret"), "{told}");
        }
    }

    #[test]
    fn half_a_pair_of_keys_is_refused_and_not_repeated() {
        let refused = |setting: &str| Line::try_parse_from(["stack", setting]).err().unwrap().to_string();

        let secret = refused(STRIPE_KEYS[0]);
        assert!(secret.contains("--stripe-test-publishable-key"), "{secret}");
        assert!(!secret.contains("sk_test_1"), "{secret}");
        assert!(refused(STRIPE_KEYS[1]).contains("--stripe-test-key"));
    }
}
