import { inspect } from 'node:util'
import { createError } from '@fastify/error'
import { countries, type Numbering } from './countries.ts'

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
export const CountryError = createError<[received: string]>(
  'FMW_COUNTRY',
  `The country setting is %s. It must be one of ${Object.keys(countries).sort().join(', ')}, or an object such as ` +
    "{ callingCode: '233', nationalLengths: [9], trunk: '0' }: a calling code of 1 to 3 digits in a string, lengths " +
    'that with it make 8 to 15 digits, and a trunk prefix of 1 to 3 digits if the country has one',
  500,
  TypeError,
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
