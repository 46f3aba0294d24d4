//! Hashing and checking passwords, on as many threads as there are cores and never more.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use anyhow::{Context, anyhow};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use service::token;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::domain::password::GeneratedPassword;
use crate::domain::second_factor::RecoveryHash;
use crate::error::Error;

/// OWASP's second choice of argon2id parameters: 19 MiB, two passes, one lane. It makes each guess expensive, because
/// people choose passwords that can be guessed.
const SLOW: Cost = Cost { memory_kib: 19 * 1024, passes: 2 };
/// The least that argon2id takes, for a generated password: nobody finds one of 2^120 at any speed, so a slow hash
/// would protect nothing that this one doesn't.
const QUICK: Cost = Cost { memory_kib: Params::MIN_M_COST, passes: Params::MIN_T_COST };
/// Bounds the wait under a flood of logins: the machine keeps working, and people are told to come back.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct PasswordHasher {
    cores: Arc<Semaphore>,
    buffers: Arc<HashBuffers>,
    /// Checked in place of those that an account does not have, so that the time taken does not say so.
    dummies: Arc<Dummies>,
}

#[derive(Debug, Default)]
struct Dummies {
    slow: String,
    quick: String,
}

/// What a hash costs, in one lane.
struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Cost {
    fn argon2(&self) -> Argon2<'static> {
        let params = Params::new(self.memory_kib, self.passes, 1, None).expect("within argon2's bounds");
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }
}

impl PasswordHasher {
    pub async fn new() -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism()?.get();
        let (cores, buffers) = (Arc::new(Semaphore::new(cores)), Arc::default());
        let mut hasher = Self { cores, buffers, dummies: Arc::default() };
        let slow = hasher.hash("nobody's".into()).await?;
        let quick = Self::hash_generated(&GeneratedPassword::generate())?;
        hasher.dummies = Arc::new(Dummies { slow, quick });
        Ok(hasher)
    }

    /// The hash in PHC string form.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        self.work(move |buffer| {
            let salt: [u8; Salt::RECOMMENDED_LENGTH] = token::random();
            Ok(buffer.hash(&SLOW.argon2(), &password, Salt::new(&salt)?)?.to_string())
        })
        .await
    }

    /// The same for a generated password, in microseconds and without waiting for a core.
    pub fn hash_generated(password: &GeneratedPassword) -> Result<String, Error> {
        let salt: [u8; Salt::RECOMMENDED_LENGTH] = token::random();
        let salt = Salt::new(&salt).map_err(anyhow::Error::from)?;
        Ok(HashBuffer::default().hash(&QUICK.argon2(), password.as_ref(), salt)?.to_string())
    }

    /// Whether the password is the one behind `hash`. Without a hash it is not. The work is the same without one, with a
    /// slow one and with a quick one.
    pub async fn verify(&self, hash: Option<&str>, password: SecretString) -> Result<bool, Error> {
        let Some(hash) = hash.map(str::to_owned) else {
            let slow = self.dummies.slow.clone();
            return self.both(slow, password).await.map(|_dummys| false);
        };
        self.both(hash, password).await
    }

    /// Checks `hash`, and a dummy of the other cost.
    async fn both(&self, hash: String, password: SecretString) -> Result<bool, Error> {
        let dummies = self.dummies.clone();
        self.work(move |buffer| {
            let known = PasswordHash::new(&hash)?;
            let is_quick = Params::try_from(&known)?.m_cost() == QUICK.memory_kib;
            let other = if is_quick { &dummies.slow } else { &dummies.quick };
            let _dummys = buffer.verify(&PasswordHash::new(other)?, &password)?;
            buffer.verify(&known, &password)
        })
        .await
    }

    /// What is stored of a recovery code. Its salt is the account, so that a code that was typed is found by one hash,
    /// however many the account has left.
    pub async fn hash_recovery_code(&self, account: Uuid, code: SecretString) -> Result<RecoveryHash, Error> {
        self.work(move |buffer| buffer.output(&SLOW.argon2(), &code, account.as_bytes())).await
    }

    /// Runs `work` with a free buffer, and waits for one.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut HashBuffer) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = tokio::time::timeout(LONGEST_WAIT, self.cores.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| Error::Busy)?.expect("nobody closes the semaphore");
        let buffers = self.buffers.clone();
        let done = spawn_blocking(move || {
            let _held = permit;
            let mut buffer = buffers.take();
            let done = work(&mut buffer);
            buffers.put_back(buffer);
            done
        });
        // What the panic said is left out: it may quote the password.
        Ok(done.await.map_err(|_panicked| anyhow!("a hash was not finished"))??)
    }
}

/// The memory that hashing needs, one buffer a core. Buffers are reused: freed after each use, pieces of that size would
/// stay with the thread that had them, and add up to a gigabyte.
#[derive(Default)]
struct HashBuffers(Mutex<Vec<HashBuffer>>);

impl fmt::Debug for HashBuffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashBuffers")
    }
}

