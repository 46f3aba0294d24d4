//! A certificate authority of our own and a certificate for every service, made before they end.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, ensure};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, SanType,
};
use service::{Clock, SystemClock};
use time::{Duration, OffsetDateTime};
use x509_parser::certificate::X509Certificate;
use x509_parser::pem::parse_x509_pem;

/// Every process that speaks gRPC.
pub const NAMES: [&str; 7] =
    ["gateway", "svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"];

/// Of a service's certificate: a key that was stolen is worth nothing after it.
const LIFE: Duration = Duration::days(365);
/// Of the authority's: its key is thrown away, or kept where no program sees it.
const AUTHORITY_LIFE: Duration = Duration::days(3_650);
/// A certificate that ends within this time is made anew. The alarm CertificateEndsSoon comes nine days later.
const RENEW_BEFORE: Duration = Duration::days(30);
/// The clocks of the machines that check a certificate may be this late.
const LATE_CLOCK: Duration = Duration::hours(1);

const AUTHORITY: &str = "Fareway internal authority";

const CA: &str = "ca.pem";
const CERTIFICATE: &str = "cert.pem";
const KEY: &str = "key.pem";

/// For everybody's eyes.
const PUBLIC: u32 = 0o644;
/// For its owner's eyes alone.
const SECRET: u32 = 0o600;

/// Makes `dir/<service>/{ca,cert,key}.pem` for every service, unless all are there, are of one authority, and end neither
/// soon nor after more than a year. Returns whether it made them.
///
/// The authority's key is thrown away: the next certificates are another authority's, which programs with the ones before
/// do not trust, so all have to start again together. With `authority`, a folder that no program sees, the key is kept
/// there and signs again.
///
/// # Errors
/// A certificate that would be replaced is of somebody else's authority, or a folder cannot be read or written.
pub fn make(dir: &Path, authority: Option<&Path>) -> anyhow::Result<bool> {
    make_at(SystemClock.now(), dir, authority)
}

fn make_at(now: OffsetDateTime, dir: &Path, authority: Option<&Path>) -> anyhow::Result<bool> {
    if are_good(dir, now) {
        return Ok(false);
    }
    for name in NAMES {
        require_own(&dir.join(name).join(CERTIFICATE))?;
    }
    let authority = Authority::of(authority, now)?;
    for name in NAMES {
        let key = KeyPair::generate()?;
        let certificate = parameters(name, now)?.signed_by(&key, &authority.issuer)?;
        let folder = dir.join(name);
        put(&folder, CA, &authority.pem, PUBLIC)?;
        put(&folder, KEY, &key.serialize_pem(), SECRET)?;
        put(&folder, CERTIFICATE, &certificate.pem(), PUBLIC)?;
    }
    Ok(true)
}

/// Whether every service has a certificate that lasts, its key, and the same authority as the others.
fn are_good(dir: &Path, now: OffsetDateTime) -> bool {
    let authority_of = |name: &str| fs::read(dir.join(name).join(CA)).ok();
    let Some(authority) = authority_of(NAMES[0]) else { return false };
    NAMES.iter().all(|name| is_good(&dir.join(name), now) && authority_of(name).as_ref() == Some(&authority))
}

fn is_good(folder: &Path, now: OffsetDateTime) -> bool {
    let end = end_of(&folder.join(CERTIFICATE));
    folder.join(KEY).exists() && end.is_some_and(|end| end > now + RENEW_BEFORE && end <= now + LIFE)
}

/// When a certificate ends. None: there is none that can be read.
fn end_of(file: &Path) -> Option<OffsetDateTime> {
    find(file, |certificate| certificate.validity().not_after.to_datetime())
}

/// # Errors
/// There is a certificate, and our own authority has not issued it.
fn require_own(file: &Path) -> anyhow::Result<()> {
    ensure!(
        find(file, is_own).unwrap_or(true),
        "{} is not of the authority {AUTHORITY:?}, so it is not replaced: have it renewed by who issued it, or choose \
         another folder",
        file.display()
    );
    Ok(())
}

