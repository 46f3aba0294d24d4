//! Image files, made chunk by chunk, so that each fault is the only one of its file.

use std::io::{Cursor, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

pub const PNG: &str = "image/png";
pub const JPEG: &str = "image/jpeg";
pub const WEBP: &str = "image/webp";
pub const HTML: &[u8] = b"<html><script>alert(document.domain)</script></html>";

pub fn data_url(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", STANDARD.encode(bytes))
}

pub fn decode_data_url(url: &str) -> Vec<u8> {
    STANDARD.decode(url.split_once(";base64,").unwrap().1).unwrap()
}

/// Red on the left, transparent on the right.
pub fn two_halves(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, _| {
        if x < width / 2 { Rgba([200, 30, 40, 255]) } else { Rgba([0, 0, 0, 0]) }
    })
}

pub fn file(format: ImageFormat, pixels: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::from(pixels.clone());
    // JPEG has no transparency.
    let picture = if format == ImageFormat::Jpeg { picture.into_rgb8().into() } else { picture };
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [&name[..], data].concat();
    let length = u32::try_from(data.len()).unwrap();
    [&length.to_be_bytes()[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// The checksum of a chunk (PNG, third edition, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), shift))
}

/// `IHDR` of an image with 8 bits a channel.
pub fn header(width: u32, height: u32, depth: u8, color_type: u8) -> Vec<u8> {
    let data = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color_type, 0, 0, 0]].concat();
    chunk(*b"IHDR", &data)
}

/// `IDAT` of these rows, each with the number of its filter in front.
pub fn pixels(rows: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(rows).unwrap();
    chunk(*b"IDAT", &packed.finish().unwrap())
}

pub fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

pub fn end() -> Vec<u8> {
    chunk(*b"IEND", b"")
}

/// A red pixel.
pub fn red_pixel() -> Vec<u8> {
    png(&[header(1, 1, 8, 2), pixels(&[0, 200, 30, 40]), end()])
}

/// A WebP of these chunks, in the container that says how long they are.
pub fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let content = [b"WEBP".to_vec(), chunks.concat()].concat();
    let length = u32::try_from(content.len()).unwrap();
    [&b"RIFF"[..], &length.to_le_bytes(), &content].concat()
}

pub fn riff_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap();
    let padding = vec![0; data.len() % 2];
    [&name[..], &length.to_le_bytes(), data, &padding].concat()
}

/// Replaces the bytes from this place on.
pub fn patched(mut bytes: Vec<u8>, at: usize, patch: &[u8]) -> Vec<u8> {
    bytes[at..at + patch.len()].copy_from_slice(patch);
    bytes
}

/// Where height and width stand in the frame header of a JPEG (ITU-T T.81, B.2.2).
pub fn jpeg_size_at(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap() + 5
}
