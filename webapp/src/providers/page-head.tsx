'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { pageMeta } from '@/lib/pages'
import { useBrandState } from './brand-provider'

/** Title and description after a soft navigation; on a hard load the gateway has written them already. */
export function PageHead() {
  const pathname = usePathname()
  const { status, brand } = useBrandState()

  useEffect(() => {
    if (status === 'loading') return
    const { title, description } = pageMeta(pathname, brand.name)
    document.title = title
    descriptionTag().content = description
  }, [pathname, status, brand.name])

  return null
}

function descriptionTag() {
  const existing = document.querySelector<HTMLMetaElement>('meta[name=description]')
  if (existing) return existing
  const tag = document.createElement('meta')
  tag.name = 'description'
  document.head.append(tag)
  return tag
}