fn is_own(certificate: &X509Certificate<'_>) -> bool {
    let mut names = certificate.issuer().iter_common_name();
    names.any(|name| name.as_str().is_ok_and(|name| name == AUTHORITY))
}

/// Something of a certificate. None: there is none that can be read.
fn find<T>(file: &Path, of: impl FnOnce(&X509Certificate<'_>) -> T) -> Option<T> {
    let text = fs::read(file).ok()?;
    let (_, pem) = parse_x509_pem(&text).ok()?;
    let certificate = pem.parse_x509().ok()?;
    Some(of(&certificate))
}

struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// The one that `folder` keeps, if it outlives what it is to sign. Else a new one, which is kept there.
    fn of(folder: Option<&Path>, now: OffsetDateTime) -> anyhow::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::create(now)?.0) };
        require_own(&folder.join(CA))?;
        if end_of(&folder.join(CA)).is_some_and(|end| end > now + LIFE) {
            return Self::read(folder, now);
        }
        let (authority, key) = Self::create(now)?;
        put(folder, KEY, &key.serialize_pem(), SECRET)?;
        put(folder, CA, &authority.pem, PUBLIC)?;
        Ok(authority)
    }

    /// With the key a second time, to be kept.
    fn create(now: OffsetDateTime) -> anyhow::Result<(Self, KeyPair)> {
        let key = KeyPair::generate()?;
        let kept = KeyPair::from_pem(&key.serialize_pem())?;
        let parameters = authority_parameters(now);
        let pem = parameters.self_signed(&key)?.pem();
        Ok((Self { pem, issuer: Issuer::new(parameters, key) }, kept))
    }

    fn read(folder: &Path, now: OffsetDateTime) -> anyhow::Result<Self> {
        let read = |file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
        };
        let key = KeyPair::from_pem(&read(KEY)?).context("the authority's key cannot be read")?;
        // Of these it is the name that is written into a certificate.
        Ok(Self { pem: read(CA)?, issuer: Issuer::new(authority_parameters(now), key) })
    }
}

fn authority_parameters(now: OffsetDateTime) -> CertificateParams {
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name.push(DnType::CommonName, AUTHORITY);
    parameters.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    last_for(&mut parameters, now, AUTHORITY_LIFE);
    parameters
}

/// The DNS name is what clients check; the URI is what servers read the caller's name from.
fn parameters(name: &str, now: OffsetDateTime) -> anyhow::Result<CertificateParams> {
    let mut parameters = CertificateParams::new([name.to_owned()])?;
    parameters.subject_alt_names.push(SanType::URI(format!("spiffe://fareway/{name}").try_into()?));
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    parameters.extended_key_usages =
        vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
    last_for(&mut parameters, now, LIFE);
    Ok(parameters)
}

fn last_for(parameters: &mut CertificateParams, now: OffsetDateTime, life: Duration) {
    parameters.not_before = now - LATE_CLOCK;
    parameters.not_after = parameters.not_before + life;
}

/// Puts a file into a folder, in the place of the one before: whole, or not at all.
fn put(folder: &Path, name: &str, text: &str, mode: u32) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let (file, new) = (folder.join(name), folder.join(format!(".{name}.new")));
    let written = write(&new, text, mode).and_then(|()| fs::rename(&new, &file));
    written.with_context(|| format!("writing {}", file.display()))
}

