//! The service's calls. Each translates its message, calls one operation of `Accounts`, and translates the result.

mod close_account;
mod confirm_mailbox;
mod convert;
mod create_booking_account;
mod export_account;
mod login;
mod mode;
mod passwords;
mod register;
mod second_factor;
mod sessions;

use proto::identity::v1::identity_service_server::IdentityService;
use proto::identity::v1::{
    BeginSecondFactorRequest, BeginSecondFactorResponse, ChangePasswordRequest, ChangePasswordResponse,
    CloseAccountRequest, CloseAccountResponse, ConfirmMailboxRequest, ConfirmMailboxResponse,
    ConfirmSecondFactorRequest, ConfirmSecondFactorResponse, CreateBookingAccountRequest,
    CreateBookingAccountResponse, ExportAccountRequest, ExportAccountResponse, GetLastModeChangeRequest,
    GetLastModeChangeResponse, GetModeRequest, GetModeResponse, GetSecondFactorRequest,
    GetSecondFactorResponse, ListSessionsRequest, ListSessionsResponse, LoginRequest, LoginResponse,
    LogoutRequest, LogoutResponse, OpenSessionRequest, OpenSessionResponse, ProveMailboxRequest,
    ProveMailboxResponse, RefreshAdminRequest, RefreshAdminResponse, RegisterRequest, RegisterResponse,
    RenewRecoveryCodesRequest, RenewRecoveryCodesResponse, RequestMailboxLinkRequest,
    RequestMailboxLinkResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
    ResetPasswordRequest, ResetPasswordResponse, ResolveSessionRequest, ResolveSessionResponse,
    RevokeOtherSessionsRequest, RevokeOtherSessionsResponse, SetModeRequest, SetModeResponse,
};
use tonic::{Request, Response, Status};

use crate::ops::Accounts;

/// The handlers of `IdentityService`.
pub struct IdentityHandlers(pub Accounts);

#[tonic::async_trait]
impl IdentityService for IdentityHandlers {
    async fn open_session(
        &self,
        request: Request<OpenSessionRequest>,
    ) -> Result<Response<OpenSessionResponse>, Status> {
        sessions::open_session(&self.0, &request).await
    }

    async fn resolve_session(
        &self,
        request: Request<ResolveSessionRequest>,
    ) -> Result<Response<ResolveSessionResponse>, Status> {
        sessions::resolve_session(&self.0, &request).await
    }

    async fn register(
        &self,
        request: Request<RegisterRequest>,
    ) -> Result<Response<RegisterResponse>, Status> {
        register::register(&self.0, request).await
    }

    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        login::login(&self.0, request).await
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        sessions::logout(&self.0, &request).await
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        passwords::change_password(&self.0, request).await
    }

    async fn create_booking_account(
        &self,
        request: Request<CreateBookingAccountRequest>,
    ) -> Result<Response<CreateBookingAccountResponse>, Status> {
        create_booking_account::create_booking_account(&self.0, request).await
    }

    async fn confirm_mailbox(
        &self,
        request: Request<ConfirmMailboxRequest>,
    ) -> Result<Response<ConfirmMailboxResponse>, Status> {
        confirm_mailbox::confirm_mailbox(&self.0, request).await
    }

    async fn request_mailbox_link(
        &self,
        request: Request<RequestMailboxLinkRequest>,
    ) -> Result<Response<RequestMailboxLinkResponse>, Status> {
        confirm_mailbox::request_mailbox_link(&self.0, request).await
    }

    async fn prove_mailbox(
        &self,
        request: Request<ProveMailboxRequest>,
    ) -> Result<Response<ProveMailboxResponse>, Status> {
        confirm_mailbox::prove_mailbox(&self.0, request).await
    }

    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        passwords::request_password_reset(&self.0, request).await
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        passwords::reset_password(&self.0, request).await
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        sessions::list_sessions(&self.0, &request).await
    }

    async fn revoke_other_sessions(
        &self,
        request: Request<RevokeOtherSessionsRequest>,
    ) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        sessions::revoke_other_sessions(&self.0, &request).await
    }

    async fn export_account(
        &self,
        request: Request<ExportAccountRequest>,
    ) -> Result<Response<ExportAccountResponse>, Status> {
        export_account::export_account(&self.0, request).await
    }

    async fn close_account(
        &self,
        request: Request<CloseAccountRequest>,
    ) -> Result<Response<CloseAccountResponse>, Status> {
        close_account::close_account(&self.0, request).await
    }

    async fn get_last_mode_change(
        &self,
        request: Request<GetLastModeChangeRequest>,
    ) -> Result<Response<GetLastModeChangeResponse>, Status> {
        mode::get_last_mode_change(&self.0, &request).await
    }

    async fn get_mode(&self, _: Request<GetModeRequest>) -> Result<Response<GetModeResponse>, Status> {
        mode::get_mode(&self.0).await
    }

    async fn refresh_admin(
        &self,
        request: Request<RefreshAdminRequest>,
    ) -> Result<Response<RefreshAdminResponse>, Status> {
        mode::refresh_admin(&self.0, request).await
    }

    async fn get_second_factor(
        &self,
        request: Request<GetSecondFactorRequest>,
    ) -> Result<Response<GetSecondFactorResponse>, Status> {
        second_factor::get_second_factor(&self.0, &request).await
    }

    async fn begin_second_factor(
        &self,
        request: Request<BeginSecondFactorRequest>,
    ) -> Result<Response<BeginSecondFactorResponse>, Status> {
        second_factor::begin_second_factor(&self.0, request).await
    }

    async fn confirm_second_factor(
        &self,
        request: Request<ConfirmSecondFactorRequest>,
    ) -> Result<Response<ConfirmSecondFactorResponse>, Status> {
        second_factor::confirm_second_factor(&self.0, request).await
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        second_factor::renew_recovery_codes(&self.0, request).await
    }

    async fn set_mode(&self, request: Request<SetModeRequest>) -> Result<Response<SetModeResponse>, Status> {
        mode::set_mode(&self.0, &request).await
    }
}
