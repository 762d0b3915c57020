import { inspect } from 'node:util'
import { misuse } from '../misuse.ts'

/**
 * How subscribers' numbers are written in the countries where such services work: the calling code, how many
 * digits follow it, and the trunk prefix that stands before a number dialled inside the country, if any.
 * The lengths are those of mobile numbers, because a push is about a subscriber.
 *
 * @example
 * ```ts
 * countries.GH.callingCode // '233'
 * ```
 */
export const countries = {
  // West Africa. Benin went from 8 to 10 digits (01 in front) and both are still seen. The leading 0 of
  // Ivory Coast's 10 digits is part of the number, so there is no trunk prefix to take off.
  BJ: { name: 'Benin', callingCode: '229', nationalLengths: [8, 10] },
  BF: { name: 'Burkina Faso', callingCode: '226', nationalLengths: [8] },
  CV: { name: 'Cape Verde', callingCode: '238', nationalLengths: [7] },
  CI: { name: 'Ivory Coast', callingCode: '225', nationalLengths: [10] },
  GM: { name: 'Gambia', callingCode: '220', nationalLengths: [7, 9] },
  GH: { name: 'Ghana', callingCode: '233', nationalLengths: [9], trunk: '0' },
  GN: { name: 'Guinea', callingCode: '224', nationalLengths: [9] },
  GW: { name: 'Guinea-Bissau', callingCode: '245', nationalLengths: [9] },
  LR: { name: 'Liberia', callingCode: '231', nationalLengths: [7, 9], trunk: '0' },
  ML: { name: 'Mali', callingCode: '223', nationalLengths: [8] },
  MR: { name: 'Mauritania', callingCode: '222', nationalLengths: [8] },
  NE: { name: 'Niger', callingCode: '227', nationalLengths: [8] },
  NG: { name: 'Nigeria', callingCode: '234', nationalLengths: [10], trunk: '0' },
  SN: { name: 'Senegal', callingCode: '221', nationalLengths: [9] },
  SL: { name: 'Sierra Leone', callingCode: '232', nationalLengths: [8], trunk: '0' },
  TG: { name: 'Togo', callingCode: '228', nationalLengths: [8] },

  // Central Africa. The leading 0 of the Republic of the Congo's numbers is part of the number too.
  AO: { name: 'Angola', callingCode: '244', nationalLengths: [9] },
  CM: { name: 'Cameroon', callingCode: '237', nationalLengths: [9] },
  CF: { name: 'Central African Republic', callingCode: '236', nationalLengths: [8] },
  TD: { name: 'Chad', callingCode: '235', nationalLengths: [8] },
  CD: { name: 'Congo, Democratic Republic', callingCode: '243', nationalLengths: [9], trunk: '0' },
  CG: { name: 'Congo, Republic', callingCode: '242', nationalLengths: [9] },
  GQ: { name: 'Equatorial Guinea', callingCode: '240', nationalLengths: [9] },
  GA: { name: 'Gabon', callingCode: '241', nationalLengths: [8], trunk: '0' },
  ST: { name: 'Sao Tome and Principe', callingCode: '239', nationalLengths: [7] },

  // East Africa.
  BI: { name: 'Burundi', callingCode: '257', nationalLengths: [8] },
  DJ: { name: 'Djibouti', callingCode: '253', nationalLengths: [8] },
  ET: { name: 'Ethiopia', callingCode: '251', nationalLengths: [9], trunk: '0' },
  KE: { name: 'Kenya', callingCode: '254', nationalLengths: [9], trunk: '0' },
  RW: { name: 'Rwanda', callingCode: '250', nationalLengths: [9], trunk: '0' },
  SS: { name: 'South Sudan', callingCode: '211', nationalLengths: [9], trunk: '0' },
  SD: { name: 'Sudan', callingCode: '249', nationalLengths: [9], trunk: '0' },
  TZ: { name: 'Tanzania', callingCode: '255', nationalLengths: [9], trunk: '0' },
  UG: { name: 'Uganda', callingCode: '256', nationalLengths: [9], trunk: '0' },

  // Southern Africa and the islands.
  BW: { name: 'Botswana', callingCode: '267', nationalLengths: [8] },
  SZ: { name: 'Eswatini', callingCode: '268', nationalLengths: [8] },
  LS: { name: 'Lesotho', callingCode: '266', nationalLengths: [8] },
  MG: { name: 'Madagascar', callingCode: '261', nationalLengths: [9], trunk: '0' },
  MW: { name: 'Malawi', callingCode: '265', nationalLengths: [9], trunk: '0' },
  MU: { name: 'Mauritius', callingCode: '230', nationalLengths: [8] },
  MZ: { name: 'Mozambique', callingCode: '258', nationalLengths: [9] },
  NA: { name: 'Namibia', callingCode: '264', nationalLengths: [9], trunk: '0' },
  SC: { name: 'Seychelles', callingCode: '248', nationalLengths: [7] },
  ZA: { name: 'South Africa', callingCode: '27', nationalLengths: [9], trunk: '0' },
  ZM: { name: 'Zambia', callingCode: '260', nationalLengths: [9], trunk: '0' },
  ZW: { name: 'Zimbabwe', callingCode: '263', nationalLengths: [9], trunk: '0' },

  // North Africa.
  DZ: { name: 'Algeria', callingCode: '213', nationalLengths: [9], trunk: '0' },
  EG: { name: 'Egypt', callingCode: '20', nationalLengths: [10], trunk: '0' },
  LY: { name: 'Libya', callingCode: '218', nationalLengths: [9], trunk: '0' },
  MA: { name: 'Morocco', callingCode: '212', nationalLengths: [9], trunk: '0' },
  TN: { name: 'Tunisia', callingCode: '216', nationalLengths: [8] },
} as const satisfies Readonly<Record<string, Numbering & { readonly name: string }>>

