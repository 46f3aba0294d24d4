import { defaultBrand } from '@/config/default-brand'
import * as articles from '@/content/articles'
import * as faq from '@/content/faq'
import * as fees from '@/content/fees'
import * as footer from '@/content/footer'
import * as home from '@/content/home'
import * as partner from '@/content/partner'
import * as sample from '@/content/sample-offer'
import * as support from '@/content/support'

/** Which texts a page shows that come from no catalogue. */

const documents = { articles, faq, fees, footer, home, partner, sample, support, defaultBrand }

/** All strings in `data`, whatever its shape. */
function stringsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data]
  return data && typeof data === 'object' ? Object.values(data).flatMap(stringsIn) : []
}

const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder']

function textsOf(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('style, script')) texts.push(walker.currentNode.nodeValue ?? '')
  for (const name of spoken)
    for (const element of root.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
  return texts
}

/** What the browser names: months, days, halves of a day, countries. */
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one, _, all) => all.map((other) => one + other))
const named = codes.flatMap((code) => countries.of(code) ?? [])
const DATE = /\b(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|[AP]M)\b/g

const WORD = /\p{L}\p{Ll}/u
const ACCENTED = /[^\p{ASCII}\p{P}]/u
/** A value of an enum is no text. */
const CODE = /^[a-z_-]*$/

/** A document's texts are shown in pieces: between its links and the brand's words. */
const MARKS = /\{\w+\}|\[([^\]]+)\]\([^)]+\)/
const pieces = new Set(stringsIn(documents).flatMap((text) => text.split(MARKS)))

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches what is in documents, in `data`, named by the browser, or one of `names`: the longest of them first. */
function knownIn(data: unknown, names: readonly string[]) {
  const texts = [...stringsIn([documents, data]), ...named].filter((text) => !CODE.test(text))
  const known = [...new Set([...texts, ...names])]
  return new RegExp(
    known
      .sort((a, b) => b.length - a.length)
      .map(literally)
      .join('|'),
    'g',
  )
}

/**
 * The texts under `root` that are neither messages in the pseudo-locale, nor in documents, nor in `data`. `names` are
 * alike in all languages: of companies, and codes that stand on a page as they are.
 */
export function textsOutsideCatalogues(root: Element, data: unknown, names: readonly string[] = []) {
  const known = knownIn(data, names)
  const suspects = [...new Set(textsOf(root))].filter((text) => hasPlainWord(text) && !pieces.has(text))
  return suspects.filter((text) => hasPlainWord(text.replace(known, ' ').replace(DATE, ' ')))
}

const hasPlainWord = (text: string) => text.split(/[^\p{L}]+/u).some((word) => WORD.test(word) && !ACCENTED.test(word))
