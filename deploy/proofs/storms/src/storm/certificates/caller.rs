//! A client that connects to a service as the gateway does, with files of the storm's choice.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use super::files::{CERTIFICATE, KEY};
use crate::cluster::Replica;
use crate::slow_peers::{PREFACE, SETTINGS};

const PATIENCE: Duration = Duration::from_secs(5);

pub struct Caller(TlsConnector);

#[derive(PartialEq, Eq)]
pub enum Answer {
    /// By a service that showed this certificate.
    LetIn(CertificateDer<'static>),
    /// Because of the caller's certificate.
    Refused,
}

impl Caller {
    /// Trusts what these authorities have signed, and shows the certificate in a folder.
    pub fn new(trusted: &str, shown: &Path) -> anyhow::Result<Self> {
        let mut authorities = RootCertStore::empty();
        for authority in CertificateDer::pem_slice_iter(trusted.as_bytes()) {
            authorities.add(authority?)?;
        }
        let key = PrivateKeyDer::from_pem_file(shown.join(KEY))?;
        let mut config = ClientConfig::builder()
            .with_root_certificates(authorities)
            .with_client_auth_cert(vec![certificate_in(shown)?], key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }

    /// Makes a connection. An error: it did not come about, and not for the caller's certificate.
    pub async fn ask(&self, replica: &Replica) -> anyhow::Result<Answer> {
        match timeout(PATIENCE, self.connect(replica)).await.context("no answer in time")? {
            Ok(shown) => Ok(Answer::LetIn(shown)),
            Err(error) if is_refusal(&error) => Ok(Answer::Refused),
            Err(error) => Err(error.into()),
        }
    }

    /// A service judges a certificate after its caller's part of the handshake: that it speaks shows that it lets in.
    async fn connect(&self, replica: &Replica) -> io::Result<CertificateDer<'static>> {
        let name = ServerName::try_from(replica.name).map_err(io::Error::other)?;
        let stream = TcpStream::connect(replica.listens_at()).await?;
        let mut stream = self.0.connect(name, stream).await?;
        stream.write_all(&[PREFACE, SETTINGS].concat()).await?;
        stream.flush().await?;
        stream.read_u8().await?;
        let (_, session) = stream.get_ref();
        let shown = session.peer_certificates().and_then(|chain| chain.first());
        shown.cloned().ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// The certificate in a program's folder.
pub fn certificate_in(folder: &Path) -> anyhow::Result<CertificateDer<'static>> {
    let file = folder.join(CERTIFICATE);
    CertificateDer::from_pem_file(&file).with_context(|| format!("reading {}", file.display()))
}

/// Whether the other side has ended a handshake with a reason.
fn is_refusal(error: &io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    matches!(cause, Some(rustls::Error::AlertReceived(_)))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Its end is of the signature, and differs.
            Self::LetIn(shown) => {
                let end = &shown[shown.len().saturating_sub(4)..];
                write!(f, "let in by the certificate that ends in {end:02x?}")
            }
            Self::Refused => write!(f, "refused"),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::{AlertDescription, CertificateError};

    use super::*;

    #[test]
    fn a_refusal_is_told_from_a_service_that_is_away_and_from_one_that_is_not_believed() {
        let of_tls = |error: rustls::Error| io::Error::new(io::ErrorKind::InvalidData, error);

        assert!(is_refusal(&of_tls(rustls::Error::AlertReceived(AlertDescription::UnknownCA))));
        assert!(!is_refusal(&of_tls(rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer))));
        assert!(!is_refusal(&io::ErrorKind::ConnectionRefused.into()));
    }
}
