import { messageCodes } from '../../catalogue/message-codes.ts'
import type { Call } from '../api/call.ts'
import type { CallAnswer } from '../api/endpoint.ts'
import type { About } from '../log/row.ts'
import type { Message } from '../world/world.ts'
import { isSender, readDestination } from './addresses.ts'
import { magicOf } from './magic-numbers.ts'
import type { MessageSettings } from './rules.ts'
import { type Header, isHex, readHeader, unitsOf } from './units.ts'

/** A message that the service takes: what its sender says of it, and what that makes of it. */
interface AcceptedMessage extends Omit<Message, KnownLater> {
  /** Epoch ms at which it is to be sent; null for now. */
  readonly time: number | null
}

/** What is known once it's kept. */
type KnownLater = 'id' | 'direction' | 'rate' | 'time' | 'updatedAt' | 'status' | 'arrivedAt' | 'nextJob'

/** The fields that a client sets (reference 2.9), of which each endpoint takes some. */
type SetName = (typeof setNames)[number]
const setNames = [
  'Type',
  'From',
  'To',
  'Content',
  'Udh',
  'Time',
  'ClientReference',
  'RegisteredDelivery',
  'FlashMessage',
] as const

/** What the service alone sets (reference 2.9: read-only, or present in answers alone). */
const readOnly = ['MessageId', 'Direction', 'UpdateTime', 'NetworkId', 'Units', 'Rate', 'Status'] as const

/** Fields that an endpoint ignores: quick send has no type, and no time (reference 4.3). */
export const quickSendIgnores: ReadonlySet<string> = new Set<SetName>(['Type', 'Udh', 'Time', 'FlashMessage'])

/** Reads a message to be sent (reference 4.3, 4.4, 4.7). What nobody knows is ignored. */
export function readMessage(
  call: Call,
  rules: MessageSettings,
  now: number,
  ignored: ReadonlySet<string> = new Set(),
): AcceptedMessage | Refused {
  const names: readonly string[] = setNames.filter((name) => !ignored.has(name))
  const text = (name: SetName): string | undefined => (ignored.has(name) ? undefined : call.string(name))
  if (call.isMalformed) return { code: '400/100', detail: 'the body is no JSON object' }
  if (!call.names.some((name) => names.some((known) => known.toLowerCase() === name))) return { code: '400/100' }
  const forbidden = readOnly.filter((name) => call.value(name) !== undefined && call.value(name) !== null)
  if (forbidden.length > 0) return { code: '400/7', detail: `${forbidden.join(', ')} can't be set` }

  const isWapPush =
    rules.wapPushType !== undefined && !ignored.has('Type') && call.text('Type') === String(rules.wapPushType)
  const {
    From: from,
    To: to,
    Content: content = isWapPush ? '' : undefined,
  } = {
    From: text('From'),
    To: text('To'),
    Content: text('Content'),
  }
  if (from === undefined || to === undefined || content === undefined) {
    const missing = Object.entries({ From: from, To: to, Content: content }).filter(([, value]) => value === undefined)
    return { code: '400/8', detail: `${missing.map(([name]) => name).join(', ')} missing` }
  }
  const type = isWapPush ? rules.wapPushType : ignored.has('Type') ? 0 : readType(call)
  if (type === undefined) return { code: '400/8', detail: 'Type is 0, 1 or 2' }
  const flags = {
    RegisteredDelivery: readFlag(call, 'RegisteredDelivery'),
    FlashMessage: readFlag(call, 'FlashMessage'),
  }
  const badFlag = Object.entries(flags).find(([, value]) => value === undefined)
  if (badFlag !== undefined) return { code: '400/8', detail: `${badFlag[0]} is true or false` }
  const udh = text('Udh') ?? null
  const header = udh === null ? null : readHeader(udh)
  if (header === undefined) return { code: '400/8', detail: 'Udh is no user data header in hexadecimal digits' }

  if (!isSender(from)) return { code: '400/2', detail: 'at most 11 characters without spaces, or 16 digits' }
  const destination = readDestination(to, rules.country)
  if ('code' in destination) return destination
  if (type === 1 && !isHex(content))
    return { code: '400/6', detail: 'binary content is hexadecimal, two digits a byte' }
  const units = countUnits(type, content, header, rules)
  if (units === undefined) return { code: '400/3' }
  const time = readSendTime(text('Time'), now)
  if (time === undefined) return { code: '400/5', detail: 'Time is YYYY-MM-DD HH:MM:SS in GMT, and lies ahead' }
  const refusedWith = magicOf(destination.mobile)?.refusedWith
  if (refusedWith !== undefined) return { code: refusedWith, detail: 'so says the number, see messageNumbers' }
  return {
    type,
    from,
    to: destination.mobile,
    content,
    udh,
    clientReference: text('ClientReference') ?? null,
    registeredDelivery: flags.RegisteredDelivery === true,
    isFlash: flags.FlashMessage === true && !ignored.has('FlashMessage'),
    networkId: destination.networkId,
    units,
    time,
  }
}

