import {
  aBoolean,
  aboveZero,
  aNumberFrom,
  anObjectOf,
  aSpan,
  aText,
  aWordOf,
  type Checks,
  readRules,
  someText,
  withValues,
} from '../check-arguments.ts'

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
  /** What the four parameters of the transaction status are called (reference 4.2), as the client's `statusParameters`. */
  readonly statusParameters: Readonly<Record<StatusParameter, string>>
  /** The HTTP status beside an answer that refuses an invoice, a question or a report (reference 7: not shown). Default 400. */
  readonly refusalStatus: number
  /**
   * Whether an invoice must name the account (reference 2.1: in one form): at both paths (`always`), at `/checkout` alone
   * (`checkout`), or nowhere (`never`). One that is named must be right everywhere. Default `always`.
   */
  readonly accountNumber: 'always' | 'checkout' | 'never'
  /** The most that wallets pay, by the operator of the phone (reference 8). Default: none has any. */
  readonly maxima: Readonly<Record<string, Maximum>>
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

/** The four, in the order of the reference (4.2). */
export const statusParameterNames = [
  'checkoutId',
  'networkTransactionId',
  'serviceTransactionId',
  'clientReference',
] as const

/**
 * What a payment is asked for by.
 *
 * @example
 * const name: StatusParameter = 'clientReference'
 * await createSimulator({ money: { statusParameters: { [name]: 'reference' } } })
 */
export type StatusParameter = (typeof statusParameterNames)[number]

/**
 * The most that a wallet of an operator pays (reference 8, codes `2153` and `2154`), in major currency units.
 *
 * @example
 * const maxima: Readonly<Record<string, Maximum>> = { 'network-c': { each: 1_000, daily: 2_500 } }
 */
export interface Maximum {
  /** Of one payment. Default: none. */
  readonly each?: number | undefined
  /** Of all payments of a phone on one day, GMT. Default: none. */
  readonly daily?: number | undefined
}

const statusParameters: MoneyRules['statusParameters'] = {
  checkoutId: 'CheckoutId',
  networkTransactionId: 'networkTransactionId',
  serviceTransactionId: 'serviceTransactionId',
  clientReference: 'ClientReference',
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
  statusParameters,
  refusalStatus: 400,
  accountNumber: 'always',
  maxima: {},
}

const checks: Checks<MoneyRules> = {
  statusForm: aWordOf(['records', 'single']),
  noRecordStatus: aNumberFrom(0),
  sameReference: aWordOf(['another', 'same', 'refused']),
  callbackAddresses: aWordOf(['one', 'fallback', 'all']),
  paidByHand: aBoolean,
  settlesAfter: aSpan,
  feeRate: aNumberFrom(0, 1),
  currency: aText,
  country: aText,
  statusParameters: anObjectOf(someText, statusParameterNames),
  refusalStatus: aNumberFrom(400, 599),
  accountNumber: aWordOf(['always', 'checkout', 'never']),
  maxima: anObjectOf(anObjectOf(aboveZero, ['each', 'daily'])),
}

/**
 * The rules as they are given: each that is left out has its default.
 *
 * @example
 * const money: MoneyOptions = { statusParameters: { clientReference: 'reference' }, maxima: { network: { each: 500 } } }
 */
export type MoneyOptions = Partial<
  Omit<MoneyRules, 'statusParameters'> & { readonly statusParameters: Partial<MoneyRules['statusParameters']> }
>

/** @throws FMW_SIMULATOR_OPTION */
export function readMoneyRules(given: MoneyOptions = {}): MoneyRules {
  const rules = readRules<Required<MoneyOptions>>('money', given, usual, checks)
  return { ...rules, statusParameters: { ...statusParameters, ...withValues(rules.statusParameters) } }
}
