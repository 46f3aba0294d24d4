/**
 * The words of an informational page. In texts, `{brand}`, `{legal}`, `{phone}`, `{email}`, `{support}`, `{address}`
 * and the hours of `{hours}` (phone), `{office}` and `{anytime}` (help during a trip) stand for the brand's own, and
 * `[label](/path)` is a link.
 */
export interface Article {
  title: string
  lead: string
  /** The page in a few figures, where it has any. */
  facts?: readonly KeyFact[]
  sections: readonly ArticleSection[]
}

export interface KeyFact {
  /** A few characters, such as "24 hours". */
  figure: string
  text: string
}

export interface ArticleSection {
  /** The anchor of the section. */
  id: string
  title: string
  text: readonly string[]
  /** Side by side under the text. */
  points?: readonly Point[]
  table?: FactTable
  ways?: readonly Way[]
  /** What is easily missed, set apart from the text. */
  note?: string
}

/** The drawings that such texts stand under. */
type PointIcon = 'bag-cabin' | 'calendar' | 'card' | 'close' | 'phone' | 'receipt' | 'refresh' | 'search' | 'seat'

export interface Point {
  icon: PointIcon
  title: string
  text: string
}

/** How to reach somebody: what, where, and when or how soon. */
export type Way = readonly [label: string, value: string, note?: string]

export interface FactTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}
