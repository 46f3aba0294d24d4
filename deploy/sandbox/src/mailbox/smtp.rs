//! The least SMTP (RFC 5321) that a mail library needs to hand over a message.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::Sandbox;

const LARGEST_MESSAGE: usize = 5 * 1024 * 1024;
const LONGEST_LINE: u64 = 4096;
const MOST_RECIPIENTS: usize = 100;
const PATIENCE: Duration = Duration::from_secs(60);

/// Takes mail until dropped.
pub async fn serve(sandbox: Arc<Sandbox>, listener: TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let sandbox = Arc::clone(&sandbox);
                tokio::spawn(async move {
                    if let Err(error) = converse(&sandbox, stream).await {
                        tracing::debug!(%error, "a mail session ended early");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a mail session could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// The message being handed over.
#[derive(Debug, Default)]
struct Envelope {
    from: Option<String>,
    to: Vec<String>,
}

async fn converse(sandbox: &Sandbox, stream: TcpStream) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    reply(&mut stream, "220 sandbox mailbox").await?;
    let mut envelope = Envelope::default();
    while let Some(line) = read_line(&mut stream).await? {
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "DATA" if !envelope.to.is_empty() => {
                reply(&mut stream, "354 go on, end with a dot").await?;
                let Some(message) = read_message(&mut stream).await? else {
                    return reply(&mut stream, "552 too large").await;
                };
                sandbox.mailbox.take(&message, std::mem::take(&mut envelope.to), sandbox.clock.now());
                envelope = Envelope::default();
                reply(&mut stream, "250 taken").await?;
            }
            "QUIT" => return reply(&mut stream, "221 bye").await,
            _ => reply(&mut stream, &envelope.answer(&verb, &line)).await?,
        }
    }
    Ok(())
}

impl Envelope {
    fn answer(&mut self, verb: &str, line: &str) -> String {
        match verb {
            "EHLO" => format!("250-sandbox\r\n250-SIZE {LARGEST_MESSAGE}\r\n250 8BITMIME"),
            "HELO" | "NOOP" => "250 sandbox".into(),
            "RSET" => {
                *self = Self::default();
                "250 forgotten".into()
            }
            "MAIL" => {
                *self = Self { from: address(line), to: Vec::new() };
                if self.from.is_some() { "250 ok" } else { "501 no address" }.into()
            }
            "RCPT" => match address(line) {
                _ if self.from.is_none() => "503 MAIL first".into(),
                _ if self.to.len() >= MOST_RECIPIENTS => "452 too many recipients".into(),
                Some(to) => {
                    self.to.push(to);
                    "250 ok".into()
                }
                None => "501 no address".into(),
            },
            "DATA" => "503 RCPT first".into(),
            _ => "502 not implemented".into(),
        }
    }
}

/// What stands between the angle brackets; a bounce's sender is empty.
fn address(line: &str) -> Option<String> {
    let (_, rest) = line.split_once('<')?;
    rest.split_once('>').map(|(address, _)| address.to_owned())
}

/// Up to the lone dot, with doubled dots undone; `None` when it is too large.
async fn read_message(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Vec<u8>>> {
    let mut message = Vec::new();
    while let Some(line) = read_line(stream).await? {
        if line == b".\r\n" {
            return Ok(Some(message));
        }
        message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        if message.len() > LARGEST_MESSAGE {
            return Ok(None);
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

/// One line with its end; `None` when the other side has gone.
async fn read_line(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut bounded = stream.take(LONGEST_LINE);
    timeout(PATIENCE, bounded.read_until(b'\n', &mut line)).await??;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) => Err(io::ErrorKind::InvalidData.into()),
    }
}

async fn reply(stream: &mut BufReader<TcpStream>, text: &str) -> io::Result<()> {
    stream.get_mut().write_all(format!("{text}\r\n").as_bytes()).await
}