/**
 * When a message is to be sent: epoch ms, null for now, undefined for a time that the service doesn't take. Clocks
 * differ, so what has just passed is now.
 */
export function readSendTime(text: string | undefined, now: number): number | null | undefined {
  if (text === undefined) return null
  const time = readTime(text)
  if (time === undefined || time < now - tolerance) return undefined
  return time <= now ? null : time
}

const tolerance = 60_000

function readType(call: Call): number | undefined {
  if ((call.value('Type') ?? '') === '') return 0
  const type = call.number('Type')
  return type === 0 || type === 1 || type === 2 ? type : undefined
}

/** False where nothing is said; undefined for what is neither. */
function readFlag(call: Call, name: SetName): boolean | undefined {
  return (call.value(name) ?? '') === '' ? false : call.flag(name)
}

function countUnits(type: number, content: string, header: Header | null, rules: MessageSettings): number | undefined {
  const units = unitsOf(type, content, header)
  return units !== undefined && units <= rules.maxParts ? units : undefined
}

/** Why the service doesn't do what it was asked: a code of reference 7.3, and what is wrong in this case. */
export interface Refused {
  /** As the catalogue writes it: `400/8`, `404`. */
  readonly code: string
  readonly detail?: string
}

/** An answer that refuses: the HTTP status, and the subcode of reference 7.3 where the rules have it. */
export function refusal({ code, detail }: Refused, rules: RefusalRules, about: About = {}): CallAnswer {
  return { status: Number(code.slice(0, 3)), body: refusalBody(code, rules, detail), about }
}

type RefusalRules = Pick<MessageSettings, 'subcode'>

/** The body alone. */
export function refusalBody(code: string, { subcode }: RefusalRules, detail?: string): object {
  const meaning = messageCodes.find((row) => row.code === code)?.meaning ?? code
  const Message = detail === undefined ? meaning : `${meaning}: ${detail}`
  return subcode === 'none' ? { Message } : { [subcode]: Number(code.split('/').at(-1)), Message }
}

/** A moment as messages have it: `YYYY-MM-DD HH:MM:SS` in GMT (reference 4.5, 4.8). */
export function writeTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The same without seconds (reference 4.11). */
export function writeMinute(ms: number): string {
  return writeTime(ms).slice(0, 16)
}

/** A moment in that form, which clients also write as ISO 8601; without a zone it is GMT. Undefined for anything else. */
function readTime(text: string): number | undefined {
  const [, date = '', time = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?) ?(Z|[+-]\d{2}:\d{2})?$/i.exec(text.trim()) ?? []
  const moment = Date.parse(`${date}T${time}${zone.toUpperCase()}`)
  // A day that no month has becomes one of the next.
  const isReal = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(-2))
  return Number.isNaN(moment) || !isReal ? undefined : moment
}
