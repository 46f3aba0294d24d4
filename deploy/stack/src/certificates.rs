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

/// Servers of others that show a certificate of the same authority and call none of ours.
pub const SERVERS: [&str; 2] = ["nats", "postgres"];

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

/// What was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// Nothing: all are good.
    Nothing,
    /// Certificates of the authority that was kept: programs with those before trust them.
    Certificates,
    /// An authority too: programs with certificates of the one before do not trust it.
    Authority,
}

/// Makes `dir/<name>/{ca,cert,key}.pem` for every service and server, unless all are there, are of one authority, fit their
/// keys, and end neither soon nor after more than a year. Certificates of somebody else's authority are good until they end.
///
/// The authority's key is thrown away: the next certificates are another authority's, which programs with the ones before
/// do not trust, so all have to start again together. With `authority`, a folder that no program sees, the key is kept
/// there and signs again.
///
/// # Errors
/// A certificate that would be replaced is of somebody else's authority. A certificate or key is there and cannot be read,
/// or a folder cannot be written.
pub fn make(dir: &Path, authority: Option<&Path>) -> anyhow::Result<Made> {
    make_at(SystemClock.now(), dir, authority)
}

/// The same at another time.
pub fn make_at(now: OffsetDateTime, dir: &Path, authority: Option<&Path>) -> anyhow::Result<Made> {
    let Some(fault) = fault(dir, now)? else { return Ok(Made::Nothing) };
    for name in names() {
        require_own(&dir.join(name).join(CERTIFICATE), &fault)?;
    }
    let authority = Authority::of(authority, now, &fault)?;
    for name in names() {
        let key = KeyPair::generate()?;
        let certificate = parameters(name, now)?.signed_by(&key, &authority.issuer)?;
        let folder = dir.join(name);
        // Without it the folder is made anew where this run ends now: the one before may be another authority's.
        remove(&folder.join(CERTIFICATE))?;
        put(&folder, CA, &authority.pem, PUBLIC)?;
        put(&folder, KEY, &key.serialize_pem(), SECRET)?;
        put(&folder, CERTIFICATE, &certificate.pem(), PUBLIC)?;
    }
    Ok(if authority.is_new { Made::Authority } else { Made::Certificates })
}

fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(SERVERS)
}

/// The first file that is missing or no good, and what is the matter with it. None: every service and server has a good
/// certificate, its key, and the same authority as the others.
fn fault(dir: &Path, now: OffsetDateTime) -> anyhow::Result<Option<String>> {
    let first = dir.join(NAMES[0]).join(CA);
    for name in names() {
        let folder = dir.join(name);
        if let Some((file, fault)) = fault_in(&folder, now)? {
            return Ok(Some(format!("{} {fault}", folder.join(file).display())));
        }
        let authority = folder.join(CA);
        if read(&authority)? != read(&first)? {
            return Ok(Some(format!("{} is another than {}", authority.display(), first.display())));
        }
    }
    Ok(None)
}

/// The same of the files of one service or server.
fn fault_in(folder: &Path, now: OffsetDateTime) -> anyhow::Result<Option<(&'static str, &'static str)>> {
    const MISSING: &str = "is not there";
    if let Some(file) = [CA, KEY].into_iter().find(|file| !folder.join(file).exists()) {
        return Ok(Some((file, MISSING)));
    }
    let Some((end, is_own)) = find(&folder.join(CERTIFICATE), |found| (end(found), is_own(found)))? else {
        return Ok(Some((CERTIFICATE, MISSING)));
    };
    // Their keys are of more kinds than can be read here.
    if !is_own {
        return Ok((end <= now).then_some((CERTIFICATE, "has ended")));
    }
    Ok(if end <= now + RENEW_BEFORE {
        Some((CERTIFICATE, "ends soon"))
    } else if end > now + LIFE {
        Some((CERTIFICATE, "lasts for more than a year"))
    } else {
        (!has_key_of(folder, CERTIFICATE)?).then_some((KEY, "is not its certificate's"))
    })
}

/// Whether the folder's key is the certificate's: not where there is none, or where a run ended between the two.
///
/// # Errors
/// There is a key, or a certificate, that cannot be read: it may be good.
fn has_key_of(folder: &Path, certificate: &str) -> anyhow::Result<bool> {
    let Some(key) = key_in(folder)? else { return Ok(false) };
    let is_its = |certificate: &X509Certificate<'_>| {
        *certificate.public_key().subject_public_key.data == *key.public_key_raw()
    };
    Ok(find(&folder.join(certificate), is_its)? == Some(true))
}

/// The folder's key. None: there is none.
fn key_in(folder: &Path) -> anyhow::Result<Option<KeyPair>> {
    let file = folder.join(KEY);
    let Some(text) = read(&file)? else { return Ok(None) };
    let key = KeyPair::from_pem(&String::from_utf8_lossy(&text));
    Ok(Some(key.with_context(|| format!("{} is no key that can be read", file.display()))?))
}

