import { fetchOnce } from '../../client/fetch-once.ts'
import { ownOptions } from '../../own-options.ts'
import type {
  FulfilmentReportDetails,
  FulfilmentReportOptions,
  ReportSettings,
} from '../../payments/reports/report-options.ts'
import { missingInAddress } from '../../text/missing-variable.ts'
import { FMW_OPTION } from '../errors.ts'
import { checkFunction, checkNames, checkNothingMissing, checkSecret, checkWhole } from './check-values.ts'
import type { MerchantWebhooksOptions } from './options.ts'

/** The report of fulfilments that these options have. */
export function reportOf({ fulfilment }: MerchantWebhooksOptions): FulfilmentReportOptions | undefined {
  return typeof fulfilment === 'object' ? ownOptions(fulfilment).report : undefined
}

/** Reads how fulfilments are reported. @throws FMW_OPTION, which shows no value: each may be a secret */
export function readReportOptions(options: FulfilmentReportOptions): ReportSettings {
  if (typeof options !== 'object' || options === null) throw new FMW_OPTION(option, 'must be { url, … }')
  const given = checkNames(`${option}.`, options, optionNames)
  const { fetch, describe } = given
  checkFunction(`${option}.fetch`, fetch)
  checkFunction(`${option}.describe`, describe)
  return {
    url: readUrl(given.url),
    headers: readHeaders(given.headers),
    within: checkWhole(`${option}.within`, given.within ?? anHour, 1),
    timeout: checkWhole(`${option}.timeout`, given.timeout ?? tenSeconds, 1),
    fetch: fetch ?? fetchOnce(globalThis.fetch),
    describe: describe ?? asHandled,
  }
}

const option = 'fulfilment.report'

function asHandled(_event: unknown, handled: boolean): FulfilmentReportDetails {
  return { serviceStatus: handled ? 'success' : 'failed' }
}

// ms. Field notes, "Fulfilment duty".
const anHour = 3_600_000
const tenSeconds = 10_000

const optionNames = Object.keys({
  url: true,
  headers: true,
  within: true,
  timeout: true,
  fetch: true,
  describe: true,
} satisfies Record<keyof FulfilmentReportOptions, true>)

/** The address that the service gives on request; it may hold a token in its query. */
function readUrl(value: unknown): string {
  const problem =
    'must be an http or https address without credentials in it; if it comes from the environment, see that the variable is set'
  if (typeof value === 'string') checkNothingMissing(`${option}.url`, missingInAddress(value))
  if (typeof value !== 'string' || !URL.canParse(value)) throw new FMW_OPTION(`${option}.url`, problem)
  const { protocol, username, password, href } = new URL(value)
  if (!/^https?:$/.test(protocol) || username + password !== '') throw new FMW_OPTION(`${option}.url`, problem)
  return href
}

function readHeaders(given: unknown = {}): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null || given instanceof Headers || Array.isArray(given)) {
    throw new FMW_OPTION(`${option}.headers`, 'must be an object of header names and values')
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), readHeader(name, value)]))
}

function readHeader(name: string, value: unknown): string {
  const where = `${option}.headers.${name}`
  if (own.includes(name.toLowerCase())) throw new FMW_OPTION(where, 'is set by the report itself: leave it out')
  if (typeof value !== 'string' || value.trim() === '') {
    throw new FMW_OPTION(where, 'is missing or empty; if it comes from the environment, see that the variable is set')
  }
  checkSecret(where, value)
  if (!canBeSent(name, value)) throw new FMW_OPTION(where, 'cannot be sent as a header')
  return value
}

const own = ['content-type', 'content-length', 'transfer-encoding', 'connection', 'host']

function canBeSent(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
