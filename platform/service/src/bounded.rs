//! An answer that ends by its call's deadline, though its head came in time.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep};
use tonic::Status;

/// A body, until the deadline.
pub struct Bounded {
    body: tonic::body::Body,
    deadline: Pin<Box<Sleep>>,
}

impl Bounded {
    pub fn new(body: tonic::body::Body, deadline: Instant) -> Self {
        Self { body, deadline: Box::pin(tokio::time::sleep_until(deadline)) }
    }
}

impl Body for Bounded {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // What has come counts, even if the deadline has passed since.
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame);
        }
        self.deadline.as_mut().poll(cx).map(|()| Some(Err(too_late())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

pub fn too_late() -> Status {
    Status::deadline_exceeded("no answer in time")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::stream;
    use http_body_util::{BodyExt, StreamBody};
    use tonic::Code;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_stops_in_its_middle_ends_at_the_deadline() {
        let first = Frame::data(Bytes::from_static(b"first"));
        let frames = stream::select(stream::iter([Ok::<_, Status>(first)]), stream::pending());
        let deadline = Instant::now() + Duration::from_secs(5);
        let mut body = Bounded::new(tonic::body::Body::new(StreamBody::new(frames)), deadline);

        assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "first");
        assert_eq!(body.frame().await.unwrap().unwrap_err().code(), Code::DeadlineExceeded);
        assert_eq!(Instant::now(), deadline);
    }
}
