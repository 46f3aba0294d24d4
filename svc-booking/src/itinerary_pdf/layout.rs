//! Where each line of a paper stands: lines broken to the width, pages broken to the height.

use super::font;
use super::size::PaperSize;
use crate::texts::Texts;

/// In points, as all sizes here.
pub const MARGIN: f32 = 48.0;
/// The coloured head of each page.
pub const HEAD: f32 = 56.0;
/// Where the second column of facts begins.
const COLUMN: f32 = 236.0;
/// Of the foot of each page.
const FOOT: f32 = 64.0;
/// Where the text of a page begins that follows another.
const TOP: f32 = HEAD + 36.0;
/// A last page of which less is filled is no page.
const SHORT: f32 = 0.25;

/// How far lines and paragraphs stand apart.
#[derive(Debug, Clone, Copy)]
pub enum Spacing {
    Wide,
    /// For what would go on to another page with a few lines.
    Close,
}

impl Spacing {
    /// The height of a line, as a multiple of its letters' size.
    fn leading(self) -> f32 {
        match self {
            Self::Wide => 1.45,
            Self::Close => 1.25,
        }
    }

    fn between(self, points: f32) -> f32 {
        match self {
            Self::Wide => points,
            Self::Close => points * 0.75,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Title,
    Heading,
    Strong,
    Text,
    Quiet,
}

impl Style {
    pub fn size(self) -> f32 {
        match self {
            Self::Title => 22.0,
            Self::Heading => 13.0,
            Self::Strong | Self::Text => 10.0,
            Self::Quiet => 8.5,
        }
    }

    pub fn is_strong(self) -> bool {
        matches!(self, Self::Title | Self::Heading | Self::Strong)
    }
}

/// Something on a page. `y` is the base line of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Text {
        x: f32,
        y: f32,
        style: Style,
        text: String,
        /// The paragraph it belongs to; none in the foot of a page.
        block: Option<usize>,
    },
    /// A hair line across.
    Rule { y: f32 },
    /// The line of a flight, between its two ends.
    Track { from: f32, to: f32, y: f32 },
}

pub type Page = Vec<Mark>;

/// A paper that grows downwards.
pub struct Layout {
    size: PaperSize,
    spacing: Spacing,
    pages: Vec<Page>,
    y: f32,
    /// How many paragraphs there are.
    blocks: usize,
}

impl Layout {
    pub fn new(size: PaperSize, spacing: Spacing) -> Self {
        Self { size, spacing, pages: vec![Page::new()], y: HEAD + 44.0, blocks: 0 }
    }

    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Whether only a few lines stand on the last of several pages.
    pub fn ends_in_a_short_page(&self) -> bool {
        self.pages.len() > 1 && self.y - TOP < SHORT * (self.size.height - FOOT - TOP)
    }

    pub fn space(&mut self, points: f32) {
        self.y += self.spacing.between(points);
    }

    /// Begins a page where so many lines have no room on this one.
    pub fn keep_together(&mut self, lines: u8) {
        self.need(f32::from(lines) * self.height(Style::Text));
    }

    pub fn heading(&mut self, text: &str) {
        self.need(self.height(Style::Heading) * 4.0);
        self.space(10.0);
        self.mark(Mark::Rule { y: self.y });
        self.y += self.height(Style::Heading);
        self.space(4.0);
        self.line(text, Style::Heading);
        self.space(2.0);
    }

    /// A text, over as many lines as it takes.
    pub fn line(&mut self, text: &str, style: Style) {
        self.blocks += 1;
        for line in broken(text, style, self.size.width - 2.0 * MARGIN) {
            self.need(self.height(style));
            self.text(MARGIN, style, line);
            self.y += self.height(style);
        }
    }

    /// Where a flight begins, a line, and where it ends.
    pub fn journey(&mut self, from: &str, to: &str) {
        let style = Style::Strong;
        self.need(self.height(style));
        self.blocks += 1;
        let right = self.size.width - MARGIN - font::width(to, style.size(), style.is_strong());
        let left = MARGIN + font::width(from, style.size(), style.is_strong());
        self.text(MARGIN, style, from.to_owned());
        self.mark(Mark::Track { from: left + 12.0, to: right - 12.0, y: self.y - style.size() / 3.0 });
        self.text(right, style, to.to_owned());
        self.y += self.height(style);
    }

    /// A name on the left and what it is on the right.
    pub fn fact(&mut self, name: &str, value: &str, style: Style) {
        self.blocks += 1;
        let names = broken(name, Style::Text, COLUMN - MARGIN - 12.0);
        let values = broken(value, style, self.size.width - MARGIN - COLUMN);
        for index in 0..names.len().max(values.len()) {
            self.need(self.height(style));
            let columns = [(names.get(index), MARGIN, Style::Text), (values.get(index), COLUMN, style)];
            for (text, x, style) in columns {
                if let Some(text) = text {
                    self.text(x, style, text.clone());
                }
            }
            self.y += self.height(style);
        }
    }

    /// Every page gets the contacts and its number.
    pub fn finish(mut self, texts: Texts, contacts: &str) -> Vec<Page> {
        let (style, y, count) = (Style::Quiet, self.size.height - 36.0, self.pages.len());
        for (index, page) in self.pages.iter_mut().enumerate() {
            page.push(Mark::Rule { y: y - 14.0 });
            let number = texts.page_of(index + 1, count);
            let x = self.size.width - MARGIN - font::width(&number, style.size(), style.is_strong());
            let marks = [(MARGIN, contacts.to_owned()), (x, number)];
            page.extend(marks.map(|(x, text)| Mark::Text { x, y, style, text, block: None }));
        }
        self.pages
    }

    fn height(&self, style: Style) -> f32 {
        style.size() * self.spacing.leading()
    }

    fn need(&mut self, height: f32) {
        if self.y + height > self.size.height - FOOT {
            self.pages.push(Page::new());
            self.y = TOP;
        }
    }

    fn text(&mut self, x: f32, style: Style, text: String) {
        self.mark(Mark::Text { x, y: self.y, style, text, block: Some(self.blocks) });
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }
}

fn broken(text: &str, style: Style, room: f32) -> Vec<String> {
    font::broken(text, style.size(), style.is_strong(), room)
}

#[cfg(test)]
mod tests {
    use texts::Locale;

    use super::*;

    #[test]
    fn nothing_runs_into_the_foot_of_a_page_or_over_its_edge() {
        for (size, page_count) in [(PaperSize::LETTER, 3), (PaperSize::A4, 3)] {
            let mut layout = Layout::new(size, Spacing::Wide);
            for number in 0..120 {
                layout.fact(&format!("Passenger {number}"), "adult", Style::Text);
            }
            layout.journey("09:00  LHR", "12:05  JFK");

            let pages = layout.finish(Texts::of(Locale::English), "Northwind");

            assert_eq!(pages.len(), page_count);
            for page in &pages {
                let texts = page.iter().filter_map(|mark| match mark {
                    Mark::Text { x, y, style, text, .. } => Some((*x, *y, *style, text.as_str())),
                    Mark::Rule { .. } | Mark::Track { .. } => None,
                });
                let right = |x, style: Style, text| x + font::width(text, style.size(), style.is_strong());
                assert!(
                    texts
                        .clone()
                        .all(|(x, _, style, text)| right(x, style, text) <= size.width - MARGIN + 0.1)
                );
                let mut passengers = texts.clone().filter(|(.., text)| text.starts_with("Passenger"));
                assert!(passengers.all(|(_, y, ..)| y < size.height - FOOT));
                assert!(texts.clone().any(|(.., text)| text == "Northwind"));
            }
        }
    }
}
