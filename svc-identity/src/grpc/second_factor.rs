use proto::identity::v1::{
    BeginSecondFactorRequest, BeginSecondFactorResponse, ConfirmSecondFactorRequest,
    ConfirmSecondFactorResponse, GetSecondFactorRequest, GetSecondFactorResponse, RenewRecoveryCodesRequest,
    RenewRecoveryCodesResponse,
};
use secrecy::ExposeSecret;
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert::rfc3339;
use crate::ops::{Accounts, BegunSecondFactor, ConfirmedSecondFactor, Proof, ProvedBy};

pub async fn get_second_factor(
    accounts: &Accounts,
    request: &Request<GetSecondFactorRequest>,
) -> Result<Response<GetSecondFactorResponse>, Status> {
    let status = accounts.second_factor(&RequestContext::of(request)?).await?;
    Ok(Response::new(GetSecondFactorResponse {
        enrolled_at: status.enrolled_at.map(rfc3339).unwrap_or_default(),
        recovery_codes_left: status.recovery_codes_left,
    }))
}

pub async fn begin_second_factor(
    accounts: &Accounts,
    request: Request<BeginSecondFactorRequest>,
) -> Result<Response<BeginSecondFactorResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let BeginSecondFactorRequest { password, code } = request.into_inner();
    let proof = Proof { password: password.into(), code: code.into() };
    let BegunSecondFactor { uri, proved_by } = accounts.begin_second_factor(&context, proof).await?;
    let used_recovery_code = proved_by == ProvedBy::RecoveryCode;
    Ok(Response::new(BeginSecondFactorResponse { uri: uri.expose_secret().to_owned(), used_recovery_code }))
}

pub async fn confirm_second_factor(
    accounts: &Accounts,
    request: Request<ConfirmSecondFactorRequest>,
) -> Result<Response<ConfirmSecondFactorResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let code = request.into_inner().code.into();
    let ConfirmedSecondFactor { recovery_codes, session_token } =
        accounts.confirm_second_factor(&context, &code).await?;
    let session_token = session_token.unwrap_or_default();
    Ok(Response::new(ConfirmSecondFactorResponse { recovery_codes, session_token }))
}

pub async fn renew_recovery_codes(
    accounts: &Accounts,
    request: Request<RenewRecoveryCodesRequest>,
) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let RenewRecoveryCodesRequest { password, code } = request.into_inner();
    let proof = Proof { password: password.into(), code: code.into() };
    let (recovery_codes, proved_by) = accounts.renew_recovery_codes(&context, proof).await?;
    let used_recovery_code = proved_by == ProvedBy::RecoveryCode;
    Ok(Response::new(RenewRecoveryCodesResponse { recovery_codes, used_recovery_code }))
}
