import * as z from 'zod/mini'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const email = z.string().check(z.trim(), z.email('Please enter a valid email address'))
const MISMATCH = "Passwords don't match"

export const loginSchema = z.object({
  username: required('Username is required'),
  // A password may begin or end with a space.
  password: z.string().check(z.minLength(1, 'Password is required')),
})
export type LoginForm = z.infer<typeof loginSchema>

export const registerSchema = z
  .object({
    firstName: required('First name is required'),
    lastName: required('Last name is required'),
    email,
    username: z.string().check(z.trim(), z.minLength(3, 'Username must be at least 3 characters')),
    password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
    confirmPassword: z.string(),
    // Shown, not enforced.
    terms: z.boolean(),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: MISMATCH,
    }),
  )
export type RegisterForm = z.infer<typeof registerSchema>

export const forgotSchema = z.object({ email })
export type ForgotForm = z.infer<typeof forgotSchema>

const PASSWORD_CLASSES =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'

/** A password set by link has to meet what a changed one does. */
export const resetSchema = z
  .object({
    password: z
      .string()
      .check(
        z.minLength(12, 'New password must be at least 12 characters'),
        z.regex(/(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9])/, PASSWORD_CLASSES),
      ),
    confirmPassword: z.string(),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: MISMATCH,
    }),
  )
export type ResetForm = z.infer<typeof resetSchema>
