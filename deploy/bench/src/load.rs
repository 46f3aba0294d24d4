//! Calls over two connections, as fast as they are answered.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use anyhow::ensure;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use storms::http;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::cpu;
use crate::results::Sample;

const CONNECTIONS: usize = 2;
const WARM_UP: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(30);
/// The first of the private addresses (RFC 1918) that the load claims as its visitors'.
const FIRST_VISITOR: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 1);

/// What is asked again and again.
// Without Debug: a cookie is not for logs.
#[derive(Clone)]
pub struct Call {
    url: Arc<dyn Fn() -> String + Send + Sync>,
    gzip: bool,
    cookie: Option<String>,
    posted: Option<Value>,
    visitors: Option<Arc<AtomicU32>>,
}

impl Call {
    pub fn to(url: String) -> Self {
        Self::to_each(move || url.clone())
    }

    /// Each time another address.
    pub fn to_each(url: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self { url: Arc::new(url), gzip: false, cookie: None, posted: None, visitors: None }
    }

    /// The same call of somebody who takes a compressed answer.
    pub fn compressed(self) -> Self {
        Self { gzip: true, ..self }
    }

    /// The same call with a session.
    pub fn with_cookie(self, cookie: String) -> Self {
        Self { cookie: Some(cookie), ..self }
    }

    /// The same call with this body.
    pub fn posting(self, body: Value) -> Self {
        Self { posted: Some(body), ..self }
    }

    /// The same call, each time from another address.
    pub fn of_many_visitors(self) -> Self {
        Self { visitors: Some(Arc::default()), ..self }
    }

    /// Asks once. The answer is left as it came.
    pub async fn ask(&self, client: &Client) -> anyhow::Result<Vec<u8>> {
        let url = (self.url)();
        let response = self.request(client, &url).send().await?;
        ensure!(response.status() == StatusCode::OK, "{url} answers {}", response.status());
        let is_compressed = response.headers().contains_key("content-encoding");
        ensure!(is_compressed == self.gzip, "{url}: compressed: {is_compressed}");
        Ok(response.bytes().await?.into())
    }

    fn request(&self, client: &Client, url: &str) -> RequestBuilder {
        let mut request = match &self.posted {
            Some(body) => client.post(url).json(body),
            None => client.get(url),
        };
        if self.gzip {
            request = request.header("accept-encoding", "gzip, deflate, br");
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(visitors) = &self.visitors {
            let number = visitors.fetch_add(1, Ordering::Relaxed);
            request = request.header("x-forwarded-for", visitor(number).to_string());
        }
        request
    }
}

fn visitor(number: u32) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(FIRST_VISITOR) + number)
}

/// One connection that is kept.
pub fn client() -> anyhow::Result<Client> {
    Ok(http::client().no_gzip().pool_max_idle_per_host(1).timeout(PATIENCE).build()?)
}

/// Asks for so long. What the warm-up takes is not counted.
pub async fn measure(
    call: &Call,
    processes: &[(&'static str, u32)],
    length: Duration,
) -> anyhow::Result<Sample> {
    let load = Load::start(call)?;
    sleep(WARM_UP).await;
    let (begun, asked, before) = (Instant::now(), load.answered(), cpu::spent(processes)?);
    sleep(length).await;
    let (took, answered, after) = (begun.elapsed(), load.answered() - asked, cpu::spent(processes)?);
    load.stop().await?;
    Sample::of(&cpu::since(&before, &after), answered, took)
}

struct Load {
    answered: Arc<AtomicU32>,
    is_over: Arc<AtomicBool>,
    connections: JoinSet<anyhow::Result<()>>,
}

impl Load {
    fn start(call: &Call) -> anyhow::Result<Self> {
        let (answered, is_over) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
        let mut connections = JoinSet::new();
        for _ in 0..CONNECTIONS {
            connections.spawn(ask_on(client()?, call.clone(), Arc::clone(&answered), Arc::clone(&is_over)));
        }
        Ok(Self { answered, is_over, connections })
    }

    fn answered(&self) -> u32 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Fails where an answer was not as it has to be.
    async fn stop(mut self) -> anyhow::Result<()> {
        self.is_over.store(true, Ordering::Relaxed);
        while let Some(ended) = self.connections.join_next().await {
            ended??;
        }
        Ok(())
    }
}

async fn ask_on(
    client: Client,
    call: Call,
    answered: Arc<AtomicU32>,
    is_over: Arc<AtomicBool>,
) -> anyhow::Result<()> {
    while !is_over.load(Ordering::Relaxed) {
        call.ask(&client).await?;
        answered.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
