//! Decodes a logo that was uploaded, within bounds, and encodes its pixels anew. Only the new file is kept and served,
//! so a file that is an image and something else besides reaches nobody.
//!
//! Knows no brand and no address.

#![warn(missing_docs)]

mod decode;
mod encode;
mod kind;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use self::kind::Kind;

/// Of every logo that this crate encodes.
pub const CONTENT_TYPE: &str = "image/png";
/// In bytes: of an upload, and of what is made of it. Every visitor of the brand loads it.
pub const LARGEST_FILE: usize = 200_000;
/// In pixels, of width and of height, of an upload. A file that says more is not decoded.
pub const LARGEST_SIDE: u32 = 4_096;
/// In pixels, of width and of height, of what is made of it. A page shows a logo 40 pixels high.
pub const LARGEST_SIDE_SHOWN: u32 = 1_024;

static TURN: Semaphore = Semaphore::const_new(1);

/// Why an upload cannot be a logo, as a sentence for the person who chose the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Another kind of file, too large a file, or text that is no file. SVG is such a kind: it can hold scripts.
    #[error("Please choose a PNG, JPEG or WebP image of at most 200 kB.")]
    NotAccepted,
    /// The image says that it is larger than [`LARGEST_SIDE`], or its decoder would need too much memory.
    #[error("This image is too large. Please choose one of at most 4,096 pixels in width and in height.")]
    TooLarge,
    /// Animated.
    #[error("This file holds more than one picture. Please choose a plain image without animation.")]
    HoldsMore,
    /// The decoder gave up.
    #[error("This image can't be read. It is damaged, or its format is not the one that it is named after.")]
    Damaged,
}

/// An image as it was uploaded: it names one of the three kinds, begins like one, and is not too large a file. Nothing
/// else is known of it before it is encoded.
#[derive(Debug)]
pub struct Upload {
    kind: Kind,
    bytes: Vec<u8>,
}

impl Upload {
    /// Whether the text is meant to be an image in itself, and not the path of one.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("data:")
    }

    /// Reads a data URL (RFC 2397) in base64.
    ///
    /// # Errors
    /// `NotAccepted`.
    pub fn parse(data_url: &str) -> Result<Self, Unusable> {
        let (media_type, encoded) = data_url
            .strip_prefix("data:")
            .and_then(|image| image.split_once(";base64,"))
            .ok_or(Unusable::NotAccepted)?;
        let kind = Kind::named(media_type).ok_or(Unusable::NotAccepted)?;
        // Four characters stand for three bytes. Text that is too long is not decoded.
        if encoded.len() > LARGEST_FILE.div_ceil(3) * 4 {
            return Err(Unusable::NotAccepted);
        }
        let bytes = STANDARD.decode(encoded).map_err(|_| Unusable::NotAccepted)?;
        if bytes.len() > LARGEST_FILE || !kind.begins(&bytes) {
            return Err(Unusable::NotAccepted);
        }
        Ok(Self { kind, bytes })
    }

    /// Returns a PNG of the same picture, without metadata, of at most [`LARGEST_FILE`] and [`LARGEST_SIDE_SHOWN`]: a
    /// picture that needs more is made smaller. Works on a thread for blocking work, at one picture of the process at a
    /// time, since each may take 128 MiB.
    ///
    /// # Errors
    /// `TooLarge`, `HoldsMore` or `Damaged`; `Damaged` also where the decoder panics.
    pub async fn encode(self) -> Result<Vec<u8>, Unusable> {
        let turn = TURN.acquire().await;
        let work = move || {
            // Held until the work ends, also where nobody waits for it any more.
            let _turn = turn;
            decode::decode(self.kind, &self.bytes).and_then(encode::encode)
        };
        spawn_blocking(work).await.unwrap_or(Err(Unusable::Damaged))
    }
}

/// The data URL of an encoded logo.
pub fn data_url(png: &[u8]) -> String {
    format!("data:{CONTENT_TYPE};base64,{}", STANDARD.encode(png))
}
