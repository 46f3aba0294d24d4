//! What stands before the gateways, as an operator's balancer does: each connection goes to one that is ready, and is cut
//! where the gateway no longer answers.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use reqwest::Client;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

use crate::http;

/// How often readiness is asked, and how long the answer may take.
const CHECKED_EVERY: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Health {
    Ready,
    /// Answers, and wants no new connections.
    NotReady,
    Away,
}

struct Backend {
    address: SocketAddr,
    health: watch::Sender<Health>,
}

pub struct Balancer {
    _tasks: Vec<AbortOnDropHandle<()>>,
}

impl Balancer {
    /// Listens on `port` of 127.0.0.1, before the gateways that listen on the same port of their own addresses.
    pub async fn start(port: u16, gateways: &[Ipv4Addr]) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.context("the balancer's port")?;
        let backend =
            |ip: &Ipv4Addr| Backend { address: (*ip, port).into(), health: watch::Sender::new(Health::Away) };
        let backends: Vec<_> = gateways.iter().map(backend).map(Arc::new).collect();
        // A connection for each question: one that was frozen with its gateway would say nothing of others.
        let client = http::client().timeout(CHECKED_EVERY).pool_max_idle_per_host(0).build()?;
        let checks = backends.iter().map(|backend| tokio::spawn(check(client.clone(), Arc::clone(backend))));
        let mut tasks: Vec<_> = checks.map(AbortOnDropHandle::new).collect();
        tasks.push(AbortOnDropHandle::new(tokio::spawn(balance(listener, backends))));
        Ok(Self { _tasks: tasks })
    }
}

async fn check(client: Client, backend: Arc<Backend>) {
    let url = format!("http://{}/readyz", backend.address);
    let mut interval = tokio::time::interval(CHECKED_EVERY);
    loop {
        interval.tick().await;
        let health = match client.get(&url).send().await {
            Ok(answer) if answer.status().is_success() => Health::Ready,
            Ok(_) => Health::NotReady,
            Err(_) => Health::Away,
        };
        backend.health.send_replace(health);
    }
}

async fn balance(listener: TcpListener, backends: Vec<Arc<Backend>>) {
    for turn in 0.. {
        let Ok((visitor, _)) = listener.accept().await else { continue };
        let ready: Vec<_> = backends.iter().filter(|it| *it.health.borrow() == Health::Ready).collect();
        // Where nobody is ready the connection is closed.
        if !ready.is_empty() {
            tokio::spawn(carry(visitor, Arc::clone(ready[turn % ready.len()])));
        }
    }
}

async fn carry(mut visitor: TcpStream, backend: Arc<Backend>) {
    let mut health = backend.health.subscribe();
    let carried = async {
        let mut gateway = TcpStream::connect(backend.address).await?;
        copy_bidirectional(&mut visitor, &mut gateway).await
    };
    tokio::select! {
        // However it ended, both sides know.
        _ended = carried => {}
        _away = health.wait_for(|health| *health == Health::Away) => {}
    }
}
