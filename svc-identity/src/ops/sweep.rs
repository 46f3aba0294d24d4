use super::Accounts;
use crate::store;

impl Accounts {
    /// Removes sessions, tokens, attempts, known browsers, secrets that nobody confirmed and counted mails that no longer
    /// count.
    pub async fn sweep(&self) -> sqlx::Result<()> {
        let now = self.clock.now();
        store::session::sweep_short_lived(&self.pool, now).await?;
        store::session::sweep(&self.pool, now).await?;
        store::one_time_token::sweep(&self.pool, now).await?;
        store::attempt::sweep(&self.pool, now).await?;
        store::known_browser::sweep(&self.pool, now).await?;
        store::second_factor::sweep(&self.pool, now).await?;
        store::requested_mail::sweep(&self.pool, now).await
    }
}
