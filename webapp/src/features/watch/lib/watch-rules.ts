import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import * as words from '@/messages/watch/dialog'

const schema = z.object({
  email: z.string().check(z.trim(), z.email(words.emailInvalid)),
  again: z.boolean(),
})
export type WatchFields = z.infer<typeof schema>
export const watchRules = standardSchemaResolver(schema)
