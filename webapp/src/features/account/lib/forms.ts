import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import * as words from '@/messages/account/rules'
import * as fieldWords from '@/messages/components/fields'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const email = z.string().check(z.trim(), z.email(fieldWords.emailInvalid))

/** The password typed twice; the second never leaves the page. */
const confirmed = z.refine<{ password: string; confirmPassword: string }>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: words.passwordsDiffer },
)

export const loginSchema = z.object({
  username: required(words.usernameMissing),
  // A password may begin or end with a space.
  password: z.string().check(z.minLength(1, words.passwordMissing)),
})
export type LoginForm = z.infer<typeof loginSchema>
export const loginRules = standardSchemaResolver(loginSchema)

export const registerSchema = z
  .object({
    firstName: required(fieldWords.firstNameMissing),
    lastName: required(fieldWords.lastNameMissing),
    email,
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, words.usernameTooShort),
        z.maxLength(100, words.usernameTooLong),
        z.regex(/^[A-Za-z0-9._-]*$/, words.usernameLetters),
      ),
    password: z.string().check(z.minLength(6, words.passwordTooShort)),
    confirmPassword: z.string(),
    // Shown, not enforced.
    terms: z.boolean(),
  })
  .check(confirmed)
export type RegisterForm = z.infer<typeof registerSchema>
export const registerRules = standardSchemaResolver(registerSchema)

export const forgotSchema = z.object({ email })
export type ForgotForm = z.infer<typeof forgotSchema>
export const forgotRules = standardSchemaResolver(forgotSchema)

const newPassword = z
  .string()
  .check(
    z.minLength(12, words.newPasswordTooShort),
    z.regex(/(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)(?=.*[^\p{L}\p{N}\s])/u, words.passwordClasses),
  )

/** A password set by link has to meet what a changed one does. */
export const resetSchema = z.object({ password: newPassword, confirmPassword: z.string() }).check(confirmed)
export type ResetForm = z.infer<typeof resetSchema>
export const resetRules = standardSchemaResolver(resetSchema)

const changeSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, words.currentPasswordMissing)),
    password: newPassword,
    confirmPassword: z.string().check(z.minLength(1, words.confirmationMissing)),
  })
  .check(confirmed)
export type ChangeForm = z.infer<typeof changeSchema>
export const changeRules = standardSchemaResolver(changeSchema)
