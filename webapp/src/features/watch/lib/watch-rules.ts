import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import * as fieldWords from '@/messages/components/fields'

const schema = z.object({
  email: z.string().check(z.trim(), z.email(fieldWords.emailInvalid)),
  again: z.boolean(),
})
export type WatchFields = z.infer<typeof schema>
export const watchRules = standardSchemaResolver(schema)
