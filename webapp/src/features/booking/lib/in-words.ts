import { locale } from '@/messages/locale'

const list = new Intl.ListFormat(locale)

/** "Maya, Ada, and Leo" */
export const listed = (parts: Iterable<string>) => list.format(parts)
