//! One system for all tests of this binary: starting it takes seconds, and each test brings travellers of its own.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Parser;
use stack::{Ports, RunArgs, System};
use tokio::runtime::Runtime;
use tokio::sync::{Mutex, MutexGuard};

use crate::traveller::Traveller;

/// Few, so that a test can spend them.
pub const LOOK_UPS_AN_HOUR: usize = 30;

/// Where the parts of the system under test listen.
#[derive(Debug, Clone)]
pub struct Addresses {
    pub site: String,
    pub sandbox: String,
    pub database: String,
    pub nats: String,
    /// What the broker wrote.
    pub nats_log: PathBuf,
}

impl Addresses {
    pub fn of(args: &RunArgs) -> Self {
        let ports = &args.ports;
        Self {
            site: format!("http://127.0.0.1:{}", ports.port),
            sandbox: format!("http://127.0.0.1:{}", ports.sandbox_port),
            database: format!("postgres://postgres@127.0.0.1:{}/fareway", ports.postgres_port),
            nats: format!("nats://127.0.0.1:{}", ports.nats_port),
            nats_log: args.dir.join("nats/nats.log"),
        }
    }
}

pub struct Shared {
    pub system: System,
    pub at: Addresses,
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static SHARED: LazyLock<Mutex<Shared>> = LazyLock::new(|| Mutex::new(start_on_a_lasting_thread()));

/// Servers die with the thread that started them, and a test's own thread ends with the test.
fn start_on_a_lasting_thread() -> Shared {
    let (started, shared) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        started.send(RUNTIME.block_on(start())).unwrap_or_else(|_| panic!("nobody waits for the system"));
        loop {
            std::thread::park();
        }
    });
    shared.recv().unwrap()
}

/// Runs one test on the shared system. One at a time: a planned fault must spoil its own test's call.
pub fn on_the_system(test: impl AsyncFnOnce(&mut Shared)) {
    LazyLock::force(&SHARED);
    RUNTIME.block_on(async {
        let mut shared: MutexGuard<'_, Shared> = SHARED.lock().await;
        shared.clear_faults().await;
        test(&mut shared).await;
        shared.clear_faults().await;
    });
}

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    run: RunArgs,
}

pub fn run_args(arguments: Vec<String>) -> RunArgs {
    Cli::parse_from([vec!["stack".to_owned()], arguments].concat()).run
}

async fn start() -> Shared {
    service::install_crypto();
    crate::traces::collect().await;
    let dir = std::env::temp_dir().join(format!("fareway-system-{}", std::process::id()));
    let args = run_args(arguments(&dir, 20_000));
    let at = Addresses::of(&args);
    let system = System::start(args).await.unwrap();
    Traveller::arrive(&at).until_open().await;
    Shared { system, at }
}

/// What a quick system with ports of its own, from `base` on, is started with.
pub fn arguments(dir: &Path, base: u16) -> Vec<String> {
    let ports = Ports::free(base).unwrap();
    let root = crate::architecture::root();
    vec![
        format!("--dir={}", dir.display()),
        format!("--seeds={}", root.join("seeds").display()),
        format!("--web-dir={}", root.join("webapp/out").display()),
        format!("--port={}", ports.port),
        format!("--services-port={}", ports.services_port),
        format!("--postgres-port={}", ports.postgres_port),
        format!("--nats-port={}", ports.nats_port),
        format!("--sandbox-port={}", ports.sandbox_port),
        format!("--smtp-port={}", ports.smtp_port),
        "--sandbox-delay=0".to_owned(),
        "--sandbox-async-ms=1500".to_owned(),
        "--sandbox-rate-limit=1000000".to_owned(),
        format!("--look-ups-an-hour={LOOK_UPS_AN_HOUR}"),
        "--ephemeral".to_owned(),
    ]
}

impl Shared {
    pub fn traveller(&self) -> Traveller {
        Traveller::arrive(&self.at)
    }

    async fn clear_faults(&self) {
        self.traveller().control_delete("/_control/faults").await;
    }
}
