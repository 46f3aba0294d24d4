import * as words from '@/messages/admin/brand-fields'
import type { FieldPath } from './brand-draft'

interface TextField {
  path: FieldPath
  label: string
  hint?: string
  type?: 'email' | 'tel' | 'url'
}

export const contactFields: TextField[] = [
  { path: 'brand.contact.phone', label: words.phone, type: 'tel' },
  { path: 'brand.contact.hours_phone', label: words.phoneHours, hint: words.phoneHoursHint },
  { path: 'brand.contact.email', label: words.email, type: 'email' },
  { path: 'brand.contact.support_email', label: words.supportEmail, type: 'email' },
  { path: 'brand.contact.hours_office', label: words.officeHours, hint: words.officeHoursHint },
  { path: 'brand.contact.hours_support', label: words.supportHours, hint: words.supportHoursHint },
  { path: 'brand.contact.city', label: words.city },
  { path: 'brand.contact.address', label: words.address },
]

export const companyFields: TextField[] = [
  { path: 'brand.company.legal_name', label: words.legalName },
  { path: 'brand.company.number', label: words.companyNumber },
  { path: 'brand.company.accreditation', label: words.accreditation },
]

export const socialFields: TextField[] = [
  { path: 'brand.social.facebook', label: 'Facebook', type: 'url', hint: words.addressHint },
  { path: 'brand.social.twitter', label: 'Twitter', type: 'url', hint: words.addressHint },
  { path: 'brand.social.instagram', label: 'Instagram', type: 'url', hint: words.addressHint },
]

export const colorFields = [
  { name: 'primary', label: words.primary, hint: words.primaryHint, pick: words.pickPrimary },
  { name: 'secondary', label: words.secondary, hint: words.secondaryHint, pick: words.pickSecondary },
  { name: 'accent', label: words.accent, hint: words.accentHint, pick: words.pickAccent },
  { name: 'background', label: words.background, hint: words.backgroundHint, pick: words.pickBackground },
  { name: 'text', label: words.text, hint: words.textHint, pick: words.pickText },
] as const
