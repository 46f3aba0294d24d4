//! As much of a mail server as the sender speaks to.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Takes mail, or refuses recipients with the answer it was given.
#[derive(Clone, Default)]
pub struct MailServer {
    received: Arc<Mutex<Vec<String>>>,
    refusal: Arc<Mutex<Option<&'static str>>>,
    refused_sender: Arc<Mutex<Option<&'static str>>>,
    refused_sign_in: Arc<Mutex<Option<&'static str>>>,
    /// Mail to this address is never answered.
    silent_to: Arc<Mutex<Option<&'static str>>>,
}

impl MailServer {
    /// Starts a server and answers its URL.
    pub async fn start() -> (Self, String) {
        let server = Self::default();
        let (listener, address) = testkit::free_listener().await;
        tokio::spawn(server.clone().accept(listener));
        (server, format!("smtp://{address}"))
    }

    pub fn refuse(&self, with: Option<&'static str>) {
        *self.refusal.lock().unwrap() = with;
    }

    /// Senders are answered so.
    pub fn refuse_sender(&self, with: &'static str) {
        *self.refused_sender.lock().unwrap() = Some(with);
    }

    /// Offers a sign-in, and answers it so.
    pub fn refuse_sign_in(&self, with: &'static str) {
        *self.refused_sign_in.lock().unwrap() = Some(with);
    }

    pub fn keep_waiting(&self, recipient: &'static str) {
        *self.silent_to.lock().unwrap() = Some(recipient);
    }

    pub fn received(&self) -> Vec<String> {
        self.received.lock().unwrap().clone()
    }

    async fn accept(self, listener: TcpListener) {
        while let Ok((stream, _)) = listener.accept().await {
            let server = self.clone();
            tokio::spawn(async move { server.converse(stream).await.unwrap() });
        }
    }

    async fn converse(self, stream: TcpStream) -> std::io::Result<()> {
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        writer.write_all(b"220 ready\r\n").await?;
        while let Some(line) = lines.next_line().await? {
            let refusal = *self.refusal.lock().unwrap();
            let silent_to = *self.silent_to.lock().unwrap();
            if silent_to.is_some_and(|recipient| line.contains(recipient)) {
                continue;
            }
            let refused_sender = *self.refused_sender.lock().unwrap();
            let refused_sign_in = *self.refused_sign_in.lock().unwrap();
            let answer = match (line.split(' ').next().unwrap_or_default(), refusal) {
                ("EHLO", _) if refused_sign_in.is_some() => "250-ready\r\n250 AUTH PLAIN LOGIN",
                ("AUTH", _) => refused_sign_in.unwrap_or("502 no sign-in"),
                ("RCPT", Some(refusal)) => refusal,
                ("MAIL", _) => refused_sender.unwrap_or("250 ok"),
                ("DATA", _) => {
                    writer.write_all(b"354 go on\r\n").await?;
                    let mut mail = String::new();
                    while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                        mail.push_str(&line);
                        mail.push('\n');
                    }
                    self.received.lock().unwrap().push(mail);
                    "250 taken"
                }
                ("QUIT", _) => "221 bye",
                _ => "250 ok",
            };
            writer.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(())
    }
}
