import type { FieldPath } from './brand-draft'

interface TextField {
  path: FieldPath
  label: string
  hint?: string
  type?: 'email' | 'tel' | 'url'
}

export const contactFields: TextField[] = [
  { path: 'brand.contact.phone', label: 'Phone', type: 'tel' },
  { path: 'brand.contact.hours_phone', label: 'Phone hours', hint: 'For example 07:00-21:00' },
  { path: 'brand.contact.email', label: 'E-mail', type: 'email' },
  { path: 'brand.contact.support_email', label: 'Support e-mail', type: 'email' },
  { path: 'brand.contact.hours_office', label: 'Office hours', hint: 'For example Mon-Fri 9am-6pm EST' },
  { path: 'brand.contact.hours_support', label: 'Support hours', hint: 'For example 24/7' },
  { path: 'brand.contact.city', label: 'City' },
  { path: 'brand.contact.address', label: 'Address' },
]

export const companyFields: TextField[] = [
  { path: 'brand.company.legal_name', label: 'Legal name' },
  { path: 'brand.company.number', label: 'Company number' },
  { path: 'brand.company.accreditation', label: 'Accreditation number' },
]

export const socialFields: TextField[] = [
  { path: 'brand.social.facebook', label: 'Facebook', type: 'url', hint: 'Starts with https://' },
  { path: 'brand.social.twitter', label: 'Twitter', type: 'url', hint: 'Starts with https://' },
  { path: 'brand.social.instagram', label: 'Instagram', type: 'url', hint: 'Starts with https://' },
]

export const colorFields = [
  { name: 'primary', label: 'Primary', hint: 'Buttons, links, routes' },
  { name: 'secondary', label: 'Secondary', hint: 'Top of the page and footer' },
  { name: 'accent', label: 'Accent', hint: 'One bright mark on the dark top of a page' },
  { name: 'background', label: 'Background', hint: 'The page' },
  { name: 'text', label: 'Text', hint: 'All text' },
] as const
