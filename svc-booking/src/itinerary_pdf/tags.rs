//! What each text of a PDF is, for programs that read it aloud.

use std::num::NonZeroU16;

use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, SpanTag, Tag, TagGroup, TagKind, TagTree,
};

use super::layout::Style;

/// Headings and paragraphs, in the order they are drawn.
#[derive(Default)]
pub struct Tags {
    blocks: Vec<Block>,
}

struct Block {
    number: usize,
    style: Style,
    texts: Vec<Identifier>,
}

impl Tags {
    /// Draws a text of a paragraph.
    pub fn of_text(
        &mut self,
        surface: &mut Surface<'_>,
        number: usize,
        style: Style,
        draw: impl FnOnce(&mut Surface<'_>),
    ) {
        let text = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
        draw(surface);
        surface.end_tagged();
        match self.blocks.last_mut().filter(|block| block.number == number) {
            Some(block) => block.texts.push(text),
            None => self.blocks.push(Block { number, style, texts: vec![text] }),
        }
    }

    pub fn finish(self) -> TagTree {
        let mut tree = TagTree::new();
        for Block { style, texts, .. } in self.blocks {
            tree.push(TagGroup::with_children(kind(style), texts.into_iter().map(Into::into).collect()));
        }
        tree
    }
}

/// Draws what says nothing, or the same on every page.
pub fn as_decoration(surface: &mut Surface<'_>, draw: impl FnOnce(&mut Surface<'_>)) {
    surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)));
    draw(surface);
    surface.end_tagged();
}

fn kind(style: Style) -> TagKind {
    let level = match style {
        Style::Title => 1,
        Style::Heading => 2,
        Style::Strong | Style::Text | Style::Quiet => return Tag::P.into(),
    };
    NonZeroU16::new(level).map_or(Tag::P.into(), |level| Tag::Hn(level, None).into())
}
