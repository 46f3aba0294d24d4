//! Once a request has been counted its body is there before anybody else looks at it, or it is refused.
//!
//! So a peer that sends a byte a second holds a call for seconds alone, and one that is refused (not signed in, no such
//! call) keeps its connection: what it sent has been read. It may be a card or a password: whatever becomes of the
//! request, the body is wiped after it.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use tokio::time::timeout;
use zeroize::{Zeroize, Zeroizing};

use crate::problem::{ApiError, Code};

/// The largest that any call takes: a brand with its logo. Most take less, and say so themselves.
const LARGEST: usize = 320 << 10;
/// A phone that has lost its network sends again.
const LONGEST: Duration = Duration::from_secs(15);

/// Refuses a body that is too large (413), that breaks off (400) or that takes too long (408).
pub(crate) async fn hold_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match timeout(LONGEST, to_bytes(body, LARGEST)).await {
        Ok(Ok(whole)) => next.run(Request::from_parts(parts, Body::from(wiped_at_the_end(whole)))).await,
        Ok(Err(error)) => unread(&error).into_response(),
        Err(_elapsed) => {
            ApiError::new(Code::RequestTimeout, "The request came too slowly. Please try again.")
                .into_response()
        }
    }
}

/// The same bytes, in memory that is wiped when the last who reads them is done.
fn wiped_at_the_end(whole: Bytes) -> Bytes {
    let kept = Zeroizing::new(whole.to_vec());
    if let Ok(mut read) = whole.try_into_mut() {
        read.as_mut().zeroize();
    }
    Bytes::from_owner(kept)
}

fn unread(error: &axum::Error) -> ApiError {
    if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) {
        return ApiError::new(Code::TooLarge, "The request is too large.");
    }
    ApiError::new(Code::MalformedRequest, "The body could not be read.")
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn;
    use axum::routing::post;
    use futures::stream::{self, StreamExt};
    use http::StatusCode;
    use tower::ServiceExt;

    use super::*;

    type Piece = Result<Bytes, std::io::Error>;

    async fn answer(body: Body) -> StatusCode {
        let router = Router::new().route("/", post(async |body: Bytes| body)).layer(from_fn(hold_body));
        let request = Request::post("/").body(body).expect("a request");
        router.oneshot(request).await.expect("routers answer").status()
    }

    const BYTE: Bytes = Bytes::from_static(b"x");

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_given_up() {
        let every_second = stream::unfold((), async |()| {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Piece::Ok(BYTE), ()))
        });

        assert_eq!(answer(Body::from_stream(every_second)).await, StatusCode::REQUEST_TIMEOUT);
    }

    #[tokio::test]
    async fn a_body_is_read_whole_or_refused() {
        let twice = stream::iter([Piece::Ok(BYTE), Ok(BYTE)]);
        let broken = stream::iter([Ok(BYTE), Err(std::io::Error::other("gone"))]);
        let endless = stream::repeat_with(|| Piece::Ok(Bytes::from_static(&[b'x'; 1 << 10])));

        assert_eq!(answer(Body::empty()).await, StatusCode::OK);
        assert_eq!(answer(Body::from_stream(twice)).await, StatusCode::OK);
        assert_eq!(answer(Body::from_stream(broken)).await, StatusCode::BAD_REQUEST);
        assert_eq!(answer(Body::from_stream(endless.boxed())).await, StatusCode::PAYLOAD_TOO_LARGE);
    }
}
