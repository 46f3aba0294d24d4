'use client'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { telHref } from '@/components/ui/phone-link'
import { useBrand } from '@/providers/brand-provider'

/** The brand's number, for deep grounds. */
export function CallButton() {
  const { phone } = useBrand().contact
  return (
    <ButtonAnchor variant="accent" size="lg" href={telHref(phone)} data-brand-text>
      <Icon name="phone" size="sm" />
      {phone}
    </ButtonAnchor>
  )
}
