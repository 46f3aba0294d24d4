'use client'
import type { ComponentProps } from 'react'
import { TakeSuccessor } from '@/components/offer/successor'
import { Button, ButtonLink } from '@/components/ui/button'
import * as words from '@/messages/detail'
import type { WayOn } from '../hooks/use-way-on'

type Props = Omit<ComponentProps<typeof ButtonLink>, 'href'> & { way: WayOn }

/** The way into the booking. Once the offer has expired it leads to what can be had in its place, or nowhere. */
export function BookButton({ way: { href, isExpired, successor }, children, size, block, mt }: Props) {
  if (successor) return <TakeSuccessor successor={successor} size={size} block={block} mt={mt} />
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
