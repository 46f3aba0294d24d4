//! Sealed data at rest: AES-256-GCM under a ring of keys, a fresh nonce a value, each value bound to a name.
//!
//! The first key seals, and every key opens. Beside others a key is named in what it seals, by an id of four octets. A
//! ring of one key seals as releases from before the ring do, so that those can run beside this one
//! (docs/decisions/keys-that-name-themselves.md).

mod key;
mod key_check;
mod rekey;

use std::fmt;
use std::sync::Arc;

use anyhow::{Context, ensure};
use secrecy::{ExposeSecret, SecretSlice, SecretString};

use self::key::{ID_LENGTH, Key};
use crate::keys;

pub use self::key_check::{KeyCheck, SampledColumn};
pub use self::rekey::{Rekeyed, SealedColumn, SealedRow, rekey};

/// Stands before the id of a key. A nonce may begin with it too: what does not open by its id is tried without one.
const VERSION: u8 = 1;

/// Seals and opens under the keys of one setting. Its Debug says nothing of them.
#[derive(Clone)]
pub struct Sealer {
    setting: &'static str,
    /// Never empty, and no two have the same id.
    keys: Arc<[Key]>,
}

impl Sealer {
    /// Reads the setting `name`: one key or several, separated by commas, each base64 of 32 bytes. The first one seals.
    ///
    /// # Errors
    /// Text that is no such list, the same key twice, and the public key of local systems when `live_provider` is
    /// another machine's. No error quotes a key.
    pub fn new(name: &'static str, text: &SecretString, live_provider: Option<&str>) -> anyhow::Result<Self> {
        let listed = keys::listed(name, text).into_iter();
        let keys = listed.map(|(name, text)| Key::decode(&name, &text, live_provider));
        let keys: Vec<Key> = keys.collect::<anyhow::Result<_>>()?;
        let is_known = |at: usize| keys[..at].iter().any(|earlier| earlier.id == keys[at].id);
        ensure!(!(0..keys.len()).any(is_known), "{name} has the same key twice");
        Ok(Self { setting: name, keys: keys.into() })
    }

    /// Seals `plain`, which is then 28 octets longer, or 33 with the id of its key. It opens under this `name` alone.
    ///
    /// # Errors
    /// Data that are too long for the cipher.
    pub fn seal(&self, name: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
        let first = &self.keys[0];
        let sealed = first.seal(name, plain).context("data are too long to be sealed")?;
        if self.keys.len() == 1 {
            return Ok(sealed);
        }
        Ok([[VERSION].as_slice(), &first.id, &sealed].concat())
    }

    /// What was sealed under this name by any key of the ring.
    ///
    /// # Errors
    /// Another key, another name, or data that were changed. The error quotes nothing of them.
    pub fn open(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.find(name, sealed).map(|(_, plain)| plain)
    }

    /// The same data sealed by the first key. Nothing if that has sealed them already.
    ///
    /// # Errors
    /// As of `open`.
    pub fn reseal(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        let (place, plain) = self.find(name, sealed)?;
        let plain: SecretSlice<u8> = plain.into();
        if place == 0 { Ok(None) } else { self.seal(name, plain.expose_secret()).map(Some) }
    }

    /// The place of the key that opens a value, and what was sealed.
    fn find(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<(usize, Vec<u8>)> {
        let found = self.find_by_id(name, sealed).or_else(|| self.find_by_trial(name, sealed));
        found.with_context(|| {
            format!("sealed data do not open: another {}, or they are of another row", self.setting)
        })
    }

    fn find_by_id(&self, name: &[u8], sealed: &[u8]) -> Option<(usize, Vec<u8>)> {
        let (id, sealed) = sealed.strip_prefix(&[VERSION])?.split_at_checked(ID_LENGTH)?;
        let place = self.keys.iter().position(|key| key.id == *id)?;
        Some((place, self.keys[place].open(name, sealed)?))
    }

    fn find_by_trial(&self, name: &[u8], sealed: &[u8]) -> Option<(usize, Vec<u8>)> {
        self.keys.iter().enumerate().find_map(|(place, key)| Some((place, key.open(name, sealed)?)))
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealer of {}", self.setting)
    }
}

#[cfg(test)]
mod tests;
