//! When the certificates of the event broker and of Postgres end. They may be of another authority than ours, and a
//! server goes on with an old one until it reads its files again. So we look at the certificate that it shows.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme};
use time::OffsetDateTime;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;

use crate::tls::{end_of, measure_until};

/// How often a certificate is looked at.
const PERIOD: Duration = Duration::from_secs(600);
const PATIENCE: Duration = Duration::from_secs(5);
/// Its length and its code (Postgres, "Message Formats", SSLRequest).
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A server that goes over to TLS after a word in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Server {
    /// The event broker.
    Nats,
    /// Postgres.
    Postgres,
}

impl Server {
    fn name(self) -> &'static str {
        match self {
            Self::Nats => "nats",
            Self::Postgres => "postgres",
        }
    }

    async fn go_over_to_tls(self, connection: &mut TcpStream) -> anyhow::Result<()> {
        match self {
            // It greets with one line.
            Self::Nats => while connection.read_u8().await? != b'\n' {},
            Self::Postgres => {
                connection.write_all(&SSL_REQUEST).await?;
                ensure!(connection.read_u8().await? == b'S', "it does not speak TLS");
            }
        }
        Ok(())
    }
}

/// Measures how long the certificate of a server is good, as long as the process lives.
pub fn measure(server: Server, host: &str, port: u16) {
    let (newest, known) = watch::channel(None);
    measure_until(server.name(), move || *known.borrow());
    let host = host.to_owned();
    tokio::spawn(async move {
        loop {
            match end(server, &host, port).await {
                Ok(end) => {
                    newest.send_replace(Some(end));
                }
                Err(error) => {
                    let (server, error) = (server.name(), format!("{error:#}"));
                    tracing::info!(server, error, "when a server's certificate ends is not known");
                }
            }
            sleep(PERIOD).await;
        }
    });
}

/// Returns when the certificate ends that a server shows. Any authority may have issued it, and it may have ended.
pub async fn end(server: Server, host: &str, port: u16) -> anyhow::Result<OffsetDateTime> {
    timeout(PATIENCE, read_end(server, host, port)).await?
}

async fn read_end(server: Server, host: &str, port: u16) -> anyhow::Result<OffsetDateTime> {
    let name = ServerName::try_from(host.to_owned())?;
    let mut plain = TcpStream::connect((host, port)).await?;
    server.go_over_to_tls(&mut plain).await?;
    let mut secured = TlsConnector::from(Arc::new(without_verification()?)).connect(name, plain).await?;
    let (_, session) = secured.get_ref();
    let shown = session.peer_certificates().unwrap_or_default();
    let end = end_of(shown.first().context("it shows no certificate")?)?;
    // It may have hung up.
    let _parted = secured.shutdown().await;
    Ok(end)
}

fn without_verification() -> anyhow::Result<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    Ok(ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth())
}

/// Accepts every certificate. We only read it, and send nothing over the connection.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
