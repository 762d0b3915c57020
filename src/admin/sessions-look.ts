import { type TurnKind, turnKinds } from '../pushes/kinds.ts'
import { inOneSpelling } from '../pushes/reading/identifiers.ts'
import {
  isFallback,
  type SessionLook,
  type SessionSummary,
  type Transcript,
  type TranscriptTurn,
} from '../store/turn-store.ts'
import type { Numbering } from '../text/countries.ts'
import { FMW_SESSION_UNKNOWN } from '../turns/errors.ts'
import { checkNames, pagesOf, readLimit, readMoment, readPhone, readWords } from './check-query.ts'
import { FMW_LOOK } from './errors.ts'
import { type PersonOptions, readNamed, type Trail } from './trail.ts'

/** What sessions are looked at with. */
export interface SessionsParts {
  readonly look: SessionLook
  /** Where it is kept who unmasked one. */
  readonly trail: Trail
  /** Whose sessions. */
  readonly registration: string
  /** Reads national phone numbers that are looked for, as the registration reads those of pushes. */
  readonly country?: Numbering | undefined
}

/**
 * Which sessions you want. A session must match every field that you give.
 *
 * @example
 * const query: SessionsQuery = { phone: '+233000000000', since: new Date(Date.now() - 3_600_000) }
 * const { sessions } = await app.merchant.sessions.list(query)
 */
export interface SessionsQuery {
  /** A whole phone number, in any form. The store keeps only a digest of it. */
  readonly phone?: string | undefined
  readonly kind?: TurnKind | undefined
  /** Begun at this time or later: a Date, or epoch ms. */
  readonly since?: Date | number | undefined
  /** Begun before this time: a Date, or epoch ms. */
  readonly until?: Date | number | undefined
  /** Sessions on a page, 1 to 1,000. Default 50. */
  readonly limit?: number | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * A session as lists show it.
 *
 * @example
 * const inWords = ({ phone, turns, fallbacks }: SessionEntry) => `${phone}: ${turns} turns, ${fallbacks} not from the handler`
 */
export interface SessionEntry {
  readonly kind: TurnKind
  readonly sessionId: string
  /** Shortened: `+233...000`. */
  readonly phone: string
  readonly startedAt: Date
  readonly lastAt: Date
  readonly turns: number
  readonly isOver: boolean
  /** Turns that were answered by something else than the handler in time. */
  readonly fallbacks: number
}

/**
 * A page of sessions, newest first.
 *
 * @example
 * const { sessions, next }: SessionsPage = await app.merchant.sessions.list()
 * console.table(sessions, ['phone', 'startedAt', 'turns', 'fallbacks'])
 */
export interface SessionsPage {
  readonly sessions: readonly SessionEntry[]
  /** The `cursor` of the page that follows; undefined on the last. */
  readonly next: string | undefined
}

/**
 * One turn of a session.
 *
 * @example
 * const inWords = ({ entered, screen, ms }: SessionTurn) => `${entered ?? '***'} -> ${screen ?? '…'} (${ms} ms)`
 */
export interface SessionTurn {
  readonly at: Date
  readonly sequence: number | null
  /** `initiation`, `response`, … */
  readonly type: string
  /** null where it is masked. */
  readonly entered: string | null
  /** Masked where it must be; null while the turn runs. */
  readonly screen: string | null
  /** Where the answer came from: `handler`, `waiting`, `failed`, …; null while the turn runs. */
  readonly source: string | null
  /** From arrival to answer; null while the turn runs. */
  readonly ms: number | null
  /** Whether something else than the handler answered, or the handler not in time. */
  readonly isFallback: boolean
}

/**
 * A session with its turns, oldest first.
 *
 * @example
 * const [session]: readonly SessionTranscript[] = await app.merchant.sessions.get(sessionId)
 * for (const { entered, screen, ms } of session?.transcript ?? []) console.log(`${entered}\n${screen}\n${ms} ms`)
 */
export interface SessionTranscript extends SessionEntry {
  readonly transcript: readonly SessionTurn[]
}

/**
 * The sessions of subscribers: `app.merchant.sessions`. Their own phones are shortened, and secret answers left out: they are not
 * kept. Other words that were typed and shown are whole: the operator's page and `sessions get` mask them.
 *
 * Every method rejects with `FMW_STORE_UNAVAILABLE` while the store can't be reached, and with `FMW_LOOK` for a wrong
 * filter.
 *
 * @example
 * const { sessions } = await app.merchant.sessions.list({ phone: '+233000000000' })
 * const transcripts = await app.merchant.sessions.get(sessions[0]?.sessionId ?? '')
 */
export class Sessions {
  readonly #parts: SessionsParts

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  /** A page of sessions, newest first. */
  async list(given: SessionsQuery = {}): Promise<SessionsPage> {
    const query = checkNames('the sessions', given, queryNames)
    const { sessions, next } = await this.#parts.look.list({
      registration: this.#parts.registration,
      kind: readWords('kind', query.kind, turnKinds)?.[0],
      phoneKey: query.phone === undefined ? undefined : readPhone(query.phone, this.#parts.country),
      since: readMoment('since', query.since),
      until: readMoment('until', query.until),
      limit: readLimit(query.limit),
      cursor: query.cursor,
    })
    return { sessions: sessions.map(toEntry), next }
  }

