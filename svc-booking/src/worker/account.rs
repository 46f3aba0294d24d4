//! The account that a guest gets with their first trip, where the request that booked is not there to make it.

use service::Problem;
use tonic::{Code, Status};

use super::{NextRun, Worker};
use crate::domain::{Booking, schedule};
use crate::repository::{Claim, Repository};

impl<S: Repository> Worker<S> {
    /// A booking is confirmed with or without it: identity may be away for as long as it likes.
    pub(super) async fn make_account(&self, booking: &Booking) -> anyhow::Result<NextRun> {
        match self.bookings.request_account(booking, false).await {
            Ok(answer) => {
                let owner = answer.created.then(|| format!("user:{}", answer.user_id));
                self.bookings.store.finish_account(booking.id, owner.as_deref()).await?;
                Ok(NextRun::Until(None))
            }
            Err(error) => {
                if let Some(problem) = refusal(&error) {
                    return self.end_without_account(booking, &problem).await;
                }
                tracing::warn!(error = format!("{error:#}"), "the account of a guest waits");
                Ok(NextRun::Until(Some(self.bookings.now() + schedule::ACCOUNT_RETRY)))
            }
        }
    }

    /// The guest keeps their session's access, and the links that are mailed.
    async fn end_without_account(&self, booking: &Booking, problem: &Problem) -> anyhow::Result<NextRun> {
        let claim = Claim { id: booking.id, epoch: booking.epoch };
        if self.bookings.store.refuse_account(claim, self.bookings.now()).await? {
            let fields: Vec<_> = problem.fields.iter().map(|fault| fault.field.as_str()).collect();
            tracing::warn!(
                booking.id = %booking.id,
                error.code = problem.code,
                ?fields,
                "the account of a guest is refused"
            );
        }
        Ok(NextRun::Until(None))
    }
}

/// The refusal, where identity has understood and will answer the same again. All else may pass.
fn refusal(error: &anyhow::Error) -> Option<Problem> {
    let problem = Problem::from_status(error.downcast_ref::<Status>()?);
    matches!(problem.grpc, Code::InvalidArgument | Code::AlreadyExists).then_some(problem)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn only_what_would_be_answered_the_same_again_is_a_refusal() {
        for (grpc, expected) in [
            (Code::InvalidArgument, true),
            (Code::AlreadyExists, true),
            (Code::Unavailable, false),
            (Code::DeadlineExceeded, false),
            (Code::ResourceExhausted, false),
            (Code::Cancelled, false),
            (Code::Aborted, false),
            (Code::Internal, false),
            (Code::Unknown, false),
            (Code::Unimplemented, false),
            (Code::Unauthenticated, false),
            (Code::PermissionDenied, false),
            (Code::FailedPrecondition, false),
        ] {
            let error = anyhow::Error::from(Status::new(grpc, "no"));
            assert_eq!(refusal(&error).is_some(), expected, "{grpc:?}");
        }
        assert!(refusal(&anyhow!("a booking without travellers")).is_none());
    }
}
