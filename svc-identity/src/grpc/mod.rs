//! The calls: one file each, thin translations between messages and the domain.

mod change_password;
mod confirm_mailbox;
mod convert;
mod create_booking_account;
mod login;
mod mode;
mod register;
mod reset_password;
mod session;

use std::sync::Arc;

use proto::identity::v1::identity_service_server::IdentityService;
use proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, ConfirmMailboxRequest, ConfirmMailboxResponse,
    CreateBookingAccountRequest, CreateBookingAccountResponse, GetLastModeChangeRequest,
    GetLastModeChangeResponse, GetModeRequest, GetModeResponse, ListSessionsRequest, ListSessionsResponse,
    LoginRequest, LoginResponse, LogoutRequest, LogoutResponse, OpenSessionRequest, OpenSessionResponse,
    RefreshAdminRequest, RefreshAdminResponse, RegisterRequest, RegisterResponse,
    RequestPasswordResetRequest, RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse,
    ResolveSessionRequest, ResolveSessionResponse, RevokeOtherSessionsRequest, RevokeOtherSessionsResponse,
    SetModeRequest, SetModeResponse,
};
use service::{RequestContext, SharedClock};
use sqlx::PgPool;
use tokio::sync::Notify;
use tonic::{Request, Response, Status};
use url::Url;

use crate::domain::account::Account;
use crate::domain::session::Session;
use crate::error::Error;
use crate::passwords::Passwords;
use crate::store;
use crate::store::session::Key;

/// What every call works with.
#[derive(Debug, Clone)]
pub struct Identity {
    pub pool: PgPool,
    pub clock: SharedClock,
    pub passwords: Passwords,
    pub system_url: Url,
    pub strict_live_registration: bool,
    pub wake: Wake,
}

/// Told after a commit, so that its events and mails go out at once.
#[derive(Debug, Clone, Default)]
pub struct Wake {
    pub relay: Arc<Notify>,
    pub sender: Arc<Notify>,
}

impl Wake {
    fn all(&self) {
        self.relay.notify_one();
        self.sender.notify_one();
    }
}

impl Identity {
    /// The brand's site, for links in mails.
    fn site<'a>(&'a self, context: &'a RequestContext) -> &'a Url {
        context.public_url.as_ref().unwrap_or(&self.system_url)
    }

    /// The session behind the request and whose it is, as the database has it now.
    async fn signed_in(&self, context: &RequestContext) -> Result<(Session, Account), Error> {
        let id = context.session_id.ok_or(Error::NotAuthenticated)?;
        let key = Key::Id(id);
        let found = store::session::find_alive(&self.pool, key, &context.brand, self.clock.now()).await?;
        let session = found.ok_or(Error::NotAuthenticated)?;
        let account = session.account.clone().ok_or(Error::NotAuthenticated)?;
        Ok((session, account))
    }

    /// The same for an administrator.
    async fn administrator(&self, context: &RequestContext) -> Result<(Session, Account), Error> {
        let (session, account) = self.signed_in(context).await?;
        if account.is_admin() { Ok((session, account)) } else { Err(Error::Forbidden) }
    }
}

#[tonic::async_trait]
impl IdentityService for Identity {
    async fn open_session(
        &self,
        request: Request<OpenSessionRequest>,
    ) -> Result<Response<OpenSessionResponse>, Status> {
        Ok(Response::new(session::open(self, &RequestContext::of(&request)?).await?))
    }

    async fn resolve_session(
        &self,
        request: Request<ResolveSessionRequest>,
    ) -> Result<Response<ResolveSessionResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(session::resolve(self, &context, request.into_inner()).await?))
    }

    async fn register(
        &self,
        request: Request<RegisterRequest>,
    ) -> Result<Response<RegisterResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(register::register(self, &context, request.into_inner()).await?))
    }

    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(login::login(self, &context, request.into_inner()).await?))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        Ok(Response::new(session::logout(self, request.into_inner()).await?))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(change_password::change_password(self, &context, request.into_inner()).await?))
    }

    async fn create_booking_account(
        &self,
        request: Request<CreateBookingAccountRequest>,
    ) -> Result<Response<CreateBookingAccountResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(create_booking_account::create(self, &context, request.into_inner()).await?))
    }

    async fn confirm_mailbox(
        &self,
        request: Request<ConfirmMailboxRequest>,
    ) -> Result<Response<ConfirmMailboxResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(confirm_mailbox::confirm(self, &context, request.into_inner()).await?))
    }

    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(reset_password::request(self, &context, request.into_inner()).await?))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        Ok(Response::new(reset_password::reset(self, request.into_inner()).await?))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        Ok(Response::new(session::list(self, &RequestContext::of(&request)?).await?))
    }

    async fn revoke_other_sessions(
        &self,
        request: Request<RevokeOtherSessionsRequest>,
    ) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        Ok(Response::new(session::revoke_others(self, &RequestContext::of(&request)?).await?))
    }

    async fn get_last_mode_change(
        &self,
        request: Request<GetLastModeChangeRequest>,
    ) -> Result<Response<GetLastModeChangeResponse>, Status> {
        Ok(Response::new(mode::last_change(self, &RequestContext::of(&request)?).await?))
    }

    async fn get_mode(&self, _: Request<GetModeRequest>) -> Result<Response<GetModeResponse>, Status> {
        Ok(Response::new(mode::get(self).await?))
    }

    async fn refresh_admin(
        &self,
        request: Request<RefreshAdminRequest>,
    ) -> Result<Response<RefreshAdminResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(mode::refresh_admin(self, &context, request.into_inner()).await?))
    }

    async fn set_mode(&self, request: Request<SetModeRequest>) -> Result<Response<SetModeResponse>, Status> {
        let context = RequestContext::of(&request)?;
        Ok(Response::new(mode::set(self, &context, request.into_inner()).await?))
    }
}
