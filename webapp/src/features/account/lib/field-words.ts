import type { FieldWords } from '@/lib/api/field-problems'
import * as words from '@/messages/account/rules'
import * as fieldWords from '@/messages/components/fields'

/** What is wrong with a field of a form about an account that the server refuses. */
export const accountFieldWords: FieldWords = {
  'firstName.required': fieldWords.firstNameMissing,
  'firstName.too_long': words.firstNameTooLong,
  'lastName.required': fieldWords.lastNameMissing,
  'lastName.too_long': words.lastNameTooLong,
  'email.invalid': fieldWords.emailInvalid,
  'username.too_short': words.usernameTooShort,
  'username.too_long': words.usernameTooLong,
  'username.characters': words.usernameLetters,
  'username.invalid': words.usernameCard,
  // The form itself sees to the six characters that test mode asks for.
  'password.too_short': words.passwordTooShortLive,
  'password.too_long': words.passwordTooLong,
  'password.common': words.passwordCommon,
  'password.own': words.passwordOwn,
  'newPassword.too_short': words.newPasswordTooShort,
  'newPassword.too_long': words.passwordTooLong,
  'newPassword.characters': words.passwordClasses,
  'newPassword.common': words.passwordCommon,
  'newPassword.own': words.passwordOwn,
  'newPassword.same': words.passwordSame,
  'currentPassword.required': words.currentPasswordMissing,
  'currentPassword.incorrect': words.currentPasswordWrong,
}
