import { PhoneLink } from '@/components/ui/phone-link'
import { useBrand } from '@/providers/brand-provider'

const phoneLink = (phone: string) => <PhoneLink phone={phone} />

/** The brand's phone number for a message that tells whom to call: the number, and the tag around it. */
export function usePhoneLink() {
  const { contact } = useBrand()
  return { phone: contact.phone, phoneLink }
}
