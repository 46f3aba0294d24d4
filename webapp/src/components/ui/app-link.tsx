'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { deferOffline } from '@/lib/deferred-navigation'
import { setOut } from '@/lib/pending-navigation'
import { useHref } from '@/lib/use-navigate'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { href: string }

function BrandedLink({ href, ...props }: Props) {
  const branded = useHref(href)
  const follow: Props['onNavigate'] = (event) => {
    if (deferOffline({ href: branded, how: 'push' })) event.preventDefault()
    else setOut(branded)
  }
  return <Link {...props} href={branded} onNavigate={follow} />
}

/** A link inside the site, with Chakra's style props. Without a connection it leads on once that is back. */
export const AppLink = chakra(BrandedLink)