  /**
   * Every session, newest first, a page at a time.
   *
   * @example
   * for await (const { phone, fallbacks } of app.merchant.sessions.all()) if (fallbacks > 0) console.log(phone)
   */
  async *all(query: SessionsQuery = {}): AsyncGenerator<SessionEntry, void, undefined> {
    for await (const { sessions } of pagesOf((asked: SessionsQuery) => this.list(asked), query)) yield* sessions
  }

  /**
   * Every session with this id, the newest first, because ids may be used again. Dashes and case of a UUID don't count.
   *
   * @throws FMW_SESSION_UNKNOWN
   */
  async get(sessionId: string): Promise<readonly SessionTranscript[]> {
    if (typeof sessionId !== 'string' || sessionId === '') {
      throw new FMW_LOOK('sessionId', 'must be the id of a session, as lists show it')
    }
    for (const spelling of spellingsOf(sessionId)) {
      const found = await this.#parts.look.get(this.#parts.registration, spelling)
      if (found.length > 0) return found.map((session) => this.#keyed(session))
    }
    throw new FMW_SESSION_UNKNOWN(sessionId, this.#parts.registration)
  }

  #keyed(session: Transcript): SessionTranscript {
    const transcript = toTranscript(session)
    origins.set(transcript, {
      look: this.#parts.look,
      registration: this.#parts.registration,
      phoneKey: session.phoneKey,
    })
    return transcript
  }

  /**
   * The same as `get`, for a person who must read what was typed and shown. A line on the trail is written first.
   *
   * @throws FMW_SESSION_UNKNOWN; FMW_LOOK for what is wrong
   * @example
   * const [session] = await app.merchant.sessions.unmask(sessionId, { by: user.name, reason: 'the caller asked' })
   */
  async unmask(sessionId: string, person: PersonOptions = {}): Promise<readonly SessionTranscript[]> {
    const named = readNamed('unmask', person)
    const found = await this.get(sessionId)
    const about = { session: sessionId, began: found[0]?.startedAt.toISOString() }
    await this.#parts.trail.append({ act: 'unmask', about, ...named })
    return found
  }
}

/**
 * What the same phone typed in the sessions before one that {@link Sessions} gave: a conversation that goes on shows it
 * again.
 */
export async function typedBefore(session: SessionTranscript): Promise<readonly string[]> {
  const origin = origins.get(session)
  if (origin === undefined) return []
  const { look, registration, phoneKey } = origin
  const until = +session.startedAt + 1
  const { sessions } = await look.list({ registration, phoneKey, until, limit: mostBefore })
  const ids = [...new Set(sessions.map(({ sessionId }) => sessionId))]
  const found = await Promise.all(ids.map((id) => look.get(registration, id)))
  const theirs = found.flat().filter((one) => one.phoneKey === phoneKey && one.startedAt < until)
  return theirs.flatMap(({ transcript }) => transcript.flatMap(({ entered }) => entered ?? []))
}

/** Where transcripts are from. They don't say it: whoever tries all numbers finds the phone of a digest. */
const origins = new WeakMap<SessionTranscript, Pick<SessionsParts, 'look' | 'registration'> & SessionPhone>()

interface SessionPhone {
  readonly phoneKey: string
}

/** A conversation that goes on is that of the last session of its phone, or of one of a few before. */
const mostBefore = 20

/** As it was given, and as the service may write it: entries of the inbox have it in one spelling. */
function spellingsOf(sessionId: string): ReadonlySet<string> {
  const plain = inOneSpelling(sessionId)
  const dashed = plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return new Set([sessionId, ...[plain, dashed].flatMap((spelling) => [spelling, spelling.toUpperCase()])])
}

const queryNames = ['phone', 'kind', 'since', 'until', 'limit', 'cursor']

function toEntry({
  kind,
  sessionId,
  phone,
  startedAt,
  lastAt,
  turns,
  isOver,
  fallbacks,
}: SessionSummary): SessionEntry {
  return {
    kind,
    sessionId,
    phone,
    startedAt: new Date(startedAt),
    lastAt: new Date(lastAt),
    turns,
    isOver,
    fallbacks,
  }
}

function toTranscript(session: Transcript): SessionTranscript {
  return { ...toEntry(session), transcript: session.transcript.map(toTurn) }
}

function toTurn({ at, sequence, type, entered, screen, source, ms }: TranscriptTurn): SessionTurn {
  const fellBack = source !== null && isFallback(source)
  return { at: new Date(at), sequence, type, entered, screen, source, ms, isFallback: fellBack }
}
