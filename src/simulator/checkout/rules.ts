import { ownOptions } from '../../own-options.ts'
import { FMW_SIMULATOR_OPTION } from '../errors.ts'

/**
 * How the money of the service behaves where the reference shows nothing: each a setting.
 *
 * @example
 * const sim = await createSimulator({ money: { sameReference: 'refused', statusForm: 'single', settlesAfter: 86_400_000 } })
 */
export interface MoneyRules {
  /**
   * How the transaction status answers: `records` as in reference 2.4, or the `single` object in camelCase of the field
   * notes. Default `records`.
   */
  readonly statusForm: 'records' | 'single'
  /** The HTTP status beside an answer without a record. Default 200. */
  readonly noRecordStatus: number
  /** What a second invoice of one ClientReference is: `another` one, the `same` one again, or `refused`. Default `another`. */
  readonly sameReference: 'another' | 'same' | 'refused'
  /**
   * Which addresses of an invoice get its callback: callbackUrl alone (`one`), PrimaryCallbackUrl (else
   * callbackUrl) and, if that gives no 2xx, SecondaryCallbackUrl (`fallback`), or `all` that it named (reference 6). Default `one`.
   */
  readonly callbackAddresses: 'one' | 'fallback' | 'all'
  /** Whether each order is paid by hand after delivery: code `0002` in place of a page. Default false. */
  readonly paidByHand: boolean
  /** From Success to Settled, ms. Default 60,000. */
  readonly settlesAfter: number
  /** The part of an amount that the service keeps, 0 to 1. Default 0.02. */
  readonly feeRate: number
  /** Three letters. Default `GHS`. */
  readonly currency: string
  /** Two letters. Default `GH`. */
  readonly country: string
}

const usual: MoneyRules = {
  statusForm: 'records',
  noRecordStatus: 200,
  sameReference: 'another',
  callbackAddresses: 'one',
  paidByHand: false,
  settlesAfter: 60_000,
  feeRate: 0.02,
  currency: 'GHS',
  country: 'GH',
}

const choices: Partial<Record<string, readonly string[]>> = {
  statusForm: ['records', 'single'],
  sameReference: ['another', 'same', 'refused'],
  callbackAddresses: ['one', 'fallback', 'all'],
}

/** @throws FMW_SIMULATOR_OPTION */
export function readMoneyRules(given: Partial<MoneyRules> = {}): MoneyRules {
  if (typeof given !== 'object' || given === null) throw new FMW_SIMULATOR_OPTION('money', 'must be an object')
  const options = ownOptions(given)
  for (const [name, value] of Object.entries(options)) {
    const problem = problemOf(name, value)
    if (problem !== undefined) throw new FMW_SIMULATOR_OPTION(`money.${name}`, problem)
  }
  return { ...usual, ...options }
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(usual, name)) return `is no option: there are ${Object.keys(usual).join(', ')}`
  const expected = typeof Reflect.get(usual, name)
  if (typeof value !== expected) return `must be a ${expected}`
  const words = choices[name]
  if (words !== undefined && !words.includes(String(value))) return `is '${value}': there are ${words.join(', ')}`
  if (typeof value === 'number' && !(value >= 0 && value < Number.POSITIVE_INFINITY)) return 'must be 0 or more'
  return name === 'feeRate' && Number(value) > 1 ? 'must be at most 1' : undefined
}
