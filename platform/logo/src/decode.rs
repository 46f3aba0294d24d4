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

#[cfg(test)]
mod tests {
    use image::{ImageFormat, RgbImage};
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    /// A small picture that is not of one colour.
    fn file(format: ImageFormat) -> Vec<u8> {
        let channel = |of: u32| u8::try_from(of % 256).expect("less than 256");
        let picture =
            RgbImage::from_fn(12, 9, |x, y| [channel(x * 20), channel(y * 27), channel(x * y)].into());
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("an image");
        bytes.into_inner()
    }

    fn any_file() -> impl Strategy<Value = (Kind, Vec<u8>)> {
        prop_oneof![
            Just((Kind::Png, file(ImageFormat::Png))),
            Just((Kind::Jpeg, file(ImageFormat::Jpeg))),
            Just((Kind::WebP, file(ImageFormat::WebP))),
        ]
    }

    proptest! {
        #[test]
        fn any_damaged_file_is_decoded_or_refused_without_a_panic(
            (kind, mut bytes) in any_file(),
            changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..9),
            end in prop::option::weighted(0.2, any::<Index>()),
        ) {
            for (place, byte) in changes {
                *place.get_mut(&mut bytes) = byte;
            }
            if let Some(end) = end {
                bytes.truncate(end.index(bytes.len()));
            }
            let _ = decode(kind, &bytes);
        }
    }
}
