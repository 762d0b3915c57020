import { type Incoming, type PushEvent, plainEvent } from '../pushes/event.ts'
import type { Kind } from '../pushes/kinds.ts'
import { pushKinds } from '../pushes/push-kinds.ts'
import { type Fields, isRecord, readJson } from '../pushes/reading/json.ts'
import { Notes, nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import { readForm } from '../pushes/reading/read-form.ts'

/** A push as it came over the wire. */
export interface WirePush {
  readonly kind: Kind
  readonly url: string
  readonly contentType: string | undefined
  readonly text: string
  readonly receivedAt: Date
}

/** A push as the plugin reads it, before anything is asked or decided. */
export interface PushReading {
  /** Null where the plugin refuses it. */
  readonly event: Fields | null
  /** Why it is refused; null where it isn't. */
  readonly problem: string | null
  /** Why a payment is what its outcome says. */
  readonly why: string | null
  /** What was odd about it. */
  readonly notes: readonly string[]
}

/** Reads a push for people to look at: nothing is kept, and nothing done. */
export function readingOf(push: WirePush): PushReading {
  const notes = new Notes()
  try {
    const event = read(push, notes)
    const why = 'why' in event && typeof event.why === 'string' ? event.why : null
    return { event: plainEvent(event), problem: null, why, notes: notes.lines ?? [] }
  } catch (error) {
    if (!(error instanceof PushProblem)) throw error
    return { event: null, problem: error.message, why: null, notes: notes.lines ?? [] }
  }
}

/** @throws PushProblem */
function read(push: WirePush, notes: Notes): PushEvent {
  const { kind, receivedAt } = push
  return pushKinds[kind].read(incomingOf(push), { receivedAt, country: undefined, notes })
}

function incomingOf({ text: written, url, contentType = '' }: WirePush): Incoming {
  const text = written.replace(/^\ufeff/, '')
  const query = readForm(url.split('?')[1] ?? '')
  if (text === '') return { fields: query, raw: query, carrier: 'query' }
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType)
  const body = isForm ? readForm(text) : readJson(text)
  if (!isRecord(body)) throw new PushProblem({ field: null, expected: 'a JSON object', received: nameType(body) })
  return { fields: { ...query, ...body }, raw: body, carrier: isForm ? 'form' : 'json' }
}
