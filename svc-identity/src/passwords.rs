//! Hashing and checking passwords, on as many threads as there are cores and never more.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::error::Error;

/// OWASP's second choice of argon2id parameters: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Under a flood of logins the rest of the machine goes on, and those who wait are told to come back.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct Passwords {
    cores: Arc<Semaphore>,
    /// Checked where no account has the name, so that the time taken does not say so.
    dummy_hash: Arc<str>,
}

impl Passwords {
    pub async fn new() -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism()?.get();
        let mut passwords = Self { cores: Arc::new(Semaphore::new(cores)), dummy_hash: "".into() };
        passwords.dummy_hash = passwords.hash("nobody's".into()).await?.into();
        Ok(passwords)
    }

    /// The hash in PHC string form.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        let permit = self.wait().await?;
        let hashed = spawn_blocking(move || {
            let _held = permit;
            let hash: PasswordHash = argon2().hash_password(password.expose_secret().as_bytes())?;
            Ok::<_, argon2::password_hash::Error>(hash.to_string())
        });
        Ok(hashed.await.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?)
    }

    /// Whether the password is the one behind `hash`. Without a hash it is not, after the same work.
    pub async fn verify(&self, hash: Option<&str>, password: SecretString) -> Result<bool, Error> {
        let permit = self.wait().await?;
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.dummy_hash).to_owned();
        let verified = spawn_blocking(move || {
            let _held = permit;
            let hash = PasswordHash::new(&hash)?;
            Ok::<_, argon2::password_hash::phc::Error>(
                argon2().verify_password(password.expose_secret().as_bytes(), &hash).is_ok(),
            )
        });
        let matches = verified.await.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
        Ok(known && matches)
    }

    async fn wait(&self) -> Result<OwnedSemaphorePermit, Error> {
        let permit = tokio::time::timeout(LONGEST_WAIT, self.cores.clone().acquire_owned()).await;
        Ok(permit.map_err(|_| Error::Busy)?.expect("nobody closes the semaphore"))
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("within argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let passwords = Passwords::new().await.unwrap();
        let hash = passwords.hash("Correct-Horse-7".into()).await.unwrap();

        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify(Some(&hash), "Correct-Horse-7".into()).await.unwrap());
        assert!(!passwords.verify(Some(&hash), "correct-horse-7".into()).await.unwrap());
    }

    #[tokio::test]
    async fn without_an_account_even_the_dummys_password_is_wrong() {
        let passwords = Passwords::new().await.unwrap();

        assert!(!passwords.verify(None, "nobody's".into()).await.unwrap());
    }
}
