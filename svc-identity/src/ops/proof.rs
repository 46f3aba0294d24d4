//! Proof of who an administrator is: the password and, of who has a second factor, a code of it.

use secrecy::{ExposeSecret, SecretString};
use texts::Locale;
use uuid::Uuid;

use super::Accounts;
use crate::domain::account::Account;
use crate::domain::limit::Attempt;
use crate::domain::second_factor::{Authenticator, TypedCode, former_recovery_hash};
use crate::domain::session::Session;
use crate::error::Error;
use crate::store::second_factor::SecondFactor;
use crate::{email, store};

/// What an administrator types.
pub struct Proof {
    pub password: SecretString,
    /// Of the authenticator app, or a recovery code. Empty if none was asked for yet.
    pub code: SecretString,
}

/// With what the second factor was proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvedBy {
    /// The account has none.
    PasswordAlone,
    App,
    /// It is used up.
    RecoveryCode,
}

impl Accounts {
    /// Checks both. They are one attempt: a wrong code counts like a wrong password.
    ///
    /// # Errors
    /// `SecondFactorRequired` if the password is right and only the code is missing. `SecondFactorInvalid` if the code is
    /// wrong, was accepted before, or is too old.
    pub(super) async fn prove(
        &self,
        session: &Session,
        account: &Account,
        proof: Proof,
    ) -> Result<ProvedBy, Error> {
        let attempt = Attempt::step_up(session);
        let known = store::account::find(&self.pool, account.id).await?;
        let (_, admitted) = self.try_password(known, proof.password, &attempt).await?;
        let proved = self.prove_second_factor(account, &proof.code).await;
        if matches!(proved, Ok(_) | Err(Error::SecondFactorRequired)) {
            store::attempt::forgive(&self.pool, &attempt, admitted).await?;
        }
        proved
    }

    async fn prove_second_factor(&self, account: &Account, typed: &SecretString) -> Result<ProvedBy, Error> {
        let Some(factor) = store::second_factor::find(&self.pool, account.id).await? else {
            return Ok(ProvedBy::PasswordAlone);
        };
        let code = TypedCode::parse(typed).ok_or(Error::SecondFactorRequired)?;
        let attempt = Attempt::second_factor(account.id);
        let admitted = store::attempt::admit(&self.pool, &attempt, self.clock.now()).await?;
        let proved = match code {
            TypedCode::OfApp(code) => self.accept(account.id, factor, &code).await?,
            TypedCode::Recovery(code) => self.use_up(account, code).await?,
        };
        store::attempt::forgive(&self.pool, &attempt, admitted.id).await?;
        Ok(proved)
    }

    /// Of two requests with the same code one is accepted. A secret that was sealed anew since it was read is read again.
    async fn accept(
        &self,
        account_id: Uuid,
        mut factor: SecondFactor,
        code: &SecretString,
    ) -> Result<ProvedBy, Error> {
        loop {
            let sealed = &factor.sealed_secret;
            let step = self.step_of(account_id, sealed, code)?;
            if store::second_factor::accept_step(&self.pool, account_id, sealed, step).await? {
                return Ok(ProvedBy::App);
            }
            let stored = store::second_factor::find(&self.pool, account_id).await?;
            let changed = stored.filter(|stored| stored.sealed_secret != *sealed);
            factor = changed.ok_or(Error::SecondFactorInvalid)?;
        }
    }

    /// The step of a code that is right for a sealed secret now.
    pub(super) fn step_of(&self, account_id: Uuid, sealed: &[u8], code: &SecretString) -> Result<i64, Error> {
        let authenticator = Authenticator::new(&self.secrets.open(account_id, sealed)?)?;
        authenticator.step_of(code.expose_secret(), self.clock.now()).ok_or(Error::SecondFactorInvalid)
    }

    /// Uses a recovery code up, and mails its owner how many are left. One made by a release before argon2id
    /// has another hash.
    async fn use_up(&self, account: &Account, code: SecretString) -> Result<ProvedBy, Error> {
        let former = former_recovery_hash(&code);
        let hash = self.hasher.hash_recovery_code(account.id, code).await?;
        let mut transaction = self.pool.begin().await?;
        let is_used_up = store::recovery_code::take(&mut transaction, account.id, hash).await?
            || store::recovery_code::take(&mut transaction, account.id, former).await?;
        if !is_used_up {
            return Err(Error::SecondFactorInvalid);
        }
        let left = store::recovery_code::count(&mut *transaction, account.id).await?;
        let mail = email::recovery_code_used(account, left, Locale::English);
        mail::enqueue(&mut transaction, &self.seal, &mail, self.clock.now()).await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(ProvedBy::RecoveryCode)
    }
}
