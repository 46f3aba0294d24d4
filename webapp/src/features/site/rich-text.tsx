'use client'
import { Fragment, type ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { PhoneLink } from '@/components/ui/phone-link'
import type { Brand } from '@/lib/api/types'
import { formatOpeningHours } from '@/lib/opening-hours'
import { useBrand } from '@/providers/brand-provider'

const MARKS = /(\{\w+\}|\[[^\]]+\]\([^)]+\))/

const mail = (address: string) => (
  <a href={`mailto:${address}`} data-brand-text>
    {address}
  </a>
)
const own = (text: string) => <span data-brand-text>{text}</span>

const tokens: Record<string, (brand: Brand) => ReactNode> = {
  '{brand}': (brand) => own(brand.name),
  '{legal}': (brand) => own(brand.company.legal_name),
  '{address}': (brand) => own(brand.contact.address),
  '{hours}': (brand) => own(formatOpeningHours(brand.contact.hours_phone)),
  '{office}': (brand) => own(formatOpeningHours(brand.contact.hours_office)),
  '{anytime}': (brand) => own(formatOpeningHours(brand.contact.hours_support)),
  '{phone}': (brand) => <PhoneLink phone={brand.contact.phone} />,
  '{email}': (brand) => mail(brand.contact.email),
  '{support}': (brand) => mail(brand.contact.support_email),
}

function drawn(part: string, brand: Brand): ReactNode {
  const link = /^\[(.+)\]\((.+)\)$/.exec(part)
  if (link) return <AppLink href={link[2] as string}>{link[1]}</AppLink>
  return tokens[part]?.(brand) ?? part
}

/** What a brand may leave empty, by its mark in the texts. */
const optional: Record<string, (contact: Brand['contact']) => string> = {
  '{hours}': ({ hours_phone }) => hours_phone,
  '{office}': ({ hours_office }) => hours_office,
  '{anytime}': ({ hours_support }) => hours_support,
  '{phone}': ({ phone }) => phone,
  '{email}': ({ email }) => email,
  '{support}': ({ support_email }) => support_email,
}

/** The brand has what the text is about. */
export const isTold = (text: string, { contact }: Brand) =>
  Object.entries(optional).every(([mark, read]) => read(contact).trim() !== '' || !text.includes(mark))

/** A text of the content files, with the brand's words and its links in place. ": {anytime}" goes with its hours. */
export function RichText({ children }: { children: string }) {
  const brand = useBrand()
  const text = isTold('{anytime}', brand) ? children : children.replace(': {anytime}', '')
  return text.split(MARKS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    <Fragment key={index}>{drawn(part, brand)}</Fragment>
  ))
}
