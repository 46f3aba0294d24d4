'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { forgetAwaited, useAwaitedPage } from '@/lib/awaited-page'
import { useNavigate } from '@/lib/use-navigate'
import { useBackOnline, useOnline } from '@/lib/use-online'
import * as words from '@/messages/components/layout'
import * as buttons from '@/messages/lib/buttons'

const Root = chakra('aside', {
  base: {
    bg: 'warning.soft',
    color: 'fg',
    textStyle: 'sm',
    '& > div': { display: 'flex', gap: '2', py: '2' },
    '& svg': { mt: '2px', color: 'warning.fg' },
    '& button': { flexShrink: '0', minH: '6', textDecoration: 'underline', cursor: 'pointer' },
  },
})

/** Opens the page that was asked for without a connection, as soon as there is one. */
function useAwaitedOpened() {
  const awaited = useAwaitedPage()
  const { push, replace } = useNavigate()
  useBackOnline(awaited !== null, () => {
    forgetAwaited()
    if (awaited?.how === 'replace') replace(awaited.href)
    else if (awaited) push(awaited.href)
  })
  return awaited !== null
}

/** Says under the header of every page that the connection is away, and what becomes of a link pressed meanwhile. */
export function OfflineStrip() {
  const isOnline = useOnline()
  const isAwaiting = useAwaitedOpened()
  if (isOnline) return null
  return (
    <Root role="status">
      <Container>
        <Icon name="alert" size="sm" />
        <span>{isAwaiting ? words.offlineAwaiting({ strong }) : words.offline({ strong })}</span>
        {isAwaiting && (
          <button type="button" onClick={forgetAwaited}>
            {buttons.stayHere}
          </button>
        )}
      </Container>
    </Root>
  )
}