#[derive(Default)]
struct HashBuffer(Vec<Block>);

impl HashBuffers {
    fn take(&self) -> HashBuffer {
        self.free().pop().unwrap_or_default()
    }

    fn put_back(&self, buffer: HashBuffer) {
        self.free().push(buffer);
    }

    fn free(&self) -> MutexGuard<'_, Vec<HashBuffer>> {
        self.0.lock().expect("nobody panics with the buffers")
    }
}

impl HashBuffer {
    fn hash(
        &mut self,
        argon2: &Argon2<'_>,
        password: &SecretString,
        salt: Salt,
    ) -> anyhow::Result<PasswordHash> {
        let out = self.output(argon2, password, &salt)?;
        Ok(PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(argon2.params())?,
            salt: Some(salt),
            hash: Some(Output::new(&out)?),
        })
    }

    fn output(
        &mut self,
        argon2: &Argon2<'_>,
        secret: &SecretString,
        salt: &[u8],
    ) -> anyhow::Result<[u8; Params::DEFAULT_OUTPUT_LEN]> {
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        let blocks = argon2.params().block_count();
        self.0.resize(self.0.len().max(blocks), Block::default());
        let memory = &mut self.0[..blocks];
        argon2.hash_password_into_with_memory(secret.expose_secret().as_bytes(), salt, &mut out, memory)?;
        Ok(out)
    }

    /// Works with the hash's own parameters. Two outputs are compared in constant time.
    fn verify(&mut self, known: &PasswordHash, password: &SecretString) -> anyhow::Result<bool> {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::try_from(known)?);
        let salt = known.salt.context("a hash without salt")?;
        Ok(self.hash(&argon2, password, salt)?.hash == known.hash)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let hasher = PasswordHasher::new().await.unwrap();
        let hash = hasher.hash("Correct-Horse-7".into()).await.unwrap();

        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(hasher.verify(Some(&hash), "Correct-Horse-7".into()).await.unwrap());
        assert!(!hasher.verify(Some(&hash), "correct-horse-7".into()).await.unwrap());
    }

    #[tokio::test]
    async fn a_hash_means_to_us_what_it_means_to_others() {
        let hasher = PasswordHasher::new().await.unwrap();
        let ours = hasher.hash("Correct-Horse-7".into()).await.unwrap();
        let theirs: PasswordHash = SLOW.argon2().hash_password(b"Correct-Horse-7").unwrap();

        let checked = SLOW.argon2().verify_password(b"Correct-Horse-7", &PasswordHash::new(&ours).unwrap());
        assert!(checked.is_ok());
        assert!(hasher.verify(Some(&theirs.to_string()), "Correct-Horse-7".into()).await.unwrap());
    }

    #[tokio::test]
    async fn a_recovery_code_has_a_slow_hash_of_its_own_account() {
        let hasher = PasswordHasher::new().await.unwrap();
        hasher.buffers.free().clear();
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));

        let hash = hasher.hash_recovery_code(own, "012z012zabcdmnpz".into()).await.unwrap();

        assert_eq!(hasher.buffers.take().0.len(), 19 * 1024, "the work of a password");
        assert_eq!(hasher.hash_recovery_code(own, "012z012zabcdmnpz".into()).await.unwrap(), hash);
        assert_ne!(hasher.hash_recovery_code(other, "012z012zabcdmnpz".into()).await.unwrap(), hash);
        assert_ne!(hasher.hash_recovery_code(own, "112z012zabcdmnpz".into()).await.unwrap(), hash);
    }

    #[tokio::test]
    async fn without_an_account_even_the_dummys_password_is_wrong() {
        let hasher = PasswordHasher::new().await.unwrap();

        assert!(!hasher.verify(None, "nobody's".into()).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_is_worked_out_with_and_without_an_account() {
        let hasher = PasswordHasher::new().await.unwrap();
        let hash = hasher.hash("Correct-Horse-7".into()).await.unwrap();
        for hash in [None, Some(hash.as_str())] {
            hasher.buffers.free().clear();

            assert!(!hasher.verify(hash, "wrong".into()).await.unwrap());
            assert_eq!(hasher.buffers.take().0.len(), 19 * 1024, "the slow hash: {hash:?}");
        }
    }

    #[tokio::test]
    async fn a_generated_password_is_hashed_quickly_and_checked_with_the_work_of_any_other() {
        let hasher = PasswordHasher::new().await.unwrap();
        let password = GeneratedPassword::generate();
        let hash = PasswordHasher::hash_generated(&password).unwrap();
        hasher.buffers.free().clear();

        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        for other in ["wrong", "nobody's"] {
            assert!(!hasher.verify(Some(&hash), other.into()).await.unwrap());
        }
        assert!(hasher.verify(Some(&hash), password.into()).await.unwrap());
        assert_eq!(hasher.buffers.take().0.len(), 19 * 1024, "the slow hash has been worked out as well");
    }
}