fn end(certificate: &X509Certificate<'_>) -> OffsetDateTime {
    certificate.validity().not_after.to_datetime()
}

/// # Errors
/// There is a certificate, and our own authority has not issued it. Tells the fault for which it would be replaced.
fn require_own(file: &Path, fault: &str) -> anyhow::Result<()> {
    ensure!(
        find(file, is_own)?.unwrap_or(true),
        "{fault}, and {} is not of the authority {AUTHORITY:?}, so nothing is replaced: have that mended by who issued \
         it, or choose another folder",
        file.display()
    );
    Ok(())
}

fn is_own(certificate: &X509Certificate<'_>) -> bool {
    let mut names = certificate.issuer().iter_common_name();
    names.any(|name| name.as_str().is_ok_and(|name| name == AUTHORITY))
}

/// Something of a certificate. None: there is none.
///
/// # Errors
/// There is one that cannot be read.
fn find<T>(file: &Path, of: impl FnOnce(&X509Certificate<'_>) -> T) -> anyhow::Result<Option<T>> {
    let Some(text) = read(file)? else { return Ok(None) };
    let is_none = || format!("{} is no certificate that can be read", file.display());
    let (_, pem) = parse_x509_pem(&text).ok().with_context(is_none)?;
    let certificate = pem.parse_x509().ok().with_context(is_none)?;
    Ok(Some(of(&certificate)))
}

/// What is in a file. None: it is not there.
fn read(file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("reading {}", file.display())),
    }
}

struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
    is_new: bool,
}

impl Authority {
    /// The one that `folder` keeps, if its key fits and it outlives what it is to sign. Else a new one, kept there.
    fn of(folder: Option<&Path>, now: OffsetDateTime, fault: &str) -> anyhow::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::create(now)?.0) };
        require_own(&folder.join(CA), fault)?;
        let has_key = has_key_of(folder, CA)?;
        let outlives = find(&folder.join(CA), end)?.is_some_and(|end| end > now + LIFE);
        if has_key && outlives {
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
        Ok((Self { pem, issuer: Issuer::new(parameters, key), is_new: true }, kept))
    }

    fn read(folder: &Path, now: OffsetDateTime) -> anyhow::Result<Self> {
        let key = key_in(folder)?.context("the authority's key is gone")?;
        let file = folder.join(CA);
        let pem = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        // Of these it is the name that is written into a certificate.
        Ok(Self { pem, issuer: Issuer::new(authority_parameters(now), key), is_new: false })
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
    // Python asks for it from 3.13 on.
    parameters.use_authority_key_identifier_extension = true;
    parameters.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    if !SERVERS.contains(&name) {
        parameters.extended_key_usages.push(ExtendedKeyUsagePurpose::ClientAuth);
    }
    last_for(&mut parameters, now, LIFE);
    Ok(parameters)
}

fn last_for(parameters: &mut CertificateParams, now: OffsetDateTime, life: Duration) {
    parameters.not_before = now - LATE_CLOCK;
    parameters.not_after = parameters.not_before + life;
}

