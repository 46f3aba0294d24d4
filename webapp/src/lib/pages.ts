import { pagesOf } from '@/config/pages'

interface PageMeta {
  title: string
  description: string
}

/** Title and description of a path. The gateway fills the same table into the HTML it serves. */
export function pageMeta(pathname: string, brandName: string): PageMeta {
  const pages = pagesOf(brandName)
  const route = pathname.startsWith('/flight/') ? '/flight/[id]' : pathname
  return (pages as Record<string, PageMeta>)[route] ?? pages['/404']
}
