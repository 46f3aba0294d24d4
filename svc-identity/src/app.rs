use std::sync::Arc;

use events::{Nats, Stream};
use mail::{MailArgs, Seal};
use proto::identity::v1::identity_service_server::IdentityServiceServer;
use service::sealing::KeyCheck;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, preflight};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::events::STREAM;
use crate::grpc::IdentityHandlers;
use crate::ops::{Accounts, OutboxNotifier};
use crate::password_hasher::PasswordHasher;
use crate::preflight::Preflight;
use crate::secret_cipher::SecretCipher;
use crate::store::sealed::Secrets;
use crate::{Config, MIGRATOR, demo_administrator, sweeper};

/// Who may call what.
pub const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.identity.v1.IdentityService/", callers: &["gateway"] },
    Allow { methods: "/fareway.identity.v1.IdentityService/CreateBookingAccount", callers: &["svc-booking"] },
    Allow { methods: "/fareway.identity.v1.IdentityService/ConfirmMailbox", callers: &["svc-booking"] },
    Allow { methods: "/fareway.identity.v1.IdentityService/GetMode", callers: &["svc-brand"] },
    preflight::ALLOW,
];

/// The service, built and not yet listening.
pub struct App {
    server: ServerArgs,
    mail: MailArgs,
    nats: Nats,
    stream: Stream,
    accounts: Accounts,
    preflight: Preflight,
    check: SettingsCheck,
}

impl App {
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let sealer = config.second_factor.sealer()?;
        let accounts = Accounts {
            pool: config.database.pool()?,
            clock,
            hasher: PasswordHasher::new().await?,
            secrets: SecretCipher(sealer.clone()),
            seal: Seal::under(sealer),
            system_url: config.system_url,
            strict_live_registration: config.strict_live_registration,
            outboxes: OutboxNotifier::default(),
        };
        let preflight = Preflight { accounts: accounts.clone(), mail: config.mail.clone() };
        let nats = events::connect(&config.nats).await?;
        let Config { server, mail, stream, check, .. } = config;
        let stream = STREAM.with(stream);
        Ok(Self { server, mail, nats, stream, accounts, preflight, check })
    }

    /// Serves until it is to end; then calls under way are finished. A production system does not begin while the
    /// demonstration's administrator can sign in.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let Self { server, mail, nats, stream, accounts, preflight: checks, check } = self;
        if check.is_for_real_sales() {
            demo_administrator::require_closed(&accounts, &lifecycle).await?;
        }
        let Accounts { pool, clock, outboxes, secrets, seal, .. } = accounts.clone();
        let keys = Arc::new(KeyCheck::new(Secrets(pool.clone()), secrets.0));
        let relay =
            events::relay(pool.clone(), nats, stream, clock.clone(), outboxes.relay, stopping.clone());
        let sender = mail::sender(pool.clone(), mail, seal, clock, outboxes.mail_sender, stopping.clone());
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("relay", relay);
        workers.spawn("mail sender", sender);
        let queues = [::events::QUEUES, mail::QUEUES].concat();
        let figures = vec![::events::OLDEST];
        let watched = service::queues::watch("svc-identity", pool.clone(), queues, figures, stopping.clone());
        workers.spawn("queues", watched);
        workers.spawn("sweeper", sweeper::run(accounts.clone(), stopping.clone()));
        let serving = Serving {
            name: "svc-identity",
            routes: Routes::new(IdentityServiceServer::new(IdentityHandlers(accounts)))
                .add_service(preflight::server(checks, check)),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(readiness(pool.clone(), keys.clone()))),
        };
        workers.run_with(serve(serving, &server, listener, lifecycle)).await
    }
}

/// Ready means: the database is. Keys that do not open the secrets in it are logged alone: they keep administrators from
/// proving themselves, and travellers from nothing.
async fn readiness(pool: PgPool, keys: Arc<KeyCheck<Secrets>>) -> Result<(), &'static str> {
    service::postgres::readiness(pool, &MIGRATOR).await?;
    let _logged = keys.readiness().await;
    Ok(())
}
