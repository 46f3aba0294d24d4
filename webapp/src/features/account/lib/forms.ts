import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const email = z.string().check(z.trim(), z.email('Please enter a valid email address'))

/** The password typed twice; the second never leaves the page. */
const confirmed = z.refine<{ password: string; confirmPassword: string }>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: "Passwords don't match" },
)

export const loginSchema = z.object({
  username: required('Username is required'),
  // A password may begin or end with a space.
  password: z.string().check(z.minLength(1, 'Password is required')),
})
export type LoginForm = z.infer<typeof loginSchema>
export const loginRules = standardSchemaResolver(loginSchema)

export const registerSchema = z
  .object({
    firstName: required('First name is required'),
    lastName: required('Last name is required'),
    email,
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Username must be at least 3 characters'),
        z.maxLength(100, 'Username must be at most 100 characters'),
        z.regex(
          /^[A-Za-z0-9._-]*$/,
          'Username can only contain the letters a to z, digits, dots, hyphens and underscores',
        ),
      ),
    password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
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

const PASSWORD_CLASSES =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'

const newPassword = z
  .string()
  .check(
    z.minLength(12, 'New password must be at least 12 characters'),
    z.regex(/(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)(?=.*[^\p{L}\p{N}\s])/u, PASSWORD_CLASSES),
  )

/** A password set by link has to meet what a changed one does. */
export const resetSchema = z.object({ password: newPassword, confirmPassword: z.string() }).check(confirmed)
export type ResetForm = z.infer<typeof resetSchema>
export const resetRules = standardSchemaResolver(resetSchema)

const changeSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Current password is required')),
    password: newPassword,
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your new password')),
  })
  .check(confirmed)
export type ChangeForm = z.infer<typeof changeSchema>
export const changeRules = standardSchemaResolver(changeSchema)
