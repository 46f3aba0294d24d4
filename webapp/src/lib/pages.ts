import pages from '@/config/pages.json'

interface PageMeta {
  title: string
  description: string
}

const table: Record<string, PageMeta> = pages

/** Title and description of a path. The gateway fills the same table into the HTML it serves. */
export function pageMeta(pathname: string, brandName: string): PageMeta {
  const route = pathname.startsWith('/flight/') ? '/flight/[id]' : pathname
  const page = table[route] ?? (table['/404'] as PageMeta)
  const fill = (text: string) => text.replaceAll('{brand}', brandName)
  return { title: fill(page.title), description: fill(page.description) }
}
