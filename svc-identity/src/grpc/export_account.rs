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
    let AccountExport { account, mailbox_proved_at, session_id, sessions, browsers_proved_at } = export;
    ExportAccountResponse {
        user: Some(convert::user(&account)),
        mailbox_proved_at: mailbox_proved_at.map(convert::rfc3339).unwrap_or_default(),
        sessions: convert::session_summaries(sessions, session_id),
        browsers_proved_at: browsers_proved_at.into_iter().map(convert::rfc3339).collect(),
    }
}
