use proto::identity::v1::{
    GetLastModeChangeRequest, GetLastModeChangeResponse, GetModeResponse, RefreshAdminRequest,
    RefreshAdminResponse, SetModeRequest, SetModeResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::domain::system_mode::SystemMode;
use crate::ops::{Accounts, ModeRequest, Proof, ProvedBy, StepUp};

pub async fn get_mode(accounts: &Accounts) -> Result<Response<GetModeResponse>, Status> {
    let SystemMode { mode, version } = accounts.get_mode().await?;
    Ok(Response::new(GetModeResponse { mode: mode.into(), version }))
}

pub async fn get_last_mode_change(
    accounts: &Accounts,
    request: &Request<GetLastModeChangeRequest>,
) -> Result<Response<GetLastModeChangeResponse>, Status> {
    let change = accounts.get_last_mode_change(&RequestContext::of(request)?).await?;
    Ok(Response::new(GetLastModeChangeResponse { change: change.map(convert::mode_change) }))
}

pub async fn refresh_admin(
    accounts: &Accounts,
    request: Request<RefreshAdminRequest>,
) -> Result<Response<RefreshAdminResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let RefreshAdminRequest { password, code } = request.into_inner();
    let proof = Proof { password: password.into(), code: code.into() };
    let StepUp { session_token, proved_by } = accounts.refresh_admin(&context, proof).await?;
    Ok(Response::new(RefreshAdminResponse {
        session_token: session_token.unwrap_or_default(),
        used_recovery_code: proved_by == Some(ProvedBy::RecoveryCode),
    }))
}

pub async fn set_mode(
    accounts: &Accounts,
    request: &Request<SetModeRequest>,
) -> Result<Response<SetModeResponse>, Status> {
    let context = RequestContext::of(request)?;
    let message = request.get_ref();
    let request = ModeRequest {
        mode: message.mode(),
        flights_live_configured: message.flights_live_configured,
        cards_live_configured: message.cards_live_configured,
    };
    let mode = accounts.set_mode(&context, request).await?;
    Ok(Response::new(SetModeResponse { mode: mode.into() }))
}
