//! Streams that outlive the handler that made them.

use futures::Stream;
use futures::stream::poll_fn;
use tracing::Span;

/// Polls the stream in the span that is current now, so that its lines name the request after the handler has returned.
/// The span ends with the stream.
pub fn in_current_span<S: Stream>(stream: S) -> impl Stream<Item = S::Item> {
    let span = Span::current();
    let mut stream = Box::pin(stream);
    poll_fn(move |context| span.in_scope(|| stream.as_mut().poll_next(context)))
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use futures::{StreamExt, stream};
    use testkit::Log;
    use tracing::Level;
    use tracing::subscriber::with_default;

    use super::*;

    #[test]
    fn a_line_that_is_written_while_a_stream_is_polled_is_in_the_span_that_made_the_stream() {
        let log = Log::default();

        with_default(log.subscriber(Level::INFO), || {
            let events = stream::iter(["first", "second"]).inspect(|event| tracing::info!("{event}"));
            let span = tracing::info_span!("call", request.id = "r1");
            let events = span.in_scope(|| in_current_span(events));
            drop(span);
            assert_eq!(block_on(events.collect::<Vec<_>>()), ["first", "second"]);
            tracing::info!("outside");
        });

        let text = log.text();
        let is_in_span = |word: &str| {
            let line = text.lines().find(|line| line.contains(word)).unwrap();
            line.contains(r#"request.id="r1""#)
        };
        assert_eq!(["first", "second", "outside"].map(is_in_span), [true, true, false], "{text}");
    }
}
