//! A certificate with its key and those whom it meets: what a handshake needs, on both sides.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use time::OffsetDateTime;
use x509_parser::prelude::{FromDer, X509Certificate};

use super::files::{CA, CERTIFICATE, Files, KEY};

/// HTTP/2, the only protocol that is spoken inside.
const ALPN: &[u8] = b"h2";

/// HTTP/2 over mutual TLS, which trusts our CA alone.
pub(crate) struct Material {
    /// For connections that others make.
    pub server: Arc<ServerConfig>,
    /// For connections that this program makes.
    pub client: Arc<ClientConfig>,
    /// When the certificate ends.
    pub ends: OffsetDateTime,
}

/// One's own certificate with those of the authorities between, and its key.
struct Identity {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
}

impl Material {
    /// Fails unless each file holds what it should, and the key is the certificate's.
    pub(super) fn load(files: &Files) -> anyhow::Result<Self> {
        let trusted = Arc::new(authorities(&files.ca, CA)?);
        let identity = Identity::load(files)?;
        Ok(Self {
            ends: identity.ends()?,
            server: Arc::new(server(Arc::clone(&trusted), identity.clone())?),
            client: Arc::new(client(trusted, identity)?),
        })
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Material").field("ends", &self.ends).finish_non_exhaustive()
    }
}

impl Identity {
    fn load(files: &Files) -> anyhow::Result<Self> {
        let chain = certificates(&files.certificate, CERTIFICATE)?;
        // What is wrong with a key is not told: it would quote from it.
        let key = PrivateKeyDer::from_pem_slice(&files.key).ok();
        Ok(Self { chain, key: key.with_context(|| format!("{KEY} holds no private key"))? })
    }

    fn ends(&self) -> anyhow::Result<OffsetDateTime> {
        let own = self.chain.first().with_context(|| format!("{CERTIFICATE} holds no certificate"))?;
        end_of(own)
    }
}

/// When a certificate ends.
pub(crate) fn end_of(certificate: &CertificateDer<'_>) -> anyhow::Result<OffsetDateTime> {
    let (_, parsed) = X509Certificate::from_der(certificate).context("the certificate cannot be read")?;
    Ok(parsed.validity().not_after.to_datetime())
}

/// The PEM text of the file with authorities that a setting names. A client that is given one without any believes nobody,
/// and its log does not say why.
pub fn read_authorities(setting: &str, file: &Path) -> anyhow::Result<Vec<u8>> {
    let named = format!("{setting}, {},", file.display());
    let pem = std::fs::read(file).with_context(|| format!("{named} can't be read"))?;
    authorities(&pem, &named)?;
    Ok(pem)
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self { chain: self.chain.clone(), key: self.key.clone_key() }
    }
}

fn authorities(pem: &[u8], file: &str) -> anyhow::Result<RootCertStore> {
    let mut authorities = RootCertStore::empty();
    let (added, _) = authorities.add_parsable_certificates(certificates(pem, file)?);
    ensure!(added > 0, "{file} holds no certificate of a CA");
    Ok(authorities)
}

fn server(trusted: Arc<RootCertStore>, identity: Identity) -> anyhow::Result<ServerConfig> {
    let verifier = WebPkiClientVerifier::builder(trusted).build().context("clients can't be verified")?;
    let mut config = ServerConfig::builder()
        .with_client_cert_verifier(verifier)
        .with_single_cert(identity.chain, identity.key)
        .context("the certificate and its key do not match")?;
    config.alpn_protocols = vec![ALPN.into()];
    // A session that is taken up again is believed without another look at its certificate, which may have ended.
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(config)
}

fn client(trusted: Arc<RootCertStore>, identity: Identity) -> anyhow::Result<ClientConfig> {
    let mut config = ClientConfig::builder()
        .with_root_certificates(trusted)
        .with_client_auth_cert(identity.chain, identity.key)
        .context("the certificate and its key do not match")?;
    config.alpn_protocols = vec![ALPN.into()];
    Ok(config)
}

fn certificates(pem: &[u8], file: &str) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    all.with_context(|| format!("{file} is not in PEM form"))
}
