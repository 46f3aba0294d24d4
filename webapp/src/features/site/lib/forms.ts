import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import * as fieldWords from '@/messages/components/fields'
import * as words from '@/messages/site/rules'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const email = z.string().check(z.trim(), z.email(fieldWords.emailInvalid))
const optional = z.string().check(z.trim())
const message = z
  .string()
  .check(z.trim(), z.minLength(1, words.messageMissing), z.maxLength(4000, words.messageTooLong))

const contactSchema = z
  .object({
    firstName: required(fieldWords.firstNameMissing),
    lastName: required(fieldWords.lastNameMissing),
    email,
    phone: optional,
    reason: required(words.reasonMissing),
    bookingReference: optional,
    message,
    preferredContact: z.enum(['email', 'phone']),
    consents: z.boolean().check(z.refine((agreed) => agreed, words.consentMissing)),
  })
  .check(
    z.refine(({ preferredContact, phone }) => preferredContact === 'email' || phone !== '', {
      path: ['phone'],
      error: words.phoneMissing,
    }),
  )
export type ContactForm = z.infer<typeof contactSchema>
export const contactRules = standardSchemaResolver(contactSchema)

const supportSchema = z.object({
  name: required(words.nameMissing),
  email,
  bookingReference: optional,
  subject: required(words.subjectMissing),
  message,
})
export type SupportForm = z.infer<typeof supportSchema>
export const supportRules = standardSchemaResolver(supportSchema)
