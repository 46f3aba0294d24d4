'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'

export const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

const Anchor = chakra('a', { base: { whiteSpace: 'nowrap' } })

export function PhoneLink({ phone, ...props }: { phone: string } & Omit<ComponentProps<typeof Anchor>, 'href'>) {
  return (
    <Anchor {...props} href={telHref(phone)} data-brand-text>
      {props.children ?? phone}
    </Anchor>
  )
}
