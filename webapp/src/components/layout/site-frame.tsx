'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Banner } from './banner'
import { Below } from './below'
import { Footer } from './footer'
import { Header } from './header'

const Toaster = dynamic(() => import('@/components/ui/toast/toaster').then((module) => module.Toaster), { ssr: false })

const SkipLink = chakra('a', {
  base: {
    position: 'absolute',
    left: '4',
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

/** Banner, header, content and footer: the frame of every page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Banner />
      <Header />
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
      <Below>
        <Footer />
      </Below>
      <Toaster />
    </>
  )
}
