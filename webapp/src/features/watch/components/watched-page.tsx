'use client'
import { useRef, useState } from 'react'
import { Box, Container } from '@/components/ui/layout'
import type { WatchedPrice } from '@/lib/api/types'
import { usePageTop } from '@/lib/use-page-top'
import * as layoutWords from '@/messages/components/layout'
import * as words from '@/messages/watch/links'
import { useMailedLink } from '../hooks/use-mailed-link'
import { useRouteName } from '../hooks/use-route-name'
import { StartWatch, StopWatch } from './link-actions'
import { News } from './news'
import { Loading } from './states'
import { WatchList } from './watch-list'

/** The prices that somebody watches, and where the links of mails about them lead. */
export function WatchedPage() {
  usePageTop()
  const heading = useRef<HTMLHeadingElement>(null)
  const [link, setLink] = useMailedLink()
  const [started, setStarted] = useState<WatchedPrice | null>(null)
  const start = (watch: WatchedPrice, token: string) => {
    setStarted(watch)
    setLink({ kind: 'token', token })
  }
  return (
    <Container py={{ base: '6', md: '10' }}>
      {link?.kind === 'start' ? (
        <StartWatch key={link.token} token={link.token} onStarted={start} />
      ) : link?.kind === 'stop' ? (
        <StopWatch key={link.token} token={link.token} />
      ) : (
        <>
          <Box as="h1" ref={heading} tabIndex={-1} mb="4" outline="none">
            {layoutWords.watchedPrices}
          </Box>
          {started && <Started watch={started} />}
          {link === undefined ? (
            <Loading />
          ) : (
            <WatchList key={link?.token} token={link?.token ?? null} heading={heading} />
          )}
        </>
      )}
    </Container>
  )
}

function Started({ watch }: { watch: WatchedPrice }) {
  const route = useRouteName(watch.trip)
  return (
    <Box mb="3">
      <News>{words.started({ route })}</News>
    </Box>
  )
}
