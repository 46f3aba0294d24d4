'use client'
import type { ComponentProps, MouseEventHandler } from 'react'
import { Button } from './button'

type OnClick = MouseEventHandler<HTMLButtonElement> | undefined

/** What makes a button do nothing for now, and send no form. It keeps the focus, which a disabled button loses. */
export const resting = (isResting: boolean, onClick: OnClick) => ({
  'aria-disabled': isResting || undefined,
  'data-disabled': isResting ? '' : undefined,
  onClick: isResting ? (((event) => event.preventDefault()) satisfies OnClick) : onClick,
})

type Props = Omit<ComponentProps<typeof Button>, 'disabled'> & { isBusy: boolean }

/** A button whose work is under way. */
export const BusyButton = ({ isBusy, onClick, ...props }: Props) => <Button {...props} {...resting(isBusy, onClick)} />
