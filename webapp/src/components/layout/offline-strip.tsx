'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { cancelDeferred, useDeferredNavigation } from '@/lib/deferred-navigation'
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
function useDeferredOpened() {
  const deferred = useDeferredNavigation()
  const { push, replace } = useNavigate()
  useBackOnline(deferred !== null, () => {
    cancelDeferred()
    if (deferred?.how === 'replace') replace(deferred.href)
    else if (deferred) push(deferred.href)
  })
  return deferred !== null
}

/** Says under the header of every page that the connection is away, and what becomes of a link pressed meanwhile. */
export function OfflineStrip() {
  const isOnline = useOnline()
  const isDeferred = useDeferredOpened()
  if (isOnline) return null
  return (
    <Root role="status">
      <Container>
        <Icon name="alert" size="sm" />
        <span>{isDeferred ? words.offlineAwaiting({ strong }) : words.offline({ strong })}</span>
        {isDeferred && (
          <button type="button" onClick={cancelDeferred}>
            {buttons.stayHere}
          </button>
        )}
      </Container>
    </Root>
  )
}
