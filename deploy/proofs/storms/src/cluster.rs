//! Several replicas of each service, each a process with a loopback address of its own, and found by its service's name.
//!
//! Names are looked up in `/etc/hosts`, as they would be in a cluster's DNS: `deploy/scripts/storm` puts a file of our own
//! in its place, for this process and its children alone.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use std::{fmt, io};

use anyhow::{Context, ensure};
use futures::future::{join_all, try_join_all};
use servers::Program;
use service::AdminArgs;
use stack::programs::{CommandLine, built};
use tokio::time::sleep;

use crate::fleet::{Fleet, GATEWAY};
use crate::until::until;

/// Replicas of each program except svc-search.
const USUAL: u8 = 2;
const SEARCHES: u8 = 3;
pub const SEARCH: &str = "svc-search";
/// How long a replica goes on serving after SIGTERM, seconds.
const DRAIN_SECONDS: u8 = 3;
/// How long a replica may take to end after SIGTERM: what it drains, and then what is under way.
const ENDS: Duration = Duration::from_secs(45);
/// How long a replica may take to be ready after its start.
const READY: Duration = Duration::from_secs(30);
/// By then callers have found a replica at its new address.
const FOUND: Duration = Duration::from_secs(10);
/// A replica has been rolled and found by then.
pub const ROLL: Duration = Duration::from_secs(20);

/// A process of the cluster.
pub struct Replica {
    pub name: &'static str,
    pub address: Ipv4Addr,
    line: CommandLine,
    log: PathBuf,
    program: Option<Program>,
}

pub struct Cluster {
    pub replicas: Vec<Replica>,
    lines: Vec<CommandLine>,
    folder: PathBuf,
    hosts: PathBuf,
}

impl Cluster {
    /// Starts all of them beside the fleet's servers. The gateways' port is free at 127.0.0.1, for what stands before them.
    pub async fn start(fleet: &Fleet) -> anyhow::Result<Self> {
        let hosts =
            PathBuf::from(std::env::var("FAREWAY_HOSTS").context("deploy/scripts/storm says where it is")?);
        let (lines, folder) = (fleet.command_lines().to_vec(), fleet.folder().to_owned());
        let mut cluster = Self { replicas: Vec::new(), lines, folder, hosts };
        for number in 0..SEARCHES {
            for name in fleet.names().into_iter().filter(|name| number < USUAL || *name == SEARCH) {
                cluster.add(name, number)?;
            }
        }
        cluster.name_all()?;
        try_join_all(cluster.replicas.iter_mut().map(Replica::start)).await?;
        Ok(cluster)
    }

    /// The next replica of svc-search, found by name from now on.
    pub async fn add_search(&mut self) -> anyhow::Result<()> {
        self.add(SEARCH, SEARCHES)?;
        let added = self.replicas.last_mut().context("it was added")?;
        added.start().await?;
        self.name_all()
    }

    /// Takes the name from the replica that was added last, and ends it: it drains first.
    pub async fn remove_last(&mut self) -> anyhow::Result<()> {
        let mut last = self.replicas.pop().context("one was added")?;
        self.name_all()?;
        last.end().await
    }

    /// Gives a setting of a program another value, which each replica has from its next start on.
    pub fn set(&mut self, program: &str, setting: &str, value: &str) {
        for replica in self.replicas.iter_mut().filter(|replica| replica.name == program) {
            replica.line = replica.line.clone().with(setting, value);
        }
    }

    /// Ends the replica at this place, and starts it again at another address, as a cluster replaces a pod. A gateway keeps
    /// its address, because the balancer has a list of them.
    pub async fn roll(&mut self, place: usize) -> anyhow::Result<()> {
        let replica = &mut self.replicas[place];
        replica.end().await?;
        if replica.name != GATEWAY {
            let [.., row, number] = replica.address.octets();
            replica.move_to(Ipv4Addr::new(127, 0, row ^ 1, number));
        }
        replica.start().await?;
        self.name_all()
    }

