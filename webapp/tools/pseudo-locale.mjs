import { TYPE } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'áƀçđéƒǧĥíĵķľɱñóþʠřšŧúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĽⱮÑÓÞɊŘŠŦÚṼŴẊÝŽ']

const accented = (text) => text.replace(/[a-zA-Z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)])

/** The parts of a message with every letter accented: readable, and unlike any text that comes from elsewhere. */
export const inPseudoLocale = (parts) =>
  parts.map((part) => ({
    ...part,
    ...(part.type === TYPE.literal && { value: accented(part.value) }),
    ...(part.children && { children: inPseudoLocale(part.children) }),
    ...(part.options && { options: Object.fromEntries(Object.entries(part.options).map(inPseudoOption)) }),
  }))

const inPseudoOption = ([name, option]) => [name, { ...option, value: inPseudoLocale(option.value) }]
