'use client'
import { useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Icon } from '@/components/ui/icon'
import { Box, Text } from '@/components/ui/layout'
import { Tooltip } from '@/components/ui/tooltip'
import type { SearchCriteria } from '@/lib/criteria'
import { latePart } from '@/lib/late-part'
import * as words from '@/messages/watch/button'
import type { PagePrices } from '../lib/watched-in-words'

const dialogPart = latePart(() => import('./watch-dialog'))

interface Props extends PagePrices {
  criteria: SearchCriteria
}

/** The dialog is loaded once somebody wants it; the button is busy until it is here. */
function useDialog(watched: Props) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  const [part, setPart] = useState(dialogPart.now)
  const close = () => setState('closed')
  const fail = (error: unknown) => {
    console.warn('The dialog of a watch could not be loaded', error)
    setState('failed')
  }
  const open = () => {
    setState('open')
    if (!part) dialogPart.load().then(setPart, fail)
  }
  return {
    /** The dialog, or that it could not be loaded. */
    shown:
      state === 'failed' ? (
        <NotOpened />
      ) : (
        state === 'open' && part && <part.WatchDialog {...watched} onClose={close} />
      ),
    /** Of the button that opens it. */
    opener: { 'aria-haspopup': 'dialog', isBusy: state === 'open' && !part, onClick: open } as const,
  }
}

/** Below the button, over what stands there. */
const NotOpened = () => (
  <Box position="relative" role="alert">
    <Text
      position="absolute"
      insetEnd="0"
      zIndex="popover"
      w="16rem"
      maxW="80vw"
      mt="2"
      p="3"
      bg="surface"
      border="1px solid {colors.line}"
      borderRadius="md"
      textStyle="sm"
    >
      {words.notOpened}
    </Text>
  </Box>
)

/** Among other tools, where there is room for an icon alone. */
export function WatchTool(props: Props) {
  const { opener, shown } = useDialog(props)
  return (
    <>
      <Tooltip content={words.watchPrice}>
        <BusyButton variant="outline" size="icon" aria-label={words.watchPrice} {...opener}>
          <Icon name="bell" size="sm" />
        </BusyButton>
      </Tooltip>
      {shown}
    </>
  )
}

/** Beside other words, as quiet as they are; on a wide screen, where no tool has the icon, with the icon. */
export function WatchLink(props: Props) {
  const { opener, shown } = useDialog(props)
  return (
    <>
      <BusyButton variant="link" fontSize="sm" {...opener}>
        <Box as="span" display={{ base: 'none', xl: 'inline-grid' }}>
          <Icon name="bell" size="sm" />
        </Box>
        {words.watchPrice}
      </BusyButton>
      {shown}
    </>
  )
}

export function WatchButton(props: Props) {
  const { opener, shown } = useDialog(props)
  return (
    <>
      <BusyButton variant="ghost" block mt="2" {...opener}>
        <Icon name="bell" size="sm" />
        {words.watchPrice}
      </BusyButton>
      {shown}
    </>
  )
}
