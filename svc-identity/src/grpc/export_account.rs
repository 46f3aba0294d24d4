use proto::identity::v1::{ExportAccountRequest, ExportAccountResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::{AccountExport, Accounts};

pub async fn export_account(
    accounts: &Accounts,
    request: Request<ExportAccountRequest>,
) -> Result<Response<ExportAccountResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let export = accounts.export_account(&context, request.into_inner().current_password.into()).await?;
    Ok(Response::new(response(export)))
}

fn response(export: AccountExport) -> ExportAccountResponse {
    let rfc3339 = |instant: Option<_>| instant.map(convert::rfc3339).unwrap_or_default();
    ExportAccountResponse {
        user: Some(convert::user(&export.account, export.mailbox_proved_at.is_some())),
        mailbox_proved_at: rfc3339(export.mailbox_proved_at),
        sessions: convert::session_summaries(export.sessions, export.session_id),
        browsers_proved_at: export.browsers_proved_at.into_iter().map(convert::rfc3339).collect(),
        second_factor_enrolled_at: rfc3339(export.second_factor_enrolled_at),
    }
}