    /// Rolls the replicas at these places one after the other: the next one follows when callers find it.
    pub async fn roll_out(&mut self, places: &[usize]) -> anyhow::Result<()> {
        for place in places {
            self.roll(*place).await?;
            let replica = &self.replicas[*place];
            until(&format!("{replica} is ready"), READY, async || {
                replica.probe().await.map_err(|error| format!("{error:#}"))
            })
            .await?;
            sleep(FOUND).await;
        }
        Ok(())
    }

    pub fn gateways(&self) -> Vec<Ipv4Addr> {
        self.of(GATEWAY).map(|replica| replica.address).collect()
    }

    pub fn of(&self, name: &str) -> impl Iterator<Item = &Replica> {
        self.replicas.iter().filter(move |replica| replica.name == name)
    }

    /// Fails if a program has ended without being asked to.
    pub fn check_alive(&mut self) -> anyhow::Result<()> {
        self.replicas.iter_mut().filter_map(|it| it.program.as_mut()).try_for_each(Program::check_alive)
    }

    /// All at once: nobody calls any more.
    pub async fn stop(self) {
        let running = self.replicas.into_iter().filter_map(|replica| replica.program);
        join_all(running.map(Program::stop)).await;
    }

    fn add(&mut self, name: &'static str, number: u8) -> anyhow::Result<()> {
        let address = Ipv4Addr::new(127, 0, 0, number + 2);
        let line = self.lines.iter().find(|line| line.name == name).context("a service of ours")?;
        let log = self.folder.join(format!("{name}-{}.log", number + 1));
        let line = line.clone().at(address).with("drain-seconds", DRAIN_SECONDS.to_string());
        // Calls of svc-search are counted in its log.
        let line = if name == SEARCH { line.with("log", "info,service::calls=debug") } else { line };
        self.replicas.push(Replica { name, address, line, log, program: None });
        Ok(())
    }

    /// In place: it is the file itself that was put over `/etc/hosts`.
    fn name_all(&self) -> anyhow::Result<()> {
        let named = self.replicas.iter().map(|it| format!("{} {}\n", it.address, it.name));
        let text: String = ["127.0.0.1 localhost\n".to_owned()].into_iter().chain(named).collect();
        std::fs::write(&self.hosts, text).with_context(|| format!("writing {}", self.hosts.display()))
    }
}

impl Replica {
    pub async fn start(&mut self) -> anyhow::Result<()> {
        ensure!(self.program.is_none(), "{self} runs already");
        let address = self.line.address();
        let (binary, arguments) = (built(self.name)?, self.line.arguments.iter().cloned());
        let started = Program::start(self.name, &binary, arguments, self.log.clone(), address).await;
        self.program = Some(started?);
        Ok(())
    }

    /// Where it listens from its next start on.
    fn move_to(&mut self, address: Ipv4Addr) {
        self.address = address;
        self.line = self.line.clone().at(address);
    }

    /// SIGKILL.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.running()?.kill().await
    }

    /// SIGTERM, and waits for the end.
    pub async fn end(&mut self) -> anyhow::Result<()> {
        self.running()?.end(ENDS).await
    }

    /// SIGSTOP: it is there and does nothing.
    pub async fn freeze(&self) -> anyhow::Result<()> {
        self.signal("-STOP").await
    }

    /// SIGCONT.
    pub async fn thaw(&self) -> anyhow::Result<()> {
        self.signal("-CONT").await
    }

    /// Fails where it does not say that it is ready.
    pub async fn probe(&self) -> anyhow::Result<()> {
        let admin_listen = self.line.setting("admin-listen").context("it has an admin port")?.parse()?;
        AdminArgs { admin_listen }.probe().await
    }

    /// Where it listens.
    pub fn listens_at(&self) -> SocketAddr {
        self.line.address()
    }

    /// How many lines of its log have this text.
    pub fn lines_with(&self, text: &str) -> io::Result<usize> {
        let log = std::fs::read_to_string(&self.log)?;
        Ok(log.lines().filter(|line| line.contains(text)).count())
    }

    async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        self.program.as_ref().context("it was running")?.signal(signal).await
    }

    fn running(&mut self) -> anyhow::Result<Program> {
        self.program.take().with_context(|| format!("{self} was running"))
    }
}

impl fmt::Display for Replica {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.address)
    }
}
