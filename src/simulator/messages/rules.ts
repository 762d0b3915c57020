import { type Country, type Numbering, readCountry } from '../../text/countries.ts'
import { aNumberFrom, anything, aText, aWordOf, type Checks, readRules } from '../check-arguments.ts'

/**
 * How messages behave where the reference shows nothing: each a setting.
 *
 * @example
 * const rules: MessageRules = { balance: 10, reports: 'last', country: 'GH' }
 * const sim = await createSimulator({ messages: rules })
 */
export interface MessageRules {
  /** The messaging credit at the start: a message that costs more gets 402. Default: without end. */
  readonly balance?: number | undefined
  /** What one part costs. Default 1. */
  readonly rate?: number | undefined
  /** From sending to arrival, ms; `Sent` comes half way. Default 1,000. */
  readonly delivery?: number | undefined
  /** Which changes of a status are reported: `each` (reference 6), or the `last` alone. Default `each`. */
  readonly reports?: 'each' | 'last' | undefined
  /** How a report writes the identifier of its message: without dashes as sending did, or with them. Default `plain`. */
  readonly reportIds?: 'plain' | 'dashed' | undefined
  /** How a report writes its status: as the reference does (3.2), or without the spaces. Default `reference`. */
  readonly reportWords?: 'reference' | 'joined' | undefined
  /** The most parts of one message; a longer one gets 400/3. Default 255. */
  readonly maxParts?: number | undefined
  /** Where national numbers are at home (reference 4.4). Default: none are taken, code 400/1. */
  readonly country?: Country | undefined
  /** The number of a WAP push in `Type` (reference 4.4 names it without its number). Default: there is none. */
  readonly wapPushType?: number | undefined
  /** What `index` of a query counts: `messages` that are left out, or `pages` of `limit`. Default `messages`. */
  readonly index?: 'messages' | 'pages' | undefined
  /** The `limit` of a query that names none. Default 100. */
  readonly limit?: number | undefined
  /** How a query is answered (reference 4.6): the `array` of messages, or an `object` with the array as its `Messages`. Default `array`. */
  readonly queryAnswer?: 'array' | 'object' | undefined
  /**
   * How rescheduling is answered (reference 4.8): as `sent` messages are, with the `status` 0 alone as cancelled ones are, with
   * the whole `message`, or with `nothing` (204). Default `sent`.
   */
  readonly rescheduleAnswer?: 'sent' | 'status' | 'message' | 'nothing' | undefined
  /** The field of a refusal that holds its subcode (reference 7.3); `none` where the HTTP status is all. Default `Status`. */
  readonly subcode?: SubcodeField | undefined
  /** The number that inbound messages go to where none is named. Default `1000`. */
  readonly shortCode?: string | undefined
  /** The messaging account of inbound messages. Default `sim-account`. */
  readonly account?: string | undefined
  /** The campaign of inbound messages. Default `sim-campaign`. */
  readonly campaign?: string | undefined
}

/**
 * Where a subcode of reference 7.3 stands in a refusal. A client looks at each of them.
 *
 * @example
 * const subcode: SubcodeField = 'ErrorCode'
 * await createSimulator({ messages: { subcode } })
 */
export type SubcodeField = (typeof subcodeFields)[number]

const subcodeFields = ['Status', 'SubCode', 'Code', 'ResponseCode', 'StatusCode', 'ErrorCode', 'none'] as const

/** The rules, checked, with their defaults. */
export type MessageSettings = Omit<Rules, 'country'> & { readonly country: Numbering | undefined }

type Rules = WithDefaults<Omit<MessageRules, 'country' | 'wapPushType'>> & Pick<MessageRules, 'country' | 'wapPushType'>
type WithDefaults<Of> = { readonly [Name in keyof Of]-?: Exclude<Of[Name], undefined> }

const usual: Rules = {
  balance: Number.POSITIVE_INFINITY,
  rate: 1,
  delivery: 1_000,
  reports: 'each',
  reportIds: 'plain',
  reportWords: 'reference',
  maxParts: 255,
  index: 'messages',
  limit: 100,
  queryAnswer: 'array',
  rescheduleAnswer: 'sent',
  subcode: 'Status',
  shortCode: '1000',
  account: 'sim-account',
  campaign: 'sim-campaign',
}

const checks: Checks<MessageRules> = {
  balance: aNumberFrom(0),
  rate: aNumberFrom(0),
  delivery: aNumberFrom(0),
  reports: aWordOf(['each', 'last']),
  reportIds: aWordOf(['plain', 'dashed']),
  reportWords: aWordOf(['reference', 'joined']),
  maxParts: aNumberFrom(0),
  // FMW_COUNTRY says it.
  country: anything,
  wapPushType: aNumberFrom(0),
  index: aWordOf(['messages', 'pages']),
  limit: aNumberFrom(0),
  queryAnswer: aWordOf(['array', 'object']),
  rescheduleAnswer: aWordOf(['sent', 'status', 'message', 'nothing']),
  subcode: aWordOf(subcodeFields),
  shortCode: aText,
  account: aText,
  campaign: aText,
}

/** @throws FMW_SIMULATOR_OPTION, FMW_COUNTRY */
export function readMessageRules(given: MessageRules = {}): MessageSettings {
  const { country, ...rules } = readRules<Rules>('messages', given, usual, checks)
  return { ...rules, country: country === undefined ? undefined : readCountry(country) }
}
