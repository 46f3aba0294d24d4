//! Bodies that say how far they are, so that a connection on which only the peer can go on is known as one.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::slots::{OpenRequest, Progress};

/// Of an answer, in bytes. The next piece is asked for when the peer has taken most of the last one.
pub(super) const LARGEST_PIECE: usize = 16 << 10;

type Polled = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// The body of a request, as the peer sends it.
pub(super) struct RequestBody<B> {
    body: B,
    progress: Progress,
}

impl<B> RequestBody<B> {
    pub fn new(body: B, progress: Progress) -> Self {
        Self { body, progress }
    }
}

impl<B: HttpBody + Unpin> HttpBody for RequestBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if self.body.is_end_stream() || !matches!(frame, Some(Ok(_))) {
            self.progress.has_body();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for RequestBody<B> {
    fn drop(&mut self) {
        self.progress.has_body();
    }
}

/// The body of an answer, in pieces. Its request is under way until it was handed over or dropped.
pub(super) struct AnswerBody {
    body: Body,
    /// Of the last frame, what has not been handed over.
    rest: Bytes,
    open: OpenRequest,
}

impl AnswerBody {
    pub fn new(body: Body, open: OpenRequest) -> Self {
        Self { body, rest: Bytes::new(), open }
    }

    fn poll_piece(&mut self, context: &mut Context<'_>) -> Polled {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                ended => return Poll::Ready(ended),
            }
        }
        let length = self.rest.len().min(LARGEST_PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Polled {
        let piece = self.poll_piece(context);
        let progress = self.open.progress();
        if piece.is_ready() {
            progress.is_sending();
        } else {
            progress.is_answering();
        }
        piece
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, hint) = (self.rest.len() as u64, self.body.size_hint());
        let mut whole = SizeHint::new();
        whole.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            whole.set_upper(upper + rest);
        }
        whole
    }
}
