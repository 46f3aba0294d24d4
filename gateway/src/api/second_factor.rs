//! The second factor of an administrator. What proves them passes through and is kept nowhere.

use axum::Json as Answer;
use axum::extract::{Extension, State};
use proto::identity::v1 as identity;
use serde::{Deserialize, Serialize};
use service::security_log::Event;
use utoipa::ToSchema;

use crate::cookies::NewCookies;
use crate::problem::{ApiError, said};
use crate::request::{Admin, Json};
use crate::security_notes::SecurityNotes;
use crate::state::Shared;

/// Whether the administrator has a second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactor {
    /// RFC 3339, UTC. Null: there is none.
    enrolled_at: Option<String>,
    /// Of ten.
    recovery_codes_left: u32,
}

/// Password and, of who has a second factor, a code of it.
// Without Debug.
#[derive(Deserialize, ToSchema)]
pub(super) struct SecondFactorProof {
    password: String,
    /// Six digits of the authenticator app, or a recovery code.
    code: Option<String>,
}

/// A secret for an authenticator app.
// Without Debug.
#[derive(Serialize, ToSchema)]
pub(super) struct NewSecondFactor {
    /// `otpauth://totp/...`, as authenticator apps read it. It is shown once, and counts once it is confirmed.
    uri: String,
}

// Without Debug.
#[derive(Deserialize, ToSchema)]
pub(super) struct SecondFactorConfirmation {
    /// Six digits of the authenticator app that has the new secret.
    code: String,
}

/// Codes for when the device is lost. Each works once.
// Without Debug.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    /// Shown once.
    recovery_codes: Vec<String>,
}

/// The second factor of the signed-in administrator.
#[utoipa::path(
    get, path = "/api/admin/second-factor", tag = "system",
    responses(
        (status = OK, body = SecondFactor),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn get_second_factor(
    State(gateway): State<Shared>,
    Admin(context): Admin,
) -> Result<Answer<SecondFactor>, ApiError> {
    let request = context.request(identity::GetSecondFactorRequest {});
    let known = gateway.services.identity.clone().get_second_factor(request).await?.into_inner();
    let (enrolled_at, recovery_codes_left) = (said(known.enrolled_at), known.recovery_codes_left);
    Ok(Answer(SecondFactor { enrolled_at, recovery_codes_left }))
}

/// Makes a secret for an authenticator app, the first one or one of a new device. It has to be confirmed within 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/second-factor", tag = "system", request_body = SecondFactorProof,
    responses(
        (status = OK, body = NewSecondFactor),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED, INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or SECOND_FACTOR_INVALID"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn begin_second_factor(
    State(gateway): State<Shared>,
    Extension(notes): Extension<SecurityNotes>,
    Admin(context): Admin,
    Json(proof): Json<SecondFactorProof>,
) -> Result<Answer<NewSecondFactor>, ApiError> {
    let SecondFactorProof { password, code } = proof;
    let message = identity::BeginSecondFactorRequest { password, code: code.unwrap_or_default() };
    let answer = gateway.services.identity.clone().begin_second_factor(context.request(message)).await?;
    let identity::BeginSecondFactorResponse { uri, used_recovery_code } = answer.into_inner();
    note_recovery(&notes, used_recovery_code);
    Ok(Answer(NewSecondFactor { uri }))
}

/// Makes the new secret count by its first code, in place of the one before it. The user's other sessions end.
#[utoipa::path(
    post, path = "/api/admin/second-factor/confirm", tag = "system", request_body = SecondFactorConfirmation,
    responses(
        (status = OK, body = RecoveryCodes),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or SECOND_FACTOR_INVALID"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "SECOND_FACTOR_MISSING"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn confirm_second_factor(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    Extension(notes): Extension<SecurityNotes>,
    Admin(context): Admin,
    Json(confirmation): Json<SecondFactorConfirmation>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    let message = identity::ConfirmSecondFactorRequest { code: confirmation.code };
    let answer = gateway.services.identity.clone().confirm_second_factor(context.request(message)).await?;
    let identity::ConfirmSecondFactorResponse { recovery_codes, session_token } = answer.into_inner();
    notes.note(Event::SecondFactorSetUp);
    cookies.renew_user_session(gateway.cookies, session_token);
    Ok(Answer(RecoveryCodes { recovery_codes }))
}

/// Makes ten new recovery codes. Those before no longer work.
#[utoipa::path(
    post, path = "/api/admin/second-factor/recovery-codes", tag = "system", request_body = SecondFactorProof,
    responses(
        (status = OK, body = RecoveryCodes),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED, INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or SECOND_FACTOR_INVALID"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "SECOND_FACTOR_MISSING"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn renew_recovery_codes(
    State(gateway): State<Shared>,
    Extension(notes): Extension<SecurityNotes>,
    Admin(context): Admin,
    Json(proof): Json<SecondFactorProof>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    let SecondFactorProof { password, code } = proof;
    let message = identity::RenewRecoveryCodesRequest { password, code: code.unwrap_or_default() };
    let answer = gateway.services.identity.clone().renew_recovery_codes(context.request(message)).await?;
    let identity::RenewRecoveryCodesResponse { recovery_codes, used_recovery_code } = answer.into_inner();
    note_recovery(&notes, used_recovery_code);
    notes.note(Event::RecoveryCodesMade);
    Ok(Answer(RecoveryCodes { recovery_codes }))
}

/// Tells the security log that the code was a recovery code, which is used up.
pub(super) fn note_recovery(notes: &SecurityNotes, used_recovery_code: bool) {
    if used_recovery_code {
        notes.note(Event::RecoveryCodeUsed);
    }
}