/// Removes a file, if it is there.
fn remove(file: &Path) -> anyhow::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", file.display()))
        }
        _ => Ok(()),
    }
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
    use testkit::TemporaryFolder;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn text_of(folder: &TemporaryFolder, file: &str) -> String {
        fs::read_to_string(folder.path().join(file)).unwrap()
    }

    /// Makes certificates, if they are needed this many days later.
    fn make_after(folder: &TemporaryFolder, days: i64, authority: Option<&Path>) -> bool {
        make_at(NOW + Duration::days(days), folder.path(), authority).unwrap() != Made::Nothing
    }

    /// Why none are made a day later.
    fn refusal(folder: &TemporaryFolder, authority: Option<&Path>) -> String {
        format!("{:#}", make_at(NOW + Duration::days(1), folder.path(), authority).unwrap_err())
    }

    #[test]
    fn a_certificate_is_for_server_and_client_and_for_a_year_of_its_authoritys_ten() {
        let folder = TemporaryFolder::new("life");
        assert!(make_after(&folder, 0, None));

        for name in names() {
            let text = text_of(&folder, &format!("{name}/cert.pem"));
            let (_, pem) = parse_x509_pem(text.as_bytes()).unwrap();
            let certificate = pem.parse_x509().unwrap();
            let validity = certificate.validity();
            let (begin, end) = (validity.not_before.to_datetime(), validity.not_after.to_datetime());
            assert_eq!((begin, end - begin), (NOW - LATE_CLOCK, Duration::days(365)), "{name}");
            let usage = certificate.extended_key_usage().unwrap().unwrap().value;
            assert!(usage.server_auth && !usage.any, "{name}");
            assert_eq!(usage.client_auth, NAMES.contains(&name), "{name}");
            assert!(!certificate.is_ca(), "{name}");
            assert_eq!(fs::read_dir(folder.path().join(name)).unwrap().count(), 3, "{name}");
        }
        let end = find(&folder.path().join("gateway/ca.pem"), end).unwrap().unwrap();
        assert_eq!(end - (NOW - LATE_CLOCK), Duration::days(3_650));
        let kept = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(kept, names().count(), "the authority's key is thrown away");
    }

    #[test]
    fn certificates_stay_until_thirty_days_before_their_end() {
        let folder = TemporaryFolder::new("renewal");
        assert!(make_after(&folder, 0, None));
        let first = text_of(&folder, "svc-brand/cert.pem");

        assert!(!make_after(&folder, 330, None));
        assert_eq!(text_of(&folder, "svc-brand/cert.pem"), first);
        assert!(make_after(&folder, 336, None));
        assert_ne!(text_of(&folder, "svc-brand/cert.pem"), first);
        fs::remove_file(folder.path().join("svc-brand/key.pem")).unwrap();
        assert!(make_after(&folder, 336, None), "one is missing");
        fs::remove_file(folder.path().join("svc-brand/ca.pem")).unwrap();
        assert!(make_after(&folder, 336, None), "an authority is missing");
        let other = TemporaryFolder::new("other");
        assert!(make_after(&other, 336, None));
        fs::copy(other.path().join("gateway/ca.pem"), folder.path().join("svc-brand/ca.pem")).unwrap();
        assert!(make_after(&folder, 336, None), "two authorities");
        assert!(!make_after(&folder, 336, None));
    }

    /// Puts a certificate there that somebody else issued, for `days`.
    fn put_foreign(folder: &TemporaryFolder, name: &str, days: i64) -> String {
        let key = KeyPair::generate().unwrap();
        let mut parameters = parameters(name, NOW).unwrap();
        parameters.not_after = NOW + Duration::days(days);
        let foreign = parameters.self_signed(&key).unwrap().pem();
        put(&folder.path().join(name), CERTIFICATE, &foreign, PUBLIC).unwrap();
        put(&folder.path().join(name), KEY, &key.serialize_pem(), SECRET).unwrap();
        foreign
    }

    /// A set that somebody else issued, for 800 days.
    fn foreign_set() -> TemporaryFolder {
        let folder = TemporaryFolder::new("foreign-set");
        for name in names() {
            put(&folder.path().join(name), CA, "another authority", PUBLIC).unwrap();
            put_foreign(&folder, name, 800);
        }
        folder
    }

    #[test]
    fn certificates_that_somebody_else_issued_are_left_until_they_end() {
        let folder = foreign_set();

        assert!(!make_after(&folder, 1, None), "they last for more than a year");
        assert!(!make_after(&folder, 799, None));
        make_at(NOW + Duration::days(801), folder.path(), None).unwrap_err();
    }

    #[test]
    fn what_is_missing_or_differs_in_a_set_that_somebody_else_issued_is_named() {
        let folder = foreign_set();
        put(&folder.path().join("svc-offers"), CA, "a third authority", PUBLIC).unwrap();
        let differs = refusal(&folder, None);
        fs::remove_file(folder.path().join("svc-search/key.pem")).unwrap();
        let missing = refusal(&folder, None);

        assert!(differs.contains("svc-offers/ca.pem is another than"), "{differs}");
        assert!(missing.contains("svc-search/key.pem is not there"), "{missing}");
        for refused in [differs, missing] {
            assert!(refused.contains("gateway/cert.pem is not of the authority"), "{refused}");
        }
    }

    #[test]
    fn a_certificate_that_somebody_else_issued_is_not_replaced() {
        let folder = TemporaryFolder::new("foreign");
        assert!(make_after(&folder, 0, None));
        let foreign = put_foreign(&folder, "gateway", 365);
        let own = text_of(&folder, "svc-brand/cert.pem");

        assert!(!make_after(&folder, 1, None), "it lasts");
        let refused = make_at(NOW + Duration::days(340), folder.path(), None).unwrap_err().to_string();

        assert!(refused.contains("gateway/cert.pem is not of the authority"), "{refused}");
        let found = (text_of(&folder, "gateway/cert.pem"), text_of(&folder, "svc-brand/cert.pem"));
        assert_eq!(found, (foreign, own));
    }

    #[test]
    fn certificates_for_longer_than_a_year_are_replaced() {
        let folder = TemporaryFolder::new("endless");
        // As they were made before: until 4096.
        let made = make_at(datetime!(4095-01-01 12:00 UTC), folder.path(), None).unwrap();
        assert_eq!(made, Made::Authority);

        assert!(make_after(&folder, 0, None));
        assert!(!make_after(&folder, 1, None));
    }

    #[test]
    fn a_key_that_is_not_its_certificates_is_made_anew_with_it() {
        let (folder, kept) = (TemporaryFolder::new("unfinished"), TemporaryFolder::new("kept"));
        assert!(make_after(&folder, 0, Some(kept.path())));
        let authority = text_of(&folder, "svc-brand/ca.pem");
        let new_key = || KeyPair::generate().unwrap().serialize_pem();

        // Another run ended between a key and its certificate.
        put(&folder.path().join("svc-brand"), KEY, &new_key(), SECRET).unwrap();
        assert!(make_after(&folder, 1, Some(kept.path())));
        assert!(has_key_of(&folder.path().join("svc-brand"), CERTIFICATE).unwrap());
        assert_eq!(text_of(&folder, "svc-brand/ca.pem"), authority);
        assert!(!make_after(&folder, 1, Some(kept.path())));

        put(kept.path(), KEY, &new_key(), SECRET).unwrap();
        assert!(make_after(&folder, 340, Some(kept.path())));
        assert!(has_key_of(kept.path(), CA).unwrap());
        assert_ne!(
            text_of(&folder, "svc-brand/ca.pem"),
            authority,
            "what that key signs, this authority has not signed"
        );
    }

    #[test]
    fn a_run_that_ended_between_an_authority_and_a_key_is_done_again() {
        let folder = TemporaryFolder::new("halfway");
        assert!(make_after(&folder, 0, None));
        fs::remove_file(folder.path().join("gateway/key.pem")).unwrap();
        let stone = folder.path().join("svc-brand/.key.pem.new");
        fs::create_dir(&stone).unwrap();

        let ended = refusal(&folder, None);
        fs::remove_dir(&stone).unwrap();

        assert!(ended.contains("svc-brand/key.pem"), "{ended}");
        assert!(make_after(&folder, 1, None), "its certificate would be another authority's");
        assert!(!make_after(&folder, 1, None));
    }

    #[test]
    fn an_authority_whose_key_cannot_be_read_is_not_replaced() {
        let (folder, kept) = (TemporaryFolder::new("unread"), TemporaryFolder::new("unreadable"));
        assert!(make_after(&folder, 0, Some(kept.path())));
        let authority = text_of(&kept, "ca.pem");
        fs::remove_file(folder.path().join("gateway/key.pem")).unwrap();

        put(kept.path(), KEY, "a key in another form", SECRET).unwrap();
        let unknown = refusal(&folder, Some(kept.path()));
        fs::remove_file(kept.path().join(KEY)).unwrap();
        fs::create_dir(kept.path().join(KEY)).unwrap();
        let closed = refusal(&folder, Some(kept.path()));

        for refused in [unknown, closed] {
            assert!(refused.contains(&kept.path().join(KEY).display().to_string()), "{refused}");
        }
        assert_eq!(text_of(&kept, "ca.pem"), authority);
    }

    #[test]
    fn a_new_authority_is_told_from_new_certificates() {
        let (folder, kept) = (TemporaryFolder::new("told"), TemporaryFolder::new("told-authority"));
        let make =
            |days, kept: Option<&Path>| make_at(NOW + Duration::days(days), folder.path(), kept).unwrap();

        let first = [make(0, Some(kept.path())), make(1, Some(kept.path())), make(340, Some(kept.path()))];
        fs::remove_file(kept.path().join(KEY)).unwrap();
        let later = [make(680, Some(kept.path())), make(1_020, None)];

        assert_eq!(first, [Made::Authority, Made::Nothing, Made::Certificates]);
        assert_eq!(later, [Made::Authority; 2]);
    }

    #[test]
    fn an_authority_that_is_kept_signs_again_until_it_ends_within_a_year() {
        let (folder, kept) = (TemporaryFolder::new("signed"), TemporaryFolder::new("authority"));
        assert!(make_after(&folder, 0, Some(kept.path())));
        let (authority, first) = (text_of(&folder, "gateway/ca.pem"), text_of(&folder, "gateway/cert.pem"));
        assert_eq!(text_of(&kept, "ca.pem"), authority);

        assert!(make_after(&folder, 340, Some(kept.path())));
        assert_eq!(text_of(&folder, "gateway/ca.pem"), authority);
        assert_ne!(text_of(&folder, "gateway/cert.pem"), first);

        assert!(make_after(&folder, 3_300, Some(kept.path())));
        assert_ne!(text_of(&folder, "gateway/ca.pem"), authority);
        assert_eq!(text_of(&kept, "ca.pem"), text_of(&folder, "gateway/ca.pem"));
    }
}
