use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use logo::Upload;

use crate::files::{
    HTML, JPEG, PNG, WEBP, chunk, data_url, decode_data_url, end, file, header, pixels, png, red_pixel,
    riff_chunk, two_halves, webp,
};

async fn encode(media_type: &str, bytes: &[u8]) -> Vec<u8> {
    Upload::parse(&data_url(media_type, bytes)).unwrap().encode().await.unwrap()
}

fn decode(png: &[u8]) -> RgbaImage {
    image::load_from_memory_with_format(png, ImageFormat::Png).unwrap().into_rgba8()
}

#[tokio::test]
async fn what_is_encoded_shows_the_same_picture_and_never_equals_the_upload() {
    let picture = two_halves(64, 24);
    for (media_type, format) in
        [(PNG, ImageFormat::Png), (JPEG, ImageFormat::Jpeg), (WEBP, ImageFormat::WebP)]
    {
        let upload = file(format, &picture);

        let encoded = encode(media_type, &upload).await;

        assert_ne!(encoded, upload, "{media_type}");
        let shown = decode(&encoded);
        assert_eq!(shown.dimensions(), (64, 24));
        let [red, ..] = shown.get_pixel(3, 3).0;
        assert!(red.abs_diff(200) < 8, "{media_type}: {red}");
    }
}

#[tokio::test]
async fn a_lossless_picture_keeps_every_pixel_and_its_transparency() {
    let picture = two_halves(31, 17);
    for (media_type, format) in [(PNG, ImageFormat::Png), (WEBP, ImageFormat::WebP)] {
        let encoded = encode(media_type, &file(format, &picture)).await;
        assert_eq!(decode(&encoded), picture, "{media_type}");
    }
}

#[tokio::test]
async fn r012_what_a_file_hides_beside_its_picture_is_left_out() {
    let row = pixels(&[0, 200, 30, 40]);
    let comment = chunk(*b"tEXt", &[b"Comment\0", HTML].concat());
    let picture = file(ImageFormat::WebP, &two_halves(1, 1));
    // A canvas of one pixel; 0x04 stands for XMP metadata (RFC 9649, 2.7).
    let still = riff_chunk(*b"VP8X", &[0x04, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let jpeg = file(ImageFormat::Jpeg, &two_halves(8, 8));
    let length = u16::try_from(HTML.len() + 2).unwrap().to_be_bytes();
    let jpeg_comment = [&jpeg[..2], &[0xff, 0xfe], &length, HTML, &jpeg[2..]].concat();
    let page_and_end = [&jpeg[..], HTML, b"\xff\xd9"].concat();
    for (media_type, upload) in [
        (PNG, png(&[header(1, 1, 8, 2), comment, row, end()])),
        (JPEG, jpeg_comment),
        (JPEG, page_and_end),
        (PNG, [&red_pixel()[..], HTML, &red_pixel()].concat()),
        (JPEG, [&jpeg[..], HTML].concat()),
        (WEBP, [&picture[..], HTML].concat()),
        (WEBP, webp(&[still, picture[12..].to_vec(), riff_chunk(*b"XMP ", HTML)])),
    ] {
        let encoded = encode(media_type, &upload).await;

        assert!(upload.windows(HTML.len()).any(|window| window == HTML));
        assert!(!encoded.windows(8).any(|window| window == &HTML[6..14]), "{media_type}");
    }
}

#[tokio::test]
async fn the_largest_picture_is_taken_and_made_smaller_until_it_fits() {
    // Noise, which no encoder packs.
    let noise = RgbaImage::from_fn(1_024, 1_024, |x, y| {
        let mixed = (x + 1).wrapping_mul(2_654_435_761) ^ (y + 1).wrapping_mul(2_246_822_519);
        let [red, green, blue, _] = mixed.wrapping_mul(3_266_489_917).to_be_bytes();
        Rgba([red, green, blue, 255])
    });
    let mut photograph = Cursor::new(Vec::new());
    let coarse = JpegEncoder::new_with_quality(&mut photograph, 1);
    DynamicImage::from(noise).into_rgb8().write_with_encoder(coarse).unwrap();

    let encoded = encode(JPEG, &photograph.into_inner()).await;

    assert!(encoded.len() <= logo::LARGEST_FILE, "{} bytes", encoded.len());
    let (width, height) = decode(&encoded).dimensions();
    assert!(width == height && width >= 128, "{width}");
}

#[tokio::test]
async fn a_picture_larger_than_pages_need_is_scaled_down() {
    for (width, height, expected) in
        [(4_096, 256, (1_024, 64)), (2, 4_096, (1, 1_024)), (1_024, 9, (1_024, 9))]
    {
        let encoded = encode(PNG, &file(ImageFormat::Png, &two_halves(width, height))).await;
        assert_eq!(decode(&encoded).dimensions(), expected);
    }
}

#[tokio::test]
async fn a_logo_of_ours_stays_as_it_is() {
    let first = encode(PNG, &red_pixel()).await;

    let url = logo::data_url(&first);

    assert_eq!(encode(PNG, &decode_data_url(&url)).await, first);
}
