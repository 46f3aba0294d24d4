import { expect, test } from 'vitest'
import { forgotSchema, loginSchema, registerSchema, resetSchema } from './forms'

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } }
}

const complaints = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

const registration = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@traveller.example',
  username: 'maya',
  password: 'secret',
  confirmPassword: 'secret',
  terms: false,
}

test('s145 a login needs a username and a password', () => {
  expect(complaints(loginSchema, { username: ' ', password: '' })).toEqual([
    'username: Username is required',
    'password: Password is required',
  ])
  expect(complaints(loginSchema, { username: 'maya', password: ' ' })).toEqual([])
})

const USERNAME = 'username: Username can only contain the letters a to z, digits, dots, hyphens and underscores'

test.each([
  [{}, []],
  [{ firstName: ' ' }, ['firstName: First name is required']],
  [{ lastName: '' }, ['lastName: Last name is required']],
  [{ email: 'maya@' }, ['email: Please enter a valid email address']],
  [{ username: 'ab' }, ['username: Username must be at least 3 characters']],
  [{ username: 'a'.repeat(101) }, ['username: Username must be at most 100 characters']],
  [{ username: ' Maya.Okafor_1-b ' }, []],
  [{ username: 'https://evil.example/' }, [USERNAME]],
  [{ username: 'maya@traveller.example' }, [USERNAME]],
  [{ username: 'maya okafor' }, [USERNAME]],
  [{ username: 'm\u0430ya' }, [USERNAME]],
  [{ username: 'maya\nb' }, [USERNAME]],
  [{ password: 'short', confirmPassword: 'short' }, ['password: Password must be at least 6 characters']],
  [{ confirmPassword: 'secrets' }, ["confirmPassword: Passwords don't match"]],
  [
    { email: '', confirmPassword: 'secrets' },
    ['email: Please enter a valid email address', "confirmPassword: Passwords don't match"],
  ],
])('s149 a registration with %j', (part, expected) => {
  expect(complaints(registerSchema, { ...registration, ...part })).toEqual(expected)
})

const CLASSES =
  'password: Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'

test.each([
  ['Fareway-2026', []],
  ['Fareway-202', ['password: New password must be at least 12 characters']],
  ['fareway-2026', [CLASSES]],
  ['FAREWAY-2026', [CLASSES]],
  ['Fareway-today', [CLASSES]],
  ['Fareway 20266', [CLASSES]],
  ['Fârewåy202666', [CLASSES]],
])('r011 a password set by mail, %s', (password, expected) => {
  expect(complaints(resetSchema, { password, confirmPassword: password })).toEqual(expected)
})

test('r011 a link is asked for with an address', () => {
  expect(complaints(forgotSchema, { email: 'maya' })).toEqual(['email: Please enter a valid email address'])
})
