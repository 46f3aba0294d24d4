'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusStart } from '@/lib/focus-start'
import * as words from '@/messages/components/layout'
import { Banner } from './banner'
import { Below } from './below'
import { Footer } from './footer'
import { Header } from './header'

const Toaster = dynamic(() => import('@/components/ui/toast/toaster').then((module) => module.Toaster), { ssr: false })

const SkipLink = chakra('a', {
  base: {
    position: 'absolute',
    insetStart: '4',
    top: '-4rem',
    zIndex: 'toast',
    px: '4',
    py: '3',
    borderRadius: 'md',
    bg: 'solid',
    color: 'solid.contrast',
    _focus: { top: '4' },
  },
})
// The footer begins below the first view: content that comes late moves nothing that is seen.
const Main = chakra('main', { base: { minH: '100vh', _focus: { outline: 'none' } } })

/** Another page takes the focus to its start, unless it has put it somewhere itself; the first leaves it to the browser. */
function usePageFocus() {
  const main = useRef<HTMLElement>(null)
  const pathname = usePathname()
  const before = useRef(pathname)

  useEffect(() => {
    if (before.current === pathname || !main.current) return
    before.current = pathname
    return main.current.contains(document.activeElement) ? undefined : focusStart(main.current)
  }, [pathname])
  return main
}

/** Banner, header, content and footer: the frame of every page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const main = usePageFocus()
  return (
    <>
      <SkipLink href="#main">{words.skipToContent}</SkipLink>
      <Banner />
      <Header />
      <Main ref={main} id="main" tabIndex={-1}>
        {children}
      </Main>
      <Below>
        <Footer />
      </Below>
      <Toaster />
    </>
  )
}
