/** Phone numbers: with their country code, or as they are dialled at home in a country whose numbers tell. */

interface Plan {
  callingCode: string
  /** A whole number as dialled inside the country; its first group is what follows the country code. */
  domestic: RegExp
}

/** ITU-T E.164 national numbering plans. North America writes its own country code as a trunk prefix. */
const northAmerica: Plan = { callingCode: '1', domestic: /^1?([2-9]\d{2}[2-9]\d{6})$/ }
const plans: Record<string, Plan> = {
  US: northAmerica,
  CA: northAmerica,
  AT: { callingCode: '43', domestic: /^0([1-9]\d{6,12})$/ },
  AU: { callingCode: '61', domestic: /^0([2-478]\d{8})$/ },
  BE: { callingCode: '32', domestic: /^0([1-9]\d{7,8})$/ },
  CH: { callingCode: '41', domestic: /^0([2-9]\d{8})$/ },
  DE: { callingCode: '49', domestic: /^0([1-9]\d{6,10})$/ },
  ES: { callingCode: '34', domestic: /^([6-9]\d{8})$/ },
  FR: { callingCode: '33', domestic: /^0([1-9]\d{8})$/ },
  GB: { callingCode: '44', domestic: /^0([1-9]\d{8,9})$/ },
  IE: { callingCode: '353', domestic: /^0([1-9]\d{6,8})$/ },
  NL: { callingCode: '31', domestic: /^0([1-9]\d{8})$/ },
  SE: { callingCode: '46', domestic: /^0([1-9]\d{6,8})$/ },
}

const grouping = /[\s\-()./]/g

/** "617 555 0118" in the US is "+16175550118". What is no number of the country stays as it was typed. */
export function withCountryCode(text: string, country: string) {
  const plan = plans[country]
  const significant = plan?.domestic.exec(text.replace(grouping, ''))?.[1]
  return plan && significant ? `+${plan.callingCode}${significant}` : text
}

export type PhoneFault = 'countryless' | 'short' | 'long' | 'sign'

/** How many digits a number has with its country code (E.164); in North America always as many. */
const LENGTH = { least: 7, most: 15 }
const NORTH_AMERICA = { least: 11, most: 11 }

/** What is wrong with a number that needs its country code, however it is grouped; null where nothing is. */
export function phoneFault(text: string): PhoneFault | null {
  const number = text.replace(grouping, '')
  if (!/^\+?\d*$/.test(number)) return 'sign'
  const digits = /^(?:\+|00)([1-9]\d*)$/.exec(number)?.[1]
  if (!digits) return 'countryless'
  const { least, most } = digits.startsWith('1') ? NORTH_AMERICA : LENGTH
  if (digits.length < least) return 'short'
  return digits.length > most ? 'long' : null
}
