//! Mutual TLS between the services: a CA of our own, one certificate a service.
//!
//! The files are read again when they change: new connections use what they hold by then, and those that stand live on.

mod accept;
mod files;
mod material;
mod renewal;

use std::path::{Path, PathBuf};
use std::time::Duration;

use opentelemetry::KeyValue;
use time::OffsetDateTime;

pub(crate) use self::accept::handshakes;
pub(crate) use self::material::end_of;
pub use self::material::read_authorities;
pub(crate) use self::renewal::Current;
use self::renewal::Shared;
use crate::clock::{Clock, SystemClock};
use crate::metrics::meter;

/// Where this process's certificate lies.
#[derive(Debug, Clone, clap::Args)]
pub struct TlsArgs {
    /// Folder with ca.pem, cert.pem and key.pem, for mutual TLS between the services.
    #[arg(long, env = "TLS_DIR", value_name = "DIR", required_unless_present = "internal_plaintext")]
    pub tls_dir: Option<PathBuf>,
    /// Speak plaintext between the services, where nobody is checked. For tests and trials: production refuses it.
    #[arg(long, env = "INTERNAL_PLAINTEXT", default_value_t = false)]
    pub internal_plaintext: bool,
    #[arg(skip)]
    shared: Shared,
}

impl TlsArgs {
    /// Plaintext, for tests that are not about TLS.
    pub fn plaintext() -> Self {
        Self { tls_dir: None, internal_plaintext: true, shared: Shared::default() }
    }

    /// A certificate that lies in `dir`.
    pub fn in_dir(dir: impl Into<PathBuf>) -> Self {
        Self { tls_dir: Some(dir.into()), internal_plaintext: false, shared: Shared::default() }
    }

    /// The same, but the files are read again this often. For tests.
    #[must_use]
    pub fn read_every(self, period: Duration) -> Self {
        Self { shared: Shared::every(period), ..self }
    }

    /// Measures how long the certificate of `service` is good, as long as the process lives.
    pub fn measure(&self, service: &'static str) -> anyhow::Result<()> {
        let Some(current) = self.current()? else { return Ok(()) };
        measure_until(service, move || Some(current.borrow().ends));
        Ok(())
    }

    fn dir(&self) -> Option<&Path> {
        if self.internal_plaintext { None } else { self.tls_dir.as_deref() }
    }

    pub(crate) fn is_plaintext(&self) -> bool {
        self.dir().is_none()
    }

    /// What the files hold, now and later; None with plaintext. The first call loads it, and fails where it can't.
    pub(crate) fn current(&self) -> anyhow::Result<Option<Current>> {
        self.dir().map(|dir| self.shared.of(dir)).transpose()
    }
}

/// Measures how long the certificate that `holder` shows is good, where its end is known.
pub(crate) fn measure_until(
    holder: &'static str,
    end: impl Fn() -> Option<OffsetDateTime> + Send + Sync + 'static,
) {
    const A_DAY: f64 = 86_400.0;
    let label = [KeyValue::new("service", holder)];
    meter()
        .f64_observable_gauge("tls.certificate.remaining")
        .with_unit("d")
        .with_description("Until a certificate that is shown inside ends")
        .with_callback(move |gauge| {
            if let Some(end) = end() {
                let remaining = end - SystemClock.now();
                gauge.observe(remaining.as_seconds_f64() / A_DAY, &label);
            }
        })
        .build();
}