/**
 * The ISO 3166 code of a country in the table.
 *
 * @example
 * ```ts
 * const country: CountryCode = 'GH'
 * await app.register(merchantWebhooks, { verify, country, ussd })
 * ```
 */
export type CountryCode = keyof typeof countries

/** All of them, in order. */
export const countryCodes: readonly string[] = Object.keys(countries).sort()

/**
 * How one country's numbers are written.
 *
 * @example
 * ```ts
 * const numbering: Numbering = { callingCode: '233', nationalLengths: [9], trunk: '0' }
 * await app.register(merchantWebhooks, { verify, country: numbering, ussd })
 * ```
 */
export interface Numbering {
  /** One to three digits, without the plus. */
  readonly callingCode: string
  /** How many digits may follow the calling code; the trunk prefix does not count. */
  readonly nationalLengths: readonly number[]
  /** What stands before a number dialled inside the country and falls away abroad. */
  readonly trunk?: string
}

/**
 * The country setting: a code of the table, or the numbering of a country that is not in it.
 *
 * @example
 * ```ts
 * const country: Country = { callingCode: '233', nationalLengths: [9], trunk: '0' } // as 'GH'
 * await app.register(merchantWebhooks, { verify, country, ussd })
 * ```
 */
export type Country = CountryCode | Numbering

/**
 * Checks the `country` setting once, at boot, and gives the numbering it stands for.
 *
 * @throws CountryError (`FMW_COUNTRY`, a `TypeError`) for a code that is not in the table and for a numbering
 * that no telephone number could follow; the message lists what is allowed
 * @example
 * ```ts
 * readCountry('GH') // { name: 'Ghana', callingCode: '233', nationalLengths: [9], trunk: '0' }
 * readCountry({ callingCode: '44', nationalLengths: [10], trunk: '0' })
 * ```
 */
export function readCountry(setting: unknown): Numbering {
  const numbering = typeof setting === 'string' ? byCode.get(setting) : readNumbering(setting)
  if (numbering === undefined) throw new CountryError(inspect(setting, { depth: 1, maxStringLength: 40 }))
  return numbering
}

/** The `country` setting is neither a code of the table nor a usable numbering. */
export const CountryError = misuse<[received: string]>(
  'FMW_COUNTRY',
  `The country setting is %s. It must be one of ${countryCodes.join(', ')}, or an object such as ` +
    "{ callingCode: '233', nationalLengths: [9], trunk: '0' }: a calling code of 1 to 3 digits in a string, lengths " +
    'that with it make 8 to 15 digits, and a trunk prefix of 1 to 3 digits if the country has one',
)

const byCode: ReadonlyMap<string, Numbering> = new Map(Object.entries(countries))

const callingCodeForm = /^[1-9]\d{0,2}$/
const trunkForm = /^\d{1,3}$/

function readNumbering(setting: unknown): Numbering | undefined {
  if (typeof setting !== 'object' || setting === null) return undefined
  const callingCode = 'callingCode' in setting ? setting.callingCode : undefined
  if (typeof callingCode !== 'string' || !callingCodeForm.test(callingCode)) return undefined
  const nationalLengths = readLengths('nationalLengths' in setting ? setting.nationalLengths : undefined, callingCode)
  if (nationalLengths === undefined) return undefined
  const trunk = 'trunk' in setting ? setting.trunk : undefined
  if (trunk === undefined) return { callingCode, nationalLengths }
  return typeof trunk === 'string' && trunkForm.test(trunk) ? { callingCode, nationalLengths, trunk } : undefined
}

function readLengths(lengths: unknown, callingCode: string): readonly number[] | undefined {
  const given: readonly unknown[] = Array.isArray(lengths) ? lengths : []
  const usable = given.filter((length) => typeof length === 'number').filter((length) => follows(length, callingCode))
  return usable.length > 0 && usable.length === given.length ? usable : undefined
}

/** An international number has 8 to 15 digits, of which the calling code takes some. */
function follows(length: number, callingCode: string): boolean {
  const total = length + callingCode.length
  return Number.isInteger(length) && total >= 8 && total <= 15
}
