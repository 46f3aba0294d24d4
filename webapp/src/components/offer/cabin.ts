import type { SeatMap } from '@/lib/api/types'
import {
  hasLegroom,
  isFree,
  isOverWing,
  letterOf,
  placed,
  type SeatElement,
  type SeatOffer,
  sectionColumns,
} from '@/lib/seats'
import * as words from '@/messages/components/seats'

export type SeatKind = 'standard' | 'preferred' | 'legroom'
export type Spot = 'window' | 'aisle'

export const kindWords: Record<SeatKind, string> = {
  standard: words.kindStandard,
  preferred: words.kindPreferred,
  legroom: words.kindLegroom,
}

/** Where a seat is and what it is, apart from who buys it. */
export interface SeatFacts {
  /** Its designator; a restricted seat, which has none, has a name of our own. */
  key: string
  element: SeatElement
  /** Place of its row among all rows of the map, from 0. */
  line: number
  /** The letter of its column, also where the seat itself has none. */
  column: string
  /** Null where no seat of the row has a number. */
  row: number | null
  /** "" for a restricted seat. */
  letter: string
  /** Both where a seat stands alone; neither in the middle. */
  spots: readonly Spot[]
  kind: SeatKind
  isExit: boolean
  isOverWing: boolean
}

/** By key, in the order of the cabin. */
export type Facts = ReadonlyMap<string, SeatFacts>

const wordsOf = ({ name, disclosures }: SeatElement) => [name ?? '', ...disclosures].join(' ')

export function kindOf(element: SeatElement): SeatKind {
  if (hasLegroom(element)) return 'legroom'
  return /\bpreferred\b/i.test(wordsOf(element)) ? 'preferred' : 'standard'
}

/** By the airline's own words: that it is at an exit, or that a seat behind an exit has room for the legs. */
const isExit = (element: SeatElement, isBehind: boolean) =>
  /\bexit (row|seat)|emergency exit/i.test(wordsOf(element)) || (isBehind && hasLegroom(element))

const has = ({ sections }: Row, type: string) =>
  sections.some(({ elements }) => elements.some((element) => element.type === type))

/** An exit within the cabin. One in front of its first seats is also a plain door, and infants sit behind it. */
function isBehindExit(rows: readonly Row[], index: number) {
  const before = rows[index - 1]
  return before !== undefined && has(before, 'exit_row') && rows.slice(0, index - 1).some((row) => has(row, 'seat'))
}

/** The look of a seat that can be had. */
export const lookOf = (element: SeatElement, offer: SeatOffer) =>
  [kindOf(element), isFree(offer) && 'free'].filter(Boolean).join(' ')

type Sections = SeatMap['cabins'][number]['rows'][number]['sections']

function spotsOf(sections: Sections, section: number, index: number): Spot[] {
  const length = sections[section]?.elements.length ?? 0
  const [isLeft, isRight] = [index === 0, index === length - 1]
  const [isFirst, isLast] = [section === 0, section === sections.length - 1]
  const spots: Spot[] = []
  if ((isFirst && isLeft) || (isLast && isRight)) spots.push('window')
  if ((!isFirst && isLeft) || (!isLast && isRight)) spots.push('aisle')
  return spots
}

type Cabin = SeatMap['cabins'][number]
type Row = Cabin['rows'][number]

/** Every seat of the map by its key, row by row, as the chart draws them. */
export function factsOf(map: SeatMap): Facts {
  let line = 0
  const lines = map.cabins.flatMap((cabin) => {
    const columns = sectionColumns(cabin)
    return cabin.rows.flatMap((row, index) => {
      const place = { line: line++, isWing: isOverWing(cabin, index), isBehind: isBehindExit(cabin.rows, index) }
      return rowFacts(row, columns, place)
    })
  })
  return new Map(lines.map((facts) => [facts.key, facts]))
}

interface RowPlace {
  line: number
  isWing: boolean
  isBehind: boolean
}

function rowFacts({ number, sections }: Row, columns: readonly string[][], place: RowPlace): SeatFacts[] {
  const { line, isWing, isBehind } = place
  return sections.flatMap(({ elements }, section) => {
    const letters = columns[section] ?? []
    return placed(elements, letters).flatMap((element, at): SeatFacts[] => {
      if (element?.type !== 'seat') return []
      const letter = letterOf(element)
      return [
        {
          key: element.designator ?? `restricted-${line}-${section}-${at}`,
          element,
          line,
          column: letter || letters[at] || '',
          row: Number.parseInt(element.designator ?? '', 10) || number,
          letter,
          spots: spotsOf(sections, section, elements.indexOf(element)),
          kind: kindOf(element),
          isExit: isExit(element, isBehind),
          isOverWing: isWing,
        },
      ]
    })
  })
}

/** "window", "aisle", "window and aisle", "middle" */
export function spotWords(spots: readonly Spot[]) {
  if (spots.length > 1) return words.placeWindowAndAisle
  return spots[0] ? places[spots[0]] : words.placeMiddle
}
const places: Record<Spot, string> = { window: words.placeWindow, aisle: words.placeAisle }

const PAGE_ROWS = 5
const vertical: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }

const rowOf = (facts: Facts, line: number | undefined) => [...facts].filter(([, seat]) => seat.line === line)

/** The seat so many rows on in the same column; where there is none the nearest before it, else the row's first. */
function acrossRows(facts: Facts, { line, column }: SeatFacts, by: number) {
  const lines = [...new Set([...facts.values()].map((seat) => seat.line))]
  const target = Math.min(Math.max(lines.indexOf(line) + by, 0), lines.length - 1)
  const found = rowOf(facts, lines[target])
  return (found.findLast(([, seat]) => seat.column <= column) ?? found[0])?.[0]
}

function alongRow(designators: readonly string[], from: string, key: string) {
  const at = designators.indexOf(from)
  if (key === 'ArrowLeft') return designators[at - 1] ?? from
  if (key === 'ArrowRight') return designators[at + 1] ?? from
  if (key === 'Home') return designators[0]
  return key === 'End' ? designators.at(-1) : undefined
}

/**
 * The seat that a key leads to from another, by the WAI-ARIA grid pattern; null for keys that lead nowhere. `isFar`
 * takes Home and End to the ends of the cabin.
 */
export function seatByKey(facts: Facts, from: string, key: string, isFar = false): string | null {
  const start = facts.get(from)
  if (!start) return null
  const by = vertical[key]
  if (by !== undefined) return acrossRows(facts, start, by) ?? null
  const own = isFar ? [...facts.keys()] : rowOf(facts, start.line).map(([designator]) => designator)
  return alongRow(own, from, key) ?? null
}
