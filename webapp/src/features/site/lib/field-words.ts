import type { FieldWords } from '@/lib/api/field-problems'
import * as fieldWords from '@/messages/components/fields'
import * as words from '@/messages/site/rules'

/** What is wrong with a field of an enquiry that the server refuses. */
export const enquiryFieldWords: FieldWords = {
  'email.invalid': fieldWords.emailInvalid,
  'name.required': words.nameMissing,
  'name.too_long': words.lineTooLong,
  'phone.required': words.phoneMissing,
  'phone.invalid': words.phoneInvalid,
  'reason.required': words.reasonMissing,
  'subject.required': words.subjectMissing,
  'subject.too_long': words.lineTooLong,
  'bookingReference.too_long': words.lineTooLong,
  'message.required': words.messageMissing,
  'message.too_long': words.messageTooLong,
  'consents.required': words.consentMissing,
}
