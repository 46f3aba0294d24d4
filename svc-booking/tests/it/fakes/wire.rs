//! A connection to Postgres that breaks once, at the worst moment: when a commit is done and nobody has heard of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

/// What lies between the service and its database.
pub struct Wire {
    pub url: String,
    is_whole: Arc<AtomicBool>,
}

impl Wire {
    /// Breaks at the first commit of a transaction that names `marker`.
    pub async fn open(database_url: &str, marker: &'static str) -> Self {
        let mut url: Url = database_url.parse().unwrap();
        let server = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
        let (listener, address) = testkit::free_listener().await;
        url.set_port(Some(address.port())).unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_query(Some("sslmode=disable"));
        let is_whole = Arc::new(AtomicBool::new(true));
        let shared = is_whole.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, is_whole) = (server.clone(), shared.clone());
                tokio::spawn(async move { relay(client, server, marker, &is_whole).await });
            }
        });
        Self { url: url.into(), is_whole }
    }

    pub fn is_cut(&self) -> bool {
        !self.is_whole.load(Ordering::SeqCst)
    }
}

/// Until one side hangs up, or the wire is cut.
async fn relay(mut client: TcpStream, server: (String, u16), marker: &str, is_whole: &AtomicBool) {
    let mut server = TcpStream::connect(server).await.unwrap();
    let (mut asked, mut told) = (vec![0; 65_536], vec![0; 65_536]);
    let mut transaction = Vec::new();
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                let words = &asked[..length];
                // As a statement: the calendar in a mail says it too.
                if names(words, "BEGIN\0") {
                    transaction.clear();
                }
                transaction.extend_from_slice(words);
                server.write_all(words).await.unwrap();
                let cuts = names(words, "COMMIT") && names(&transaction, marker);
                if cuts && is_whole.swap(false, Ordering::SeqCst) {
                    let _done = server.read(&mut told).await;
                    return;
                }
            }
            read = server.read(&mut told) => {
                let Ok(length @ 1..) = read else { return };
                if client.write_all(&told[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn names(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}
