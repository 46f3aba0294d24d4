//! A server with nothing of ours in it but the types of the provider's answers, in a process of its own: the least that
//! an answer can cost.

use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use anyhow::{Context, ensure};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use duffel::BatchOfferRequest;
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::load::{self, Call};
use crate::provider::OFFERS;

#[derive(Debug, clap::Args)]
pub struct BareArgs {
    /// The JSON that it serves.
    #[arg(long)]
    page: PathBuf,
    /// The provider's answer that it reads.
    #[arg(long)]
    answer: PathBuf,
}

/// The provider's answer to a search.
#[derive(Deserialize)]
struct Answer {
    data: BatchOfferRequest,
}

#[derive(Clone)]
struct Page {
    bytes: Bytes,
    offers: Arc<Value>,
    answer: Bytes,
}

impl Page {
    fn serialised(&self) -> Bytes {
        serde_json::to_vec(&*self.offers).expect("it was read from JSON").into()
    }

    /// Reads the provider's answer, and tells how many offers it has.
    fn read(&self) -> String {
        let json = std::str::from_utf8(&self.answer).expect("svc-search reads it");
        let answer: Answer = serde_json::from_str(json).expect("svc-search reads it");
        answer.data.offers.len().to_string()
    }
}

/// Serves the page as it is, serialised for each answer, and compressed besides; reads the provider's answer for each
/// answer. Listens on its standard input, until it is killed.
pub async fn serve(args: &BareArgs) -> anyhow::Result<()> {
    let bytes = std::fs::read(&args.page)?;
    let offers = Arc::new(serde_json::from_slice(&bytes)?);
    let answer = std::fs::read(&args.answer)?.into();
    let listener = std::net::TcpListener::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?.tap_io(|stream| {
        let _slower = stream.set_nodelay(true);
    });
    axum::serve(listener, router(Page { bytes: bytes.into(), offers, answer })).await?;
    Ok(())
}

/// The gateway compresses pages of offers as much as this does.
fn router(page: Page) -> Router {
    let compressed = Router::new()
        .route("/gzip", get(|State(page): State<Page>| async move { json(page.serialised()) }))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest));
    Router::new()
        .route("/static", get(|State(page): State<Page>| async move { json(page.bytes) }))
        .route("/serialised", get(|State(page): State<Page>| async move { json(page.serialised()) }))
        .route("/read", get(|State(page): State<Page>| async move { page.read() }))
        .merge(compressed)
        .with_state(page)
}

fn json(body: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}

/// The running server.
pub struct Bare {
    process: Child,
    address: SocketAddr,
}

impl Bare {
    /// Starts it with a page and an answer of the provider. Its port is open before it is, so that nobody else gets it.
    pub async fn start(folder: &Path, page: &[u8], answer: &[u8]) -> anyhow::Result<Self> {
        let (page_file, answer_file) = (folder.join("page.json"), folder.join("answer.json"));
        std::fs::write(&page_file, page)?;
        std::fs::write(&answer_file, answer)?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let process = Command::new("setpriv")
            .args(["--pdeathsig", "INT", "--"])
            .arg(std::env::current_exe()?)
            .arg("bare")
            .arg("--page")
            .arg(page_file)
            .arg("--answer")
            .arg(answer_file)
            .stdin(Stdio::from(OwnedFd::from(listener)))
            .kill_on_drop(true)
            .spawn()
            .context("starting the bare server")?;
        let bare = Self { process, address };
        let read = Call::to(bare.url("/read")).ask(&load::client()?).await?;
        ensure!(read == OFFERS.to_string().as_bytes(), "{} offers are read", String::from_utf8_lossy(&read));
        Ok(bare)
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn process(&self) -> anyhow::Result<(&'static str, u32)> {
        Ok(("bare", self.process.id().context("the bare server has ended")?))
    }

    pub async fn stop(mut self) -> anyhow::Result<()> {
        Ok(self.process.kill().await?)
    }
}
