'use client'
import type { ComponentProps, MouseEvent } from 'react'
import { Button } from './button'

type Props = Omit<ComponentProps<typeof Button>, 'disabled'> & { isBusy: boolean }

const ignore = (event: MouseEvent) => event.preventDefault()

/** A button that for a while does nothing, and sends no form. It keeps the focus, which a disabled button loses. */
export const BusyButton = ({ isBusy, onClick, ...props }: Props) => (
  <Button
    {...props}
    aria-disabled={isBusy || undefined}
    data-disabled={isBusy ? '' : undefined}
    onClick={isBusy ? ignore : onClick}
  />
)
