import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import * as words from '@/messages/components/trip/guest-link'

const schema = z.object({
  reference: z.string().check(z.trim(), z.minLength(1, words.referenceMissing)),
  email: z.string().check(z.trim(), z.email(words.emailInvalid)),
})
export type GuestLinkFields = z.infer<typeof schema>
export const guestLinkRules = standardSchemaResolver(schema)
