'use client'
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { useServerInsertedHTML } from 'next/navigation'
import { type ReactNode, useState } from 'react'

/** Stands on every exported style tag; the gateway puts a fresh nonce in its place in each HTML answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Not Emotion's own "css": the cache that it makes by itself would take the page's styles for its own, and move them. */
const KEY = 'ui'

interface Inserted {
  name: string
  isGlobal: boolean
}

function makeRegistry() {
  const cache = createCache({ key: KEY, nonce: pageNonce(), container: whereTheyStand() })
  // Hands the styles made while prerendering to the registry, in place of <style> tags between the elements of <body>.
  cache.compat = true
  const insert = cache.insert
  let pending: Inserted[] = []
  cache.insert = (...args) => {
    const [selector, { name }] = args
    if (cache.inserted[name] === undefined) pending.push({ name, isGlobal: selector === '' })
    return insert(...args)
  }
  const flush = () => {
    const inserted = pending.filter(({ name }) => cssOf(cache, name) !== '')
    pending = []
    return inserted
  }
  return { cache, flush }
}

/**
 * Emotion moves the styles of a prerendered page to the end of its container, and the browser then lays the whole page
 * out anew. They stand in the head already: there they are left, and only new ones are put in.
 */
function whereTheyStand(): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined
  const { head } = document
  const insertBefore = (style: Node, before: Node | null) =>
    style.parentNode === head ? style : head.insertBefore(style, before)
  // All that Emotion asks of a container.
  return { insertBefore } as HTMLElement
}

function pageNonce() {
  if (typeof document === 'undefined') return NONCE_PLACEHOLDER
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
}

function cssOf(cache: EmotionCache, name: string) {
  const css = cache.inserted[name]
  return typeof css === 'string' ? css : ''
}

/**
 * Emotion's styles in the head of the export. Without it they stand among the elements of <body>, and React's
 * hydration fails wherever it starts before Emotion has moved them.
 */
export function EmotionRegistry({ children }: { children: ReactNode }) {
  const [{ cache, flush }] = useState(makeRegistry)

  useServerInsertedHTML(() => {
    const inserted = flush()
    const globals = inserted.filter((style) => style.isGlobal)
    const locals = inserted.filter((style) => !style.isGlobal)
    const tag = (id: string, styles: Inserted[]) => (
      <style
        key={id}
        nonce={NONCE_PLACEHOLDER}
        data-emotion={id}
        // Emotion leaves alone what carries this.
        data-s=""
        // biome-ignore lint/security/noDangerouslySetInnerHtml: CSS that Emotion made from our own styles.
        dangerouslySetInnerHTML={{ __html: styles.map(({ name }) => cssOf(cache, name)).join('') }}
      />
    )
    return (
      <>
        {globals.map((style) => tag(`${cache.key}-global ${style.name}`, [style]))}
        {locals.length > 0 && tag([cache.key, ...locals.map(({ name }) => name)].join(' '), locals)}
      </>
    )
  })

  return <CacheProvider value={cache}>{children}</CacheProvider>
}
