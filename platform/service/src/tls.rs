//! Mutual TLS between the services: a CA of our own, one certificate a service.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tonic::transport::{Certificate, ClientTlsConfig, Identity, ServerTlsConfig};

/// Where this process's certificate lies.
#[derive(Debug, Clone, clap::Args)]
pub struct TlsArgs {
    /// Folder with ca.pem, cert.pem and key.pem, for mutual TLS between the services.
    #[arg(long, env = "TLS_DIR", value_name = "DIR", required_unless_present = "internal_plaintext")]
    pub tls_dir: Option<PathBuf>,
    /// Speak plaintext between the services. Only where a mesh encrypts and authenticates instead.
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

    fn dir(&self) -> Option<&Path> {
        if self.internal_plaintext { None } else { self.tls_dir.as_deref() }
    }

    pub(crate) fn is_plaintext(&self) -> bool {
        self.dir().is_none()
    }

    pub(crate) fn server(&self) -> anyhow::Result<Option<ServerTlsConfig>> {
        let Some(dir) = self.dir() else { return Ok(None) };
        let config = ServerTlsConfig::new().identity(identity(dir)?).client_ca_root(ca(dir)?);
        Ok(Some(config))
    }

    pub(crate) fn client(&self, server_name: &str) -> anyhow::Result<Option<ClientTlsConfig>> {
        let Some(dir) = self.dir() else { return Ok(None) };
        let config =
            ClientTlsConfig::new().domain_name(server_name).ca_certificate(ca(dir)?).identity(identity(dir)?);
        Ok(Some(config))
    }
}

fn ca(dir: &Path) -> anyhow::Result<Certificate> {
    Ok(Certificate::from_pem(read(dir, "ca.pem")?))
}

fn identity(dir: &Path) -> anyhow::Result<Identity> {
    Ok(Identity::from_pem(read(dir, "cert.pem")?, read(dir, "key.pem")?))
}

fn read(dir: &Path, file: &str) -> anyhow::Result<Vec<u8>> {
    let path = dir.join(file);
    std::fs::read(&path).with_context(|| format!("reading {}", path.display()))
}
