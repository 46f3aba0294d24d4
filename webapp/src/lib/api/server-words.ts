import { isServersLanguage } from '@/messages/locale'

/** A text of the server, on a page in its language. Elsewhere null: a text of our own stands there. */
export const inServersWords = (said: string | null | undefined) => (isServersLanguage && said) || null
