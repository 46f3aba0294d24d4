use std::sync::OnceLock;

use bytes::Bytes;
use flate2::Compression;

use super::head::{Head, head};
use crate::brands::Brand;
use crate::content_coding::{Gzip, Part};

/// Stands in the export where the answer's nonce belongs.
const NONCE: &str = "__CSP_NONCE__";
const HEAD_END: &str = "</head>";

/// A page of the export, cut at the places where something is written into each answer.
#[derive(Debug)]
pub(super) struct Page {
    /// Up to the end of the head.
    before: Pieces,
    /// And from there on.
    after: Pieces,
    pub script_hashes: String,
    /// Its policy lets in the card provider's own fields.
    pub takes_cards: bool,
    head: Head,
}

impl Page {
    pub fn new(html: &str, script_hashes: String, takes_cards: bool, head: Head) -> Self {
        let (before, after) = html.split_at(html.find(HEAD_END).unwrap_or(0));
        let (before, after) = (Pieces::of(before), Pieces::of(after));
        Self { before, after, script_hashes, takes_cards, head }
    }

    /// The page of a brand, for one answer.
    pub fn render(&self, brand: &Brand, nonce: &str) -> String {
        let mut html = String::new();
        self.before.write(nonce, &mut html);
        html.push_str(&head(&self.head, &brand.record, nonce));
        self.after.write(nonce, &mut html);
        html
    }

    /// The same in gzip. Only what is the brand's is compressed for the answer.
    pub fn gzip(&self, brand: &Brand, nonce: &str) -> Bytes {
        let mut gzip = Gzip::new();
        self.before.compress(nonce, &mut gzip);
        gzip.push(&Part::of(head(&self.head, &brand.record, nonce).as_bytes(), Compression::fast()));
        self.after.compress(nonce, &mut gzip);
        gzip.finish()
    }
}

/// Pieces of a page, between which the nonce stands.
#[derive(Debug)]
struct Pieces(Vec<Piece>);

#[derive(Debug)]
struct Piece {
    html: String,
    /// Made at the first request for it.
    compressed: OnceLock<Part>,
}

impl Pieces {
    fn of(html: &str) -> Self {
        let piece = |html: &str| Piece { html: html.to_owned(), compressed: OnceLock::new() };
        Self(html.split(NONCE).map(piece).collect())
    }

    fn write(&self, nonce: &str, html: &mut String) {
        for piece in self.with_nonces() {
            html.push_str(piece.map_or(nonce, |piece| &piece.html));
        }
    }

    fn compress(&self, nonce: &str, gzip: &mut Gzip) {
        for piece in self.with_nonces() {
            match piece {
                Some(piece) => gzip.push(piece.compressed()),
                None => gzip.push_plain(nonce.as_bytes()),
            }
        }
    }

    /// In their order; nothing where the nonce belongs.
    fn with_nonces(&self) -> impl Iterator<Item = Option<&Piece>> {
        self.0.iter().flat_map(|piece| [None, Some(piece)]).skip(1)
    }
}

impl Piece {
    fn compressed(&self) -> &Part {
        self.compressed.get_or_init(|| Part::of(self.html.as_bytes(), Compression::default()))
    }
}
