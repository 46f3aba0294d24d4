//! The body of an answer that counts as a call under way until it is dropped.

use std::pin::Pin;
use std::task::{Context, Poll};

use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

use super::replica::CallGuard;

pub struct CountedBody {
    body: Incoming,
    _guard: CallGuard,
}

impl CountedBody {
    pub fn new(body: Incoming, guard: CallGuard) -> Self {
        Self { body, _guard: guard }
    }
}

impl Body for CountedBody {
    type Data = <Incoming as Body>::Data;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, hyper::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
