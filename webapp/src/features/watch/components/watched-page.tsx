'use client'
import { useRef, useState } from 'react'
import { Box, Container } from '@/components/ui/layout'
import type { WatchedPrice } from '@/lib/api/types'
import { usePageTop } from '@/lib/use-page-top'
import * as layoutWords from '@/messages/components/layout'
import { useMailedLink } from '../hooks/use-mailed-link'
import { useOpenedList } from '../hooks/use-opened-list'
import { StartWatch, StopWatch } from './link-actions'
import { Loading } from './states'
import { WatchList } from './watch-list'

/** The prices that somebody watches, and where the links of mails about them lead. */
export function WatchedPage() {
  usePageTop()
  const heading = useRef<HTMLHeadingElement>(null)
  const [link, setLink] = useMailedLink()
  const [started, setStarted] = useState<WatchedPrice | null>(null)
  const list = useOpenedList(link)
  const start = (watch: WatchedPrice, token: string) => {
    setStarted(watch)
    setLink({ kind: 'token', token, watch: watch.id })
  }
  return (
    <Container py={{ base: '6', md: '10' }}>
      {link?.kind === 'start' && list === null ? (
        <StartWatch key={link.token} token={link.token} onStarted={start} onList={() => setLink(null)} />
      ) : link?.kind === 'stop' ? (
        <StopWatch key={link.token} token={link.token} />
      ) : (
        <>
          <Box as="h1" ref={heading} tabIndex={-1} mb="4" outline="none">
            {layoutWords.watchedPrices}
          </Box>
          {list ? <WatchList key={list.token} list={list} started={started} heading={heading} /> : <Loading />}
        </>
      )}
    </Container>
  )
}
