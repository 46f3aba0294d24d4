'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Tooltip } from '@/components/ui/tooltip'
import type { SearchCriteria } from '@/lib/criteria'
import * as words from '@/messages/watch/button'

const WatchDialog = dynamic(() => import('./watch-dialog').then((module) => module.WatchDialog), { ssr: false })

interface Props {
  criteria: SearchCriteria
}

/** The dialog is loaded once somebody wants it. */
function useDialog(criteria: SearchCriteria) {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && <WatchDialog criteria={criteria} onClose={() => setOpen(false)} />,
  }
}

/** Among other tools, where there is room for an icon alone. */
export function WatchTool({ criteria }: Props) {
  const { open, dialog } = useDialog(criteria)
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

/** Beside other words, as quiet as they are. */
export function WatchLink({ criteria }: Props) {
  const { open, dialog } = useDialog(criteria)
  return (
    <>
      <Button variant="link" fontSize="sm" aria-haspopup="dialog" onClick={open}>
        {words.watchPrice}
      </Button>
      {dialog}
    </>
  )
}

export function WatchButton({ criteria }: Props) {
  const { open, dialog } = useDialog(criteria)
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
