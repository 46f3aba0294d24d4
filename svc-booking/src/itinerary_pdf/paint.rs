//! Pages as PDF.

use std::sync::LazyLock;

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};
use krilla::{Data, Document};
use mail::Letterhead;

use super::font;
use super::layout::{HEAD, MARGIN, Mark, Page, Style};
use super::size::PaperSize;
use super::tags::{Tags, as_decoration};

/// Red, green, blue.
type Color = [u8; 3];

const INK: Color = [0x1f, 0x2a, 0x30];
const QUIET: Color = [0x55, 0x62, 0x6a];
const HAIR: Color = [0xdf, 0xe4, 0xe6];

/// What readers show of a document beside its pages, and how those look.
pub struct About<'b> {
    pub size: PaperSize,
    pub title: String,
    pub author: String,
    pub look: &'b Letterhead,
}

struct Fonts {
    regular: Font,
    strong: Font,
}

static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let load = |data: &'static [u8]| Font::new(Data::from(data), 0).expect("the font is part of the program");
    Fonts { regular: load(font::REGULAR), strong: load(font::STRONG) }
});

pub fn document(pages: &[Page], about: &About<'_>) -> anyhow::Result<Vec<u8>> {
    let mut document = Document::new();
    let metadata = Metadata::new()
        .title(about.title.clone())
        .authors(vec![about.author.clone()])
        .language(about.look.locale.tag().to_owned());
    document.set_metadata(metadata);
    let mut tags = Tags::default();
    for marks in pages {
        let size =
            PageSettings::from_wh(about.size.width, about.size.height).ok_or(anyhow::anyhow!("no page"))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        as_decoration(&mut surface, |surface| head(surface, about));
        for mark in marks {
            match mark {
                Mark::Text { style, block: Some(block), .. } => {
                    tags.of_text(&mut surface, *block, *style, |surface| draw(surface, mark, about));
                }
                _ => as_decoration(&mut surface, |surface| draw(surface, mark, about)),
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_tag_tree(tags.finish());
    document.finish().map_err(|error| anyhow::anyhow!("{error:?}"))
}

fn head(surface: &mut Surface<'_>, About { size, look, .. }: &About<'_>) {
    bar(surface, (0.0, 0.0, size.width, HEAD), color(&look.solid));
    write(surface, (MARGIN, HEAD / 2.0 + 6.0), &FONTS.strong, 16.0, &look.name, color(&look.on_solid));
}

fn draw(surface: &mut Surface<'_>, mark: &Mark, about: &About<'_>) {
    match mark {
        Mark::Rule { y } => bar(surface, (MARGIN, *y, about.size.width - 2.0 * MARGIN, 0.75), HAIR),
        Mark::Track { from, to, y } => track(surface, (*from, *to, *y), color(&about.look.link)),
        Mark::Text { x, y, style, text, .. } => {
            let face = if style.is_strong() { &FONTS.strong } else { &FONTS.regular };
            let ink = if *style == Style::Quiet { QUIET } else { INK };
            write(surface, (*x, *y), face, style.size(), text, ink);
        }
    }
}

fn track(surface: &mut Surface<'_>, (from, to, y): (f32, f32, f32), ink: Color) {
    bar(surface, (from, y - 0.75, to - from, 1.5), ink);
    for end in [from, to] {
        bar(surface, (end - 2.5, y - 2.5, 5.0, 5.0), ink);
    }
}

fn write(surface: &mut Surface<'_>, (x, y): (f32, f32), font: &Font, size: f32, text: &str, ink: Color) {
    surface.set_fill(Some(fill(ink)));
    surface.draw_text(Point::from_xy(x, y), font.clone(), size, text, false, TextDirection::Auto);
}

fn bar(surface: &mut Surface<'_>, (x, y, width, height): (f32, f32, f32, f32), ink: Color) {
    let mut path = PathBuilder::new();
    if let Some(rect) = Rect::from_xywh(x, y, width, height) {
        path.push_rect(rect);
    }
    if let Some(path) = path.finish() {
        surface.set_fill(Some(fill(ink)));
        surface.draw_path(&path);
    }
}

fn fill(ink: Color) -> Fill {
    let [red, green, blue] = ink;
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

/// A letterhead's colours are `#rrggbb`.
fn color(text: &str) -> Color {
    let part =
        |at: usize| text.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or_default();
    [part(1), part(3), part(5)]
}
