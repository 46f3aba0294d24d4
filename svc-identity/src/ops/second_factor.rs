//! The second factor of an administrator: how it is set up, replaced and removed.

use mail::{Mail, Seal};
use secrecy::{SecretSlice, SecretString};
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use texts::Locale;
use time::OffsetDateTime;

use super::{Accounts, Proof, ProvedBy};
use crate::domain::account::Account;
use crate::domain::limit::Attempt;
use crate::domain::second_factor::{
    Authenticator, CONFIRM_WITHIN, RECOVERY_CODES, RecoveryHash, SECRET_LENGTH, TypedCode, plain,
    recovery_code,
};
use crate::error::Error;
use crate::{email, store};

/// What an administrator sees of their second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactorStatus {
    /// None: there is none.
    pub enrolled_at: Option<OffsetDateTime>,
    pub recovery_codes_left: u32,
}

/// A secret, shown once. Has no Debug.
pub struct BegunSecondFactor {
    /// As an authenticator app reads it.
    pub uri: SecretString,
    pub proved_by: ProvedBy,
}

/// What the browser gets once a second factor counts. Has no Debug.
pub struct ConfirmedSecondFactor {
    /// Shown once.
    pub recovery_codes: Vec<String>,
    /// The session's new token, unless another request has just renewed it.
    pub session_token: Option<String>,
}

impl Accounts {
    pub async fn second_factor(&self, context: &RequestContext) -> Result<SecondFactorStatus, Error> {
        let (_, account) = self.administrator(context).await?;
        let found = store::second_factor::find(&self.pool, account.id).await?;
        Ok(SecondFactorStatus {
            enrolled_at: found.map(|factor| factor.enrolled_at),
            recovery_codes_left: store::recovery_code::count(&self.pool, account.id).await?,
        })
    }

    /// User names of the administrators without a second factor.
    pub async fn list_without_second_factor(&self) -> sqlx::Result<Vec<String>> {
        store::second_factor::list_without(&self.pool).await
    }

    /// Makes a secret for the administrator's authenticator app. It counts once its first code confirms it in this session.
    pub async fn begin_second_factor(
        &self,
        context: &RequestContext,
        proof: Proof,
    ) -> Result<BegunSecondFactor, Error> {
        let (session, account) = self.administrator(context).await?;
        let proved_by = self.prove(&session, &account, proof).await?;
        let secret: SecretSlice<u8> = token::random::<SECRET_LENGTH>().to_vec().into();
        let issuer = self.system_url.host_str().unwrap_or_default();
        let uri = Authenticator::uri(&secret, issuer, &account.username)?;
        let sealed = self.secrets.seal(account.id, &secret)?;
        let expires_at = self.clock.now() + CONFIRM_WITHIN;
        store::second_factor::begin(&self.pool, account.id, session.id, &sealed, expires_at).await?;
        Ok(BegunSecondFactor { uri, proved_by })
    }

    /// Makes the secret count that was shown to this session, in place of the one before it, with new recovery codes. The
    /// account's other sessions end: they may be proved by the password alone, or by the device before. Its owner is mailed.
    pub async fn confirm_second_factor(
        &self,
        context: &RequestContext,
        code: &SecretString,
    ) -> Result<ConfirmedSecondFactor, Error> {
        let (session, account) = self.administrator(context).await?;
        let now = self.clock.now();
        let begun = store::second_factor::find_begun(&self.pool, account.id, session.id, now).await?;
        let sealed = begun.ok_or(Error::SecondFactorMissing)?;
        let attempt = Attempt::step_up(&session);
        let admitted = store::attempt::admit(&self.pool, &attempt, now).await?;
        let Some(TypedCode::OfApp(code)) = TypedCode::parse(code) else {
            return Err(Error::SecondFactorInvalid);
        };
        let step = self.step_of(account.id, &sealed, &code)?;
        store::attempt::forgive(&self.pool, &attempt, admitted.id).await?;

        let codes = self.make_codes(&account).await?;
        let token = token::generate();
        let mut transaction = self.pool.begin().await?;
        store::account::lock(&mut transaction, account.id).await?;
        if !store::second_factor::enrol(&mut transaction, account.id, &sealed, step, now).await? {
            return Err(Error::SecondFactorMissing);
        }
        codes.store(&mut transaction, &self.seal, &account, email::second_factor_set_up, now).await?;
        store::session::delete_all(&mut transaction, account.id, Some(session.id)).await?;
        let renewed = store::session::prove(&mut *transaction, &session, TokenHash::of(&token), now).await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(ConfirmedSecondFactor { recovery_codes: codes.shown, session_token: renewed.then_some(token) })
    }

    /// Makes new recovery codes in place of those before, and mails the account's owner about it.
    pub async fn renew_recovery_codes(
        &self,
        context: &RequestContext,
        proof: Proof,
    ) -> Result<(Vec<String>, ProvedBy), Error> {
        let (session, account) = self.administrator(context).await?;
        let proved_by = self.prove(&session, &account, proof).await?;
        if proved_by == ProvedBy::PasswordAlone {
            return Err(Error::SecondFactorMissing);
        }
        let now = self.clock.now();
        let codes = self.make_codes(&account).await?;
        let mut transaction = self.pool.begin().await?;
        codes.store(&mut transaction, &self.seal, &account, email::recovery_codes_made, now).await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok((codes.shown, proved_by))
    }

    async fn make_codes(&self, account: &Account) -> Result<RecoveryCodes, Error> {
        let shown: Vec<_> = (0..RECOVERY_CODES).map(|_| recovery_code(token::random())).collect();
        let mut hashes = Vec::new();
        for code in &shown {
            hashes.push(self.hasher.hash_recovery_code(account.id, plain(code).into()).await?);
        }
        Ok(RecoveryCodes { shown, hashes })
    }
}

/// New ones. Has no Debug.
struct RecoveryCodes {
    shown: Vec<String>,
    hashes: Vec<RecoveryHash>,
}

impl RecoveryCodes {
    /// Stores them in place of those before, and mails the account's owner.
    async fn store(
        &self,
        connection: &mut PgConnection,
        seal: &Seal,
        account: &Account,
        notice: fn(&Account, Locale) -> Mail,
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        store::recovery_code::replace(connection, account.id, &self.hashes).await?;
        mail::enqueue(connection, seal, &notice(account, Locale::English), now).await?;
        Ok(())
    }
}
