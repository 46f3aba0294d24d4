import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'

const schema = z.object({
  reference: z.string().check(z.trim(), z.minLength(1, 'Please enter your booking reference')),
  email: z.string().check(z.trim(), z.email('Please enter a valid email address')),
})
export type GuestLinkFields = z.infer<typeof schema>
export const guestLinkRules = standardSchemaResolver(schema)
