import { type PushReading, readingOf } from '../../admin/push-reading.ts'
import { kinds } from '../../pushes/kinds.ts'
import { ownReferenceOf } from '../checkout/ledger/handled.ts'
import type { LogRow } from '../log/row.ts'
import { parseJson } from '../wire/names.ts'

/** A push of the log as the plugin reads it; null for a call. Only to be shown: nothing that the service does rests on it. */
export function pluginReadingOf({ kind, direction, url, request, at }: LogRow): PushReading | null {
  const pushed = kinds.find((one) => one === kind)
  if (pushed === undefined || direction !== 'push') return null
  const contentType = request.headers['content-type']
  return readingOf({ kind: pushed, url, contentType, text: request.body.toString(), receivedAt: new Date(at) })
}

/** What a row says in a few words, for a list. */
export interface RowWords {
  /** What was entered, the text of a message, or what it is about: its first 200 characters. */
  readonly words: string
  /** What the subscriber reads; null where nothing was shown. */
  readonly screen: string | null
  /** What a notice means, in the plugin's words; null for a turn and a call. */
  readonly outcome: string | null
  /** Whether it tells that the subscriber didn't answer in time. */
  readonly isTimeout: boolean
}

export function wordsOf(row: LogRow): RowWords {
  const kept = known.get(row)
  if (kept !== undefined) return kept
  const { about, response, kind } = row
  const event = pluginReadingOf(row)?.event ?? {}
  const isTurn = kind === 'ussd' || kind === 'programmable'
  const names = isTurn ? ['message'] : ['fulltext', 'reference', 'clientReference', 'messageId']
  const said = names.map((name) => textIn(event, name)).find((text) => text !== null)
  const isShown = isTurn && endedBy(event) === ''
  const words = {
    words: firstOf(
      ownReferenceIn(row) ??
        said ??
        sentIn(row) ??
        (isTurn ? endedBy(event) : (about.reference ?? about.messageId ?? about.billId ?? '')),
    ),
    screen: isShown ? textIn(parseJson(response?.body.toString() ?? ''), 'Message') : null,
    isTimeout: isTurn && textIn(event, 'type') === 'timeout',
    outcome: textIn(event, 'outcome') ?? (kind === 'deliveryReport' ? textIn(event, 'status') : null),
  }
  known.set(row, words)
  return words
}

/** A list has one line of it, and reads all of that aloud. */
function firstOf(text: string): string {
  return text.length > mostWords ? `${text.slice(0, mostWords).replace(halfPair, '')}…` : text
}

const mostWords = 200
const halfPair = /[\ud800-\udbff]$/

function ownReferenceIn({ direction, url }: LogRow): string | null {
  return direction === 'push' ? ownReferenceOf(url) : null
}

/** The text of a message that a call sends, quickly or not. */
function sentIn({ kind, url, request }: LogRow): string | null {
  if (!sending.has(kind)) return null
  const quickly = URL.parse(url, 'http://service.example')?.searchParams.get('Content')
  return textIn(parseJson(request.body.toString()), 'Content') ?? quickly ?? null
}

const sending: ReadonlySet<string> = new Set(['sendMessage', 'scheduleMessage', 'quickSend'])

/** A push that nobody entered tells that the session is over. */
function endedBy(event: object): string {
  const type = textIn(event, 'type') ?? ''
  return endings.get(type) ?? ''
}

const endings: ReadonlyMap<string, string> = new Map([
  ['timeout', 'Timeout: the subscriber did not answer in time'],
  ['release', 'Release: the subscriber hung up'],
])

const known = new WeakMap<LogRow, RowWords>()

function textIn(fields: unknown, name: string): string | null {
  const value: unknown = Reflect.get(Object(fields), name)
  return typeof value === 'string' && value !== '' ? value : null
}
