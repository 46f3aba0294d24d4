import * as words from '@/messages/lib/errors'
import { ApiError, reasonOf } from './error'

/** What a form says of its fields: by "field.rule", with the rules of docs/errors.md. */
export type FieldWords = Readonly<Record<string, string>>

/** The fields that the server refuses, in the words of the form. `nameOf` is what the form calls a field of the API. */
export const fieldProblems = (error: unknown, said: FieldWords, nameOf = (field: string) => field) =>
  error instanceof ApiError
    ? error.fields.map(({ field, code }) => ({ field, message: said[`${nameOf(field)}.${code}`] ?? words.checkEntry }))
    : []

/** Why the server refuses a form: what is wrong with its first field, else the reason of the whole. */
export const reasonOfForm = (error: unknown, said: FieldWords, fallback: string) =>
  fieldProblems(error, said)[0]?.message ?? reasonOf(error, fallback)
