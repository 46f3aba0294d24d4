/**
 * The words of an informational page. In texts, `{brand}`, `{legal}`, `{phone}`, `{email}`, `{support}`, `{address}`
 * and the hours of `{hours}` (phone), `{office}` and `{anytime}` (help with a trip under way) stand for the brand's
 * own, and `[label](/path)` is a link.
 */
export interface Article {
  title: string
  lead: string
  sections: readonly ArticleSection[]
}

export interface ArticleSection {
  /** The anchor of the section. */
  id: string
  title: string
  text: readonly string[]
  table?: FactTable
}

export interface FactTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}
