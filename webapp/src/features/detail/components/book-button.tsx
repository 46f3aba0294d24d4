'use client'
import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'

type Props = Omit<ComponentProps<typeof ButtonLink>, 'href'> & { href: string; isExpired: boolean }

/** The way into the booking, closed once the offer has expired. */
export function BookButton({ href, isExpired, children, size, block, mt }: Props) {
  if (isExpired) {
    return (
      <Button disabled size={size} block={block} mt={mt}>
        Offer Expired
      </Button>
    )
  }
  return (
    <ButtonLink href={href} size={size} block={block} mt={mt}>
      {children}
    </ButtonLink>
  )
}
