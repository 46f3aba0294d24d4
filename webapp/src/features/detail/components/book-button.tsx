'use client'
import type { ComponentProps } from 'react'
import { TakeReplacement } from '@/components/offer/replacement'
import { Button, ButtonLink } from '@/components/ui/button'
import * as words from '@/messages/detail'
import type { WayOn } from '../hooks/use-way-on'

type Props = Omit<ComponentProps<typeof ButtonLink>, 'href'> & { way: WayOn }

/** The way into the booking. Once the offer has expired it leads to what can be had in its place, or nowhere. */
export function BookButton({ way: { href, isExpired, replacement }, children, size, block, mt }: Props) {
  if (replacement) return <TakeReplacement replacement={replacement} size={size} block={block} mt={mt} />
  if (isExpired) {
    return (
      <Button disabled size={size} block={block} mt={mt}>
        {words.offerExpired}
      </Button>
    )
  }
  return (
    <ButtonLink href={href} size={size} block={block} mt={mt}>
      {children}
    </ButtonLink>
  )
}
