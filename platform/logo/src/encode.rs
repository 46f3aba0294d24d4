use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::thumbnail;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, RgbaImage};

use crate::{LARGEST_FILE, LARGEST_SIDE_SHOWN, Unusable};

/// Writes the picture as a PNG of at most `LARGEST_SIDE_SHOWN`, and halves it until the file is small enough. A photograph may need that, because PNG
/// loses nothing. The same picture is always the same file.
pub fn encode(picture: DynamicImage) -> Result<Vec<u8>, Unusable> {
    let mut pixels = as_shown(picture).into_rgba8();
    loop {
        let png = write(&pixels)?;
        if png.len() <= LARGEST_FILE {
            return Ok(png);
        }
        let (width, height) = pixels.dimensions();
        pixels = thumbnail(&pixels, width.div_ceil(2), height.div_ceil(2));
    }
}

fn as_shown(picture: DynamicImage) -> DynamicImage {
    let is_larger = picture.width().max(picture.height()) > LARGEST_SIDE_SHOWN;
    if is_larger { picture.thumbnail(LARGEST_SIDE_SHOWN, LARGEST_SIDE_SHOWN) } else { picture }
}

fn write(pixels: &RgbaImage) -> Result<Vec<u8>, Unusable> {
    let mut png = Vec::new();
    let (width, height) = pixels.dimensions();
    PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::Adaptive).write_image(
        pixels,
        width,
        height,
        ExtendedColorType::Rgba8,
    )?;
    Ok(png)
}
