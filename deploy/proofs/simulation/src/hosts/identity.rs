//! A stand-in for svc-identity: sessions of guests, whose tokens say which they are, so that nothing is kept; test
//! mode, always; and every address has its account already.

use proto::identity::v1 as messages;
use proto::identity::v1::identity_service_server::{IdentityService, IdentityServiceServer};
use service::Mode;
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{brand, serve};

struct Identity;

pub async fn run() -> turmoil::Result {
    serve(Routes::new(IdentityServiceServer::new(Identity))).await
}

fn session(id: Uuid) -> messages::Session {
    messages::Session { id: id.to_string(), user: None, brand: brand::KEY.into() }
}

part_of! {
    IdentityService of messages for Identity {
        async fn open_session(
            &self,
            _: Request<messages::OpenSessionRequest>,
        ) -> Result<Response<messages::OpenSessionResponse>, Status> {
            let id = Uuid::now_v7();
            let opened = messages::OpenSessionResponse { session: Some(session(id)), token: id.to_string() };
            Ok(Response::new(opened))
        }

        async fn resolve_session(
            &self,
            request: Request<messages::ResolveSessionRequest>,
        ) -> Result<Response<messages::ResolveSessionResponse>, Status> {
            let session = request.into_inner().token.parse().ok().map(session);
            Ok(Response::new(messages::ResolveSessionResponse { session, ..Default::default() }))
        }

        async fn create_booking_account(
            &self,
            _: Request<messages::CreateBookingAccountRequest>,
        ) -> Result<Response<messages::CreateBookingAccountResponse>, Status> {
            Ok(Response::new(messages::CreateBookingAccountResponse::default()))
        }

        async fn get_mode(
            &self,
            _: Request<messages::GetModeRequest>,
        ) -> Result<Response<messages::GetModeResponse>, Status> {
            Ok(Response::new(messages::GetModeResponse { mode: Mode::Test.into(), version: 1 }))
        }
    }
    register(RegisterRequest) -> RegisterResponse;
    login(LoginRequest) -> LoginResponse;
    logout(LogoutRequest) -> LogoutResponse;
    change_password(ChangePasswordRequest) -> ChangePasswordResponse;
    confirm_mailbox(ConfirmMailboxRequest) -> ConfirmMailboxResponse;
    request_mailbox_link(RequestMailboxLinkRequest) -> RequestMailboxLinkResponse;
    prove_mailbox(ProveMailboxRequest) -> ProveMailboxResponse;
    request_password_reset(RequestPasswordResetRequest) -> RequestPasswordResetResponse;
    reset_password(ResetPasswordRequest) -> ResetPasswordResponse;
    list_sessions(ListSessionsRequest) -> ListSessionsResponse;
    revoke_other_sessions(RevokeOtherSessionsRequest) -> RevokeOtherSessionsResponse;
    export_account(ExportAccountRequest) -> ExportAccountResponse;
    close_account(CloseAccountRequest) -> CloseAccountResponse;
    get_last_mode_change(GetLastModeChangeRequest) -> GetLastModeChangeResponse;
    refresh_admin(RefreshAdminRequest) -> RefreshAdminResponse;
    get_second_factor(GetSecondFactorRequest) -> GetSecondFactorResponse;
    begin_second_factor(BeginSecondFactorRequest) -> BeginSecondFactorResponse;
    confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
    renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
    set_mode(SetModeRequest) -> SetModeResponse;
}
