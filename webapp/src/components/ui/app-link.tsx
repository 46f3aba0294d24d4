'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useHref } from '@/lib/use-navigate'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { href: string }

function BrandedLink({ href, ...props }: Props) {
  return <Link {...props} href={useHref(href)} />
}

/** A link inside the site, with Chakra's style props. */
export const AppLink = chakra(BrandedLink)
