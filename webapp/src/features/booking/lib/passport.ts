import type { Offer } from '@/lib/api/types'
import { daysBetween } from '@/lib/dates'
import * as words from '@/messages/booking/passengers'
import { locale } from '@/messages/locale'

const SHORT_VALIDITY_DAYS = 180

interface Country {
  code: string
  name: string
}

/** Countries that issue the passports we are most often shown. */
const FREQUENT = 'AU AT BE BR CA CN DK FI FR DE IN IE IT JP MX NL NZ NO PT ES SE CH GB US'

/** ISO 3166-1 alpha-2, all that are officially assigned (November 2026). svc-booking takes the same. */
const ASSIGNED = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`

/** The browser knows the names. */
const names = new Intl.DisplayNames(locale, { type: 'region' })

const named = (codes: string): Country[] =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))

/** The countries that a passport can be of, in two groups. */
export const frequentCountries = named(FREQUENT)
export const otherCountries = named(ASSIGNED).filter(({ code }) => !FREQUENT.includes(code))

interface Ends {
  origin: { iata_code: string; country_code: string }
  destination: { iata_code: string; country_code: string }
}

const crossesBorder = ({ origin, destination }: Ends) => origin.country_code !== destination.country_code
const isNewYorkLondon = ({ origin, destination }: Ends) =>
  [origin.iata_code, destination.iata_code].sort().join() === 'JFK,LHR'

/** The airline asks for it, or a slice or flight ends in another country. */
export function isPassportRequired(
  offer: Pick<Offer, 'passenger_identity_documents_required'> & {
    slices: readonly (Ends & { segments: readonly Ends[] })[]
  },
): boolean {
  const ways: Ends[] = offer.slices.flatMap((slice) => [slice, ...slice.segments])
  return offer.passenger_identity_documents_required || ways.some((way) => crossesBorder(way) || isNewYorkLondon(way))
}

/** As it is kept: capitals, no spaces. */
export const normalisedNumber = (text: string) => text.replace(/\s+/g, '').toUpperCase()

/** A word beside the date while it is typed; no obstacle. Many countries ask for six months after the journey. */
export function expiryHint(expiry: string, today: string, travelDate: string): string | null {
  if (!expiry) return null
  if (expiry <= today) return words.passportExpired
  const last = travelDate > today ? travelDate : today
  return daysBetween(last, expiry) < SHORT_VALIDITY_DAYS ? words.passportShort : null
}
