'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box } from '@/components/ui/layout'
import { Tooltip } from '@/components/ui/tooltip'
import type { SearchCriteria } from '@/lib/criteria'
import * as words from '@/messages/watch/button'
import type { PagePrices } from '../lib/watched-in-words'

const WatchDialog = dynamic(() => import('./watch-dialog').then((module) => module.WatchDialog), { ssr: false })

interface Props extends PagePrices {
  criteria: SearchCriteria
}

/** The dialog is loaded once somebody wants it. */
function useDialog(watched: Props) {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && <WatchDialog {...watched} onClose={() => setOpen(false)} />,
  }
}

/** Among other tools, where there is room for an icon alone. */
export function WatchTool(props: Props) {
  const { open, dialog } = useDialog(props)
  return (
    <>
      <Tooltip content={words.watchPrice}>
        <Button variant="outline" size="icon" aria-label={words.watchPrice} aria-haspopup="dialog" onClick={open}>
          <Icon name="bell" size="sm" />
        </Button>
      </Tooltip>
      {dialog}
    </>
  )
}

/** Beside other words, as quiet as they are; on a wide screen, where no tool has the icon, with the icon. */
export function WatchLink(props: Props) {
  const { open, dialog } = useDialog(props)
  return (
    <>
      <Button variant="link" fontSize="sm" aria-haspopup="dialog" onClick={open}>
        <Box as="span" display={{ base: 'none', xl: 'inline-grid' }}>
          <Icon name="bell" size="sm" />
        </Box>
        {words.watchPrice}
      </Button>
      {dialog}
    </>
  )
}

export function WatchButton(props: Props) {
  const { open, dialog } = useDialog(props)
  return (
    <>
      <Button variant="ghost" block mt="2" aria-haspopup="dialog" onClick={open}>
        <Icon name="bell" size="sm" />
        {words.watchPrice}
      </Button>
      {dialog}
    </>
  )
}
