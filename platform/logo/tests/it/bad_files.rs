use image::ImageFormat;
use logo::{Unusable, Upload};

use crate::files::{
    HTML, JPEG, PNG, WEBP, chunk, data_url, end, file, header, jpeg_size_at, patched, pixels, png, red_pixel,
    riff_chunk, two_halves, webp,
};

type Row = (&'static str, &'static str, Vec<u8>, Unusable);

async fn check(table: Vec<Row>) {
    for (name, media_type, bytes, expected) in table {
        let refused = match Upload::parse(&data_url(media_type, &bytes)) {
            Ok(upload) => upload.encode().await.err(),
            Err(unusable) => Some(unusable),
        };
        assert_eq!(refused, Some(expected), "{name}");
    }
}

fn sample(format: ImageFormat) -> Vec<u8> {
    file(format, &two_halves(32, 16))
}

fn half(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() / 2].to_vec()
}

fn followed_by(mut bytes: Vec<u8>, tail: &[u8]) -> Vec<u8> {
    bytes.extend_from_slice(tail);
    bytes
}

#[tokio::test]
async fn r012_a_png_that_is_damaged_too_large_or_not_one_picture_is_refused() {
    use Unusable::{Damaged, HoldsMore, NotAccepted, TooLarge};
    let (rgb, row) = (header(1, 1, 8, 2), pixels(&[0, 200, 30, 40]));
    let controls = chunk(*b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    let without_end = png(&[rgb.clone(), row.clone()]);
    check(vec![
        ("30,000 pixels square", PNG, png(&[header(30_000, 30_000, 8, 2), row.clone(), end()]), TooLarge),
        ("too wide", PNG, file(ImageFormat::Png, &two_halves(4_097, 1)), TooLarge),
        ("too high", PNG, file(ImageFormat::Png, &two_halves(2, 4_097)), TooLarge),
        ("no width", PNG, png(&[header(0, 1, 8, 2), row.clone(), end()]), Damaged),
        ("no height", PNG, png(&[header(1, 0, 8, 2), row.clone(), end()]), Damaged),
        ("a signature alone", PNG, png(&[]), Damaged),
        ("a signature and a script", PNG, png(&[HTML.to_vec()]), Damaged),
        ("a header and a script", PNG, png(&[rgb.clone(), HTML.to_vec()]), Damaged),
        ("half a file", PNG, half(&sample(ImageFormat::Png)), Damaged),
        ("no end", PNG, without_end, Damaged),
        ("a wrong checksum of the header", PNG, patched(red_pixel(), 29, &[0; 4]), Damaged),
        ("a wrong checksum of the pixels", PNG, patched(red_pixel(), 42, &[0; 4]), Damaged),
        ("an animation", PNG, png(&[rgb.clone(), controls, row.clone(), end()]), HoldsMore),
        ("no header", PNG, png(&[row.clone(), end()]), Damaged),
        ("no pixels", PNG, png(&[rgb.clone(), end()]), Damaged),
        ("pixels that are a script", PNG, png(&[rgb.clone(), chunk(*b"IDAT", HTML), end()]), Damaged),
        ("too few pixels", PNG, png(&[header(9, 9, 8, 2), row.clone(), end()]), Damaged),
        ("an unknown colour type", PNG, png(&[header(1, 1, 8, 7), row.clone(), end()]), Damaged),
        ("an unknown depth", PNG, png(&[header(1, 1, 3, 2), row, end()]), Damaged),
        ("a palette that is missing", PNG, png(&[header(1, 1, 8, 3), pixels(&[0, 9]), end()]), Damaged),
        ("a JPEG by its type", JPEG, red_pixel(), NotAccepted),
    ])
    .await;
}

#[tokio::test]
async fn r012_a_jpeg_that_is_damaged_too_large_or_not_one_picture_is_refused() {
    use Unusable::{Damaged, NotAccepted, TooLarge};
    let jpeg = || sample(ImageFormat::Jpeg);
    let sized = |height: u16, width: u16| {
        let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
        patched(jpeg(), jpeg_size_at(&jpeg()), &size)
    };
    check(vec![
        ("30,000 pixels square", JPEG, sized(30_000, 30_000), TooLarge),
        ("no width", JPEG, sized(16, 0), Damaged),
        ("first bytes and a script", JPEG, [b"\xff\xd8\xff\xe0", HTML].concat(), Damaged),
        ("half a file", JPEG, half(&jpeg()), Damaged),
        ("a PNG by its type", PNG, jpeg(), NotAccepted),
    ])
    .await;
}

#[tokio::test]
async fn r012_a_webp_that_is_damaged_too_large_or_not_one_picture_is_refused() {
    use Unusable::{Damaged, HoldsMore, NotAccepted, TooLarge};
    let picture = || sample(ImageFormat::WebP);
    // The size in 14 bits each, less one, behind the byte 0x2f (RFC 9649, 3.4).
    let huge = riff_chunk(*b"VP8L", &[0x2f, 0xfe, 0xbf, 0xff, 0x0f, 0, 0, 0, 0, 0]);
    // A canvas of one pixel; 0x02 stands for an animation (RFC 9649, 2.7).
    let canvas = |flags: u8| riff_chunk(*b"VP8X", &[flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let animation = riff_chunk(*b"ANIM", &[0; 6]);
    let frame = [&[0; 16][..], &picture()[12..]].concat();
    let animated = webp(&[canvas(0x02), animation, riff_chunk(*b"ANMF", &frame)]);
    let longer = patched(picture(), 4, &u32::MAX.to_le_bytes());
    check(vec![
        ("16,383 pixels square", WEBP, webp(std::slice::from_ref(&huge)), TooLarge),
        ("a picture larger than its canvas", WEBP, webp(&[canvas(0), huge]), Damaged),
        ("an animation", WEBP, animated, HoldsMore),
        ("first bytes and a script", WEBP, webp(&[HTML.to_vec()]), Damaged),
        ("half a file", WEBP, half(&picture()), Damaged),
        ("a container that says it is longer", WEBP, longer, Damaged),
        ("a PNG by its type", PNG, picture(), NotAccepted),
    ])
    .await;
}

#[tokio::test]
async fn r012_other_kinds_of_files_are_refused_under_any_name() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec();
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;".to_vec();
    let too_long = followed_by(red_pixel(), &vec![0; 200_000]);
    let rows = [
        ("an SVG", "image/svg+xml", svg.clone()),
        ("an SVG as PNG", PNG, svg),
        ("a GIF", "image/gif", gif.clone()),
        ("a GIF as PNG", PNG, gif),
        ("a bitmap", "image/bmp", b"BM\0\0".to_vec()),
        ("an icon", "image/x-icon", b"\0\0\x01\0".to_vec()),
        ("a page", "text/html", HTML.to_vec()),
        ("a PNG as a page", "text/html", red_pixel()),
        ("a type with a parameter", "image/png;charset=utf-8", red_pixel()),
        ("nothing", PNG, Vec::new()),
        ("more than 200 kB", PNG, too_long),
    ];
    let refuse = |(name, media_type, bytes)| (name, media_type, bytes, Unusable::NotAccepted);
    check(rows.into_iter().map(refuse).collect()).await;
}

#[test]
fn text_that_holds_no_file_is_refused() {
    for text in ["", "/logo.png", "data:", "data:image/png,", "data:image/png;base64,no base64"] {
        assert_eq!(Upload::parse(text).err(), Some(Unusable::NotAccepted), "{text}");
    }
}
