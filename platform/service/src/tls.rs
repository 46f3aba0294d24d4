//! Mutual TLS between the services: a CA of our own, one certificate a service.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use opentelemetry::KeyValue;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};
use tonic::transport::{Certificate, Identity, ServerTlsConfig};
use x509_parser::prelude::{FromDer, X509Certificate};

use crate::clock::{Clock, SystemClock};
use crate::metrics::meter;

/// The CA that signed every service's certificate.
const CA: &str = "ca.pem";
const CERTIFICATE: &str = "cert.pem";
const KEY: &str = "key.pem";

/// Where this process's certificate lies.
#[derive(Debug, Clone, clap::Args)]
pub struct TlsArgs {
    /// Folder with ca.pem, cert.pem and key.pem, for mutual TLS between the services.
    #[arg(long, env = "TLS_DIR", value_name = "DIR", required_unless_present = "internal_plaintext")]
    pub tls_dir: Option<PathBuf>,
    /// Speak plaintext between the services, where nobody is checked. For tests and trials: production refuses it.
    #[arg(long, env = "INTERNAL_PLAINTEXT", default_value_t = false)]
    pub internal_plaintext: bool,
}

impl TlsArgs {
    /// Plaintext, for tests that are not about TLS.
    pub fn plaintext() -> Self {
        Self { tls_dir: None, internal_plaintext: true }
    }

    /// A certificate that lies in `dir`.
    pub fn in_dir(dir: impl Into<PathBuf>) -> Self {
        Self { tls_dir: Some(dir.into()), internal_plaintext: false }
    }

    /// Measures how long the certificate of `service` is good, as long as the process lives.
    pub fn measure(&self, service: &'static str) -> anyhow::Result<()> {
        const A_DAY: f64 = 86_400.0;
        let Some(dir) = self.dir() else { return Ok(()) };
        let own = certificates(dir, CERTIFICATE)?.into_iter().next();
        let own = own.with_context(|| format!("{} holds no certificate", dir.join(CERTIFICATE).display()))?;
        let (_, parsed) = X509Certificate::from_der(&own).context("the certificate cannot be read")?;
        let end = parsed.validity().not_after.to_datetime();
        let label = [KeyValue::new("service", service)];
        meter()
            .f64_observable_gauge("tls.certificate.remaining")
            .with_unit("d")
            .with_description("Until the certificate between the services ends")
            .with_callback(move |gauge| {
                gauge.observe((end - SystemClock.now()).as_seconds_f64() / A_DAY, &label);
            })
            .build();
        Ok(())
    }

    fn dir(&self) -> Option<&Path> {
        if self.internal_plaintext { None } else { self.tls_dir.as_deref() }
    }

    pub(crate) fn is_plaintext(&self) -> bool {
        self.dir().is_none()
    }

    pub(crate) fn server(&self) -> anyhow::Result<Option<ServerTlsConfig>> {
        let Some(dir) = self.dir() else { return Ok(None) };
        let identity = Identity::from_pem(read(dir, CERTIFICATE)?, read(dir, KEY)?);
        let trusted = Certificate::from_pem(read(dir, CA)?);
        Ok(Some(ServerTlsConfig::new().identity(identity).client_ca_root(trusted)))
    }

    /// HTTP/2 over mutual TLS, which trusts our CA alone.
    pub(crate) fn client(&self) -> anyhow::Result<Option<ClientConfig>> {
        let Some(dir) = self.dir() else { return Ok(None) };
        let mut trusted = RootCertStore::empty();
        let (added, _) = trusted.add_parsable_certificates(certificates(dir, CA)?);
        ensure!(added > 0, "{} holds no certificate of a CA", dir.join(CA).display());
        let key = PrivateKeyDer::from_pem_slice(&read(dir, KEY)?)
            .with_context(|| format!("{} holds no private key", dir.join(KEY).display()))?;
        let mut config = ClientConfig::builder()
            .with_root_certificates(trusted)
            .with_client_auth_cert(certificates(dir, CERTIFICATE)?, key)
            .context("the certificate and its key do not match")?;
        config.alpn_protocols = vec![b"h2".into()];
        Ok(Some(config))
    }
}

fn certificates(dir: &Path, file: &str) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&read(dir, file)?).collect();
    all.with_context(|| format!("{} is not in PEM form", dir.join(file).display()))
}

fn read(dir: &Path, file: &str) -> anyhow::Result<Vec<u8>> {
    let path = dir.join(file);
    std::fs::read(&path).with_context(|| format!("reading {}", path.display()))
}
