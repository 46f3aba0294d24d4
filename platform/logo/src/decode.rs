use std::io::Cursor;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, Limits};

use crate::kind::Kind;
use crate::{LARGEST_SIDE, Unusable};

/// In bytes, for a decoder: twice what the largest picture takes with 8 bits a channel.
const MEMORY: u64 = 2 * 4 * (LARGEST_SIDE as u64) * (LARGEST_SIDE as u64);

/// What a decoder says may quote the file, so it is not passed on.
impl From<ImageError> for Unusable {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            _ => Self::Damaged,
        }
    }
}

/// Decodes the picture of a file of this kind, upright. The size that its header states is checked before its pixels. What
/// follows the picture is left out.
pub fn decode(kind: Kind, bytes: &[u8]) -> Result<DynamicImage, Unusable> {
    let mut decoder = open(kind, bytes)?;
    decoder.set_limits(limits())?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    match kind.end(bytes) {
        Some(end) if end <= bytes.len() => Ok(picture),
        _ => Err(Unusable::Damaged),
    }
}

fn open(kind: Kind, bytes: &[u8]) -> Result<Box<dyn ImageDecoder + '_>, Unusable> {
    let bytes = Cursor::new(bytes);
    Ok(match kind {
        Kind::Png => {
            let decoder = PngDecoder::with_limits(bytes, limits())?;
            require_still(decoder.is_apng()?)?;
            Box::new(decoder)
        }
        Kind::Jpeg => Box::new(JpegDecoder::new(bytes)?),
        Kind::WebP => {
            let decoder = WebPDecoder::new(bytes)?;
            require_still(decoder.has_animation())?;
            Box::new(decoder)
        }
    })
}

fn require_still(is_animated: bool) -> Result<(), Unusable> {
    if is_animated { Err(Unusable::HoldsMore) } else { Ok(()) }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MEMORY);
    limits
}
