//! A certificate authority of our own and a certificate for every service, made once.

use std::fs;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::Context;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose, SanType};

/// Every process that speaks gRPC.
pub const NAMES: [&str; 7] =
    ["gateway", "svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"];

/// Makes `dir/<service>/{ca,cert,key}.pem` for every service, unless they are there already.
///
/// The authority's key is used for these certificates and thrown away.
pub fn make(dir: &Path) -> anyhow::Result<()> {
    if NAMES.iter().all(|name| dir.join(name).join("key.pem").exists()) {
        return Ok(());
    }
    let ca_key = KeyPair::generate()?;
    let mut ca = CertificateParams::default();
    ca.distinguished_name.push(DnType::CommonName, "Fareway internal authority");
    ca.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    ca.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let ca_pem = ca.self_signed(&ca_key)?.pem();
    let issuer = Issuer::new(ca, ca_key);
    for name in NAMES {
        let key = KeyPair::generate()?;
        let certificate = parameters(name)?.signed_by(&key, &issuer)?;
        let folder = dir.join(name);
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        fs::write(folder.join("ca.pem"), &ca_pem)?;
        fs::write(folder.join("cert.pem"), certificate.pem())?;
        write_secret(&folder.join("key.pem"), &key.serialize_pem())?;
    }
    Ok(())
}

/// The DNS name is what clients check; the URI is what servers read the caller's name from.
fn parameters(name: &str) -> anyhow::Result<CertificateParams> {
    let mut parameters = CertificateParams::new([name.to_owned()])?;
    parameters.subject_alt_names.push(SanType::URI(format!("spiffe://fareway/{name}").try_into()?));
    parameters.distinguished_name.push(DnType::CommonName, name);
    Ok(parameters)
}

fn write_secret(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    Ok(())
}
