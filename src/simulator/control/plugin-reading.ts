import { type Incoming, type PushEvent, plainEvent } from '../../pushes/event.ts'
import { kinds } from '../../pushes/kinds.ts'
import { pushKinds } from '../../pushes/push-kinds.ts'
import { type Fields, isRecord, readJson } from '../../pushes/reading/json.ts'
import { Notes, nameType, PushProblem } from '../../pushes/reading/push-problem.ts'
import { readForm } from '../../pushes/reading/read-form.ts'
import type { LogRow } from '../log/row.ts'

/** A push as the plugin reads it, before anything is asked or decided. */
export interface PluginReading {
  /** Null where the plugin refuses it. */
  readonly event: Fields | null
  /** Why it is refused; null where it isn't. */
  readonly problem: string | null
  /** Why a payment is what its outcome says. */
  readonly why: string | null
  /** What was odd about it. */
  readonly notes: readonly string[]
}

/**
 * Reads a push of the log as the plugin does; null for a call. Only to be shown: what the service does never rests on how
 * the plugin reads.
 */
export function pluginReadingOf(row: LogRow): PluginReading | null {
  const notes = new Notes()
  try {
    const event = read(row, notes)
    if (event === undefined) return null
    return { event: plainEvent(event), problem: null, why: textIn(event, 'why'), notes: notes.lines ?? [] }
  } catch (error) {
    if (!(error instanceof PushProblem)) throw error
    return { event: null, problem: error.message, why: null, notes: notes.lines ?? [] }
  }
}

/** What a row says in a few words, for a list. */
export interface RowWords {
  /** What was entered, the text of a message, or what it is about. */
  readonly words: string
  /** What the subscriber reads; null where nothing was shown. */
  readonly screen: string | null
  /** What a notice means, in the plugin's words; null for a turn and a call. */
  readonly outcome: string | null
}

export function wordsOf(row: LogRow): RowWords {
  const kept = known.get(row)
  if (kept !== undefined) return kept
  const { about, response, kind } = row
  const event = eventOf(row)
  const isTurn = kind === 'ussd' || kind === 'programmable'
  const words = {
    words: (isTurn ? textIn(event, 'message') : wordsOfNotice(event, about)) ?? '',
    screen: isTurn ? screenIn(response?.body.toString() ?? '') : null,
    outcome: textIn(event, 'outcome') ?? (kind === 'deliveryReport' ? textIn(event, 'status') : null),
  }
  known.set(row, words)
  return words
}

function wordsOfNotice(event: PushEvent | undefined, { reference, messageId, billId }: LogRow['about']): string | null {
  const said =
    textIn(event, 'fulltext') ??
    textIn(event, 'reference') ??
    textIn(event, 'clientReference') ??
    textIn(event, 'messageId')
  return said ?? reference ?? messageId ?? billId ?? null
}

const known = new WeakMap<LogRow, RowWords>()

function eventOf(row: LogRow): PushEvent | undefined {
  try {
    return read(row, new Notes())
  } catch (error) {
    if (error instanceof PushProblem) return undefined
    throw error
  }
}

/** @throws PushProblem */
function read(row: LogRow, notes: Notes): PushEvent | undefined {
  const kind = kinds.find((one) => one === row.kind)
  if (kind === undefined || row.direction !== 'push') return undefined
  return pushKinds[kind].read(incomingOf(row), { receivedAt: new Date(row.at), country: undefined, notes })
}

function incomingOf({ request, url }: LogRow): Incoming {
  const text = request.body.toString().replace(/^\ufeff/, '')
  const query = readForm(url.split('?')[1] ?? '')
  if (text === '') return { fields: query, raw: query, carrier: 'query' }
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')
  const body = isForm ? readForm(text) : readJson(text)
  if (!isRecord(body)) throw new PushProblem({ field: null, expected: 'a JSON object', received: nameType(body) })
  return { fields: { ...query, ...body }, raw: body, carrier: isForm ? 'form' : 'json' }
}

function screenIn(body: string): string | null {
  try {
    return textIn(JSON.parse(body), 'Message')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function textIn(fields: unknown, name: string): string | null {
  const value: unknown = isRecord(fields) ? fields[name] : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