fn write(path: &Path, text: &str, mode: u32) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    /// A folder that goes with its test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("fareway-certificates-{name}-{}", Uuid::new_v4())))
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.0.join(file)).unwrap()
        }

        /// Makes certificates, if they are needed this many days later.
        fn make(&self, days: i64, authority: Option<&Path>) -> bool {
            make_at(NOW + Duration::days(days), &self.0, authority).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // Left behind at worst: it is a temporary folder.
            let _removed = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_certificate_is_for_server_and_client_and_for_a_year_of_its_authoritys_ten() {
        let folder = Folder::new("life");
        assert!(folder.make(0, None));

        for name in NAMES {
            let text = folder.read(&format!("{name}/cert.pem"));
            let (_, pem) = parse_x509_pem(text.as_bytes()).unwrap();
            let certificate = pem.parse_x509().unwrap();
            let validity = certificate.validity();
            let (begin, end) = (validity.not_before.to_datetime(), validity.not_after.to_datetime());
            assert_eq!((begin, end - begin), (NOW - LATE_CLOCK, Duration::days(365)), "{name}");
            let usage = certificate.extended_key_usage().unwrap().unwrap().value;
            assert!(usage.server_auth && usage.client_auth && !usage.any, "{name}");
            assert!(!certificate.is_ca(), "{name}");
            assert_eq!(fs::read_dir(folder.0.join(name)).unwrap().count(), 3, "{name}");
        }
        let end = end_of(&folder.0.join("gateway/ca.pem")).unwrap();
        assert_eq!(end - (NOW - LATE_CLOCK), Duration::days(3_650));
        let kept = fs::read_dir(&folder.0).unwrap().count();
        assert_eq!(kept, NAMES.len(), "the authority's key is thrown away");
    }

    #[test]
    fn certificates_stay_until_thirty_days_before_their_end() {
        let folder = Folder::new("renewal");
        assert!(folder.make(0, None));
        let first = folder.read("svc-brand/cert.pem");

        assert!(!folder.make(330, None));
        assert_eq!(folder.read("svc-brand/cert.pem"), first);
        assert!(folder.make(336, None));
        assert_ne!(folder.read("svc-brand/cert.pem"), first);
        fs::remove_file(folder.0.join("svc-brand/key.pem")).unwrap();
        assert!(folder.make(336, None), "one is missing");
        fs::remove_file(folder.0.join("svc-brand/ca.pem")).unwrap();
        assert!(folder.make(336, None), "an authority is missing");
        let other = Folder::new("other");
        assert!(other.make(336, None));
        fs::copy(other.0.join("gateway/ca.pem"), folder.0.join("svc-brand/ca.pem")).unwrap();
        assert!(folder.make(336, None), "two authorities");
        assert!(!folder.make(336, None));
    }

    #[test]
    fn a_certificate_that_somebody_else_issued_is_not_replaced() {
        let folder = Folder::new("foreign");
        assert!(folder.make(0, None));
        let key = KeyPair::generate().unwrap();
        let foreign = parameters("gateway", NOW).unwrap().self_signed(&key).unwrap().pem();
        fs::write(folder.0.join("gateway/cert.pem"), &foreign).unwrap();
        let own = folder.read("svc-brand/cert.pem");

        assert!(!folder.make(1, None), "it lasts");
        let refused = make_at(NOW + Duration::days(340), &folder.0, None).unwrap_err().to_string();

        assert!(refused.contains("gateway/cert.pem is not of the authority"), "{refused}");
        assert_eq!((folder.read("gateway/cert.pem"), folder.read("svc-brand/cert.pem")), (foreign, own));
    }

    #[test]
    fn certificates_for_longer_than_a_year_are_replaced() {
        let folder = Folder::new("endless");
        // As they were made before: until 4096.
        assert!(make_at(datetime!(4095-01-01 12:00 UTC), &folder.0, None).unwrap());

        assert!(folder.make(0, None));
        assert!(!folder.make(1, None));
    }

    #[test]
    fn an_authority_that_is_kept_signs_again_until_it_ends_within_a_year() {
        let (folder, kept) = (Folder::new("signed"), Folder::new("authority"));
        assert!(folder.make(0, Some(&kept.0)));
        let (authority, first) = (folder.read("gateway/ca.pem"), folder.read("gateway/cert.pem"));
        assert_eq!(kept.read("ca.pem"), authority);

        assert!(folder.make(340, Some(&kept.0)));
        assert_eq!(folder.read("gateway/ca.pem"), authority);
        assert_ne!(folder.read("gateway/cert.pem"), first);

        assert!(folder.make(3_300, Some(&kept.0)));
        assert_ne!(folder.read("gateway/ca.pem"), authority);
        assert_eq!(kept.read("ca.pem"), folder.read("gateway/ca.pem"));
    }
}
