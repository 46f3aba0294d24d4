import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const email = z.string().check(z.trim(), z.email('Please enter a valid email address'))
const optional = z.string().check(z.trim())
const message = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a message'), z.maxLength(4000, 'Please use at most 4000 characters'))

const contactSchema = z
  .object({
    firstName: required('First name is required'),
    lastName: required('Last name is required'),
    email,
    phone: optional,
    reason: required('Please choose a reason'),
    bookingReference: optional,
    message,
    preferredContact: z.enum(['email', 'phone']),
    consents: z.boolean().check(z.refine((agreed) => agreed, 'Please agree to the privacy policy')),
  })
  .check(
    z.refine(({ preferredContact, phone }) => preferredContact === 'email' || phone !== '', {
      path: ['phone'],
      error: 'Please enter the number we should call',
    }),
  )
export type ContactForm = z.infer<typeof contactSchema>
export const contactRules = standardSchemaResolver(contactSchema)

const supportSchema = z.object({
  name: required('Please enter your name'),
  email,
  bookingReference: optional,
  subject: required('Please enter a subject'),
  message,
})
export type SupportForm = z.infer<typeof supportSchema>
export const supportRules = standardSchemaResolver(supportSchema)
