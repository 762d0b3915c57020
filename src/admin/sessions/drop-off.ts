import { doctorMark } from '../../inbox/doctor.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { maskNumbers } from '../../text/phone.ts'
import { FMW_SESSION_UNKNOWN } from '../../turns/errors.ts'
import {
  type SessionEntry,
  type Sessions,
  type SessionsQuery,
  type SessionTranscript,
  type SessionTurn,
  typedBefore,
} from '../sessions-look.ts'
import { nameOfSession } from './masked-session.ts'
import { isInSentence } from './next-page.ts'
import { behindSecret, plainScreen, shapeOfScreen } from './screen-shape.ts'

/** Which sessions are looked at. */
export interface DropOffQuery extends Pick<SessionsQuery, 'kind' | 'since' | 'until'> {
  /** The newest so many, 1 to 10,000. Default 1,000. */
  readonly most?: number | undefined
}

/** How a session was left: the service said so, or nothing was heard any more. */
export const waysOut = ['timeout', 'release', 'silence'] as const
export type WayOut = (typeof waysOut)[number]

/** A screen that sessions did not get beyond. */
export interface LeftScreen {
  /** Names it among the others. */
  readonly name: string
  readonly kind: TurnKind
  /**
   * Its text: numbers are `#`, and names are `*` unless two phones or more saw each of its texts. Behind a secret answer, where
   * little tells what was entered, it is what two phones saw alike, with `*` for each name; else `(behind a secret answer)`.
   */
  readonly screen: string
  readonly count: number
  /** Of the sessions of its kind that are over, 0 to 1. */
  readonly share: number
  readonly ways: Readonly<Record<WayOut, number>>
  /** Ids of the newest, 5 at most: names in place of those that hold a number. */
  readonly sessions: readonly string[]
}

/** Where sessions were left. */
export interface DropOff {
  /** Sessions that were looked at. */
  readonly looked: number
  /** Of them: still open, and so neither left nor finished. */
  readonly open: number
  /** Of them: left. */
  readonly left: number
  /** Whether there are older ones in the span that were not looked at. */
  readonly isMore: boolean
  /** The one that was left most often first. */
  readonly screens: readonly LeftScreen[]
}

/**
 * At which screens sessions were left: the last screen of those that ended by Timeout, by Release or in silence. It reads the
 * transcript of each session, so it costs as much as it may look at. What `doctor` dialled doesn't count.
 */
export async function dropOff(
  sessions: Pick<Sessions, 'list' | 'get'>,
  { most = usualMost, ...query }: DropOffQuery,
  now: number,
): Promise<DropOff> {
  const found = new Found()
  let looked = 0
  let cursor: string | undefined
  do {
    const page = await sessions.list({ ...query, limit: Math.min(pageSize, most - looked), cursor })
    looked += page.sessions.length
    // Those of doctor hang up at the first screen, and are nobody's.
    const own = page.sessions.filter(({ sessionId }) => !sessionId.startsWith(doctorMark))
    for (let from = 0; from < own.length; from += atOnce) {
      const some = own.slice(from, from + atOnce)
      const kept = await Promise.all(
        some.map(async (session) => {
          const its = await keptOf(sessions, session)
          if (its === undefined) return []
          return [{ its, typed: isLeft(wayOutOf(its, now)) ? await typedBefore(its) : [] }]
        }),
      )
      for (const { its, typed } of kept.flat()) found.add(its, typed, now)
    }
    cursor = page.next
  } while (cursor !== undefined && looked < most)
  return { looked, isMore: cursor !== undefined, ...found.sum() }
}

/** One that was listed may be forgotten or erased since. */
async function keptOf(
  sessions: Pick<Sessions, 'get'>,
  { sessionId, kind, phone, startedAt }: SessionEntry,
): Promise<SessionTranscript | undefined> {
  try {
    // Ids come again, and have several owners.
    return (await sessions.get(sessionId)).find(
      (one) => one.kind === kind && one.phone === phone && +one.startedAt === +startedAt,
    )
  } catch (error) {
    if (error instanceof FMW_SESSION_UNKNOWN) return undefined
    throw error
  }
}

/** What was found so far. */
class Found {
  readonly #groups = new Map<string, Group>()
  readonly #over: Record<TurnKind, number> = { ussd: 0, programmable: 0 }
  #open = 0

  /** @param typed what the same phone typed in earlier sessions */
  add(session: SessionTranscript, typed: readonly string[], now: number): void {
    const way = wayOutOf(session, now)
    if (way === 'open') {
      this.#open += 1
      return
    }
    this.#over[session.kind] += 1
    const last = session.transcript.findLastIndex(({ screen, type }) => screen !== null && !isEnd(type))
    const screen = session.transcript[last]?.screen
    if (!isLeft(way) || screen === undefined || screen === null) return
    const before = session.transcript.slice(0, last + 1)
    const entered = before.flatMap(enteredIn)
    const known = [...typed, ...entered]
    const asked = session.transcript.slice(0, last).findLast((turn) => turn.screen !== null)
    const shape = shapeOfScreen(screen, known, isInSentence(asked?.screen, session.transcript[last]?.entered ?? null))
    const key = `${session.kind} ${shape}`
    const group = this.#groups.get(key) ?? { kind: session.kind, shape, isBlind: false, seen: [] }
    this.#groups.set(key, group)
    // What was entered there may stand on the screen, and is kept nowhere: it is taken for a name.
    group.isBlind ||= before.length > entered.length
    const text = plainScreen(screen, known)
    group.seen.push({ text, phone: session.phone, way, session: nameOfSession(session) })
  }

  sum(): Pick<DropOff, 'open' | 'left' | 'screens'> {
    const screens = this.#told().map((told) => this.#screenOf(told))
    const left = screens.reduce((sum, { count }) => sum + count, 0)
    return { open: this.#open, left, screens: screens.toSorted((one, other) => other.count - one.count) }
  }

  /** What is shown of each group: those of a kind that must not be are one. */
  #told(): readonly Told[] {
    const told: Told[] = []
    const unshown = new Map<TurnKind, Seen[]>()
    for (const { kind, shape, isBlind, seen } of this.#groups.values()) {
      const texts = Map.groupBy(seen, ({ text }) => text)
      if (isBlind && !isSeenByTwo(seen)) {
        const known = unshown.get(kind)
        known?.push(...seen)
        if (known === undefined) told.push({ kind, screen: behindSecret, seen })
        unshown.set(kind, known ?? seen)
      } else if (isBlind || ![...texts.values()].every(isSeenByTwo)) {
        // A word that differs between subscribers, or that one alone saw, may name them.
        told.push({ kind, screen: shape, seen })
      } else for (const [screen, some] of texts) told.push({ kind, screen, seen: some })
    }
    return told
  }

  #screenOf({ kind, screen, seen }: Told): LeftScreen {
    const count = (wanted: WayOut): number => seen.filter(({ way }) => way === wanted).length
    return {
      name: digest([kind, screen]),
      kind,
      screen: maskNumbers(screen),
      count: seen.length,
      share: seen.length / this.#over[kind],
      ways: { timeout: count('timeout'), release: count('release'), silence: count('silence') },
      sessions: seen.slice(0, mostSessions).map(({ session }) => session),
    }
  }
}

/** Screens that are equal but for names and numbers. */
interface Group {
  readonly kind: TurnKind
  readonly shape: string
  /** Whether something was entered that is kept nowhere. */
  isBlind: boolean
  readonly seen: Seen[]
}

/** A session that ended there. */
interface Seen {
  /** The screen with its names. */
  readonly text: string
  /** Shortened. */
  readonly phone: string
  readonly way: WayOut
  readonly session: string
}

interface Told {
  readonly kind: TurnKind
  readonly screen: string
  readonly seen: readonly Seen[]
}

function isSeenByTwo(seen: readonly Seen[]): boolean {
  return seen.some(({ phone }) => phone !== seen[0]?.phone)
}

function enteredIn({ entered }: SessionTurn): readonly string[] {
  return entered === null ? [] : [entered]
}

function isLeft(way: WayOut | 'finished' | 'open'): way is WayOut {
  return way !== 'finished' && way !== 'open'
}

/** Whether it tells the end of a session, which has no screen of its own. */
function isEnd(type: string): boolean {
  return type === 'timeout' || type === 'release'
}

function wayOutOf({ transcript, isOver, lastAt }: SessionTranscript, now: number): WayOut | 'finished' | 'open' {
  const end = transcript.find(({ type }) => isEnd(type))
  if (end !== undefined) return end.type === 'timeout' ? 'timeout' : 'release'
  if (isOver) return 'finished'
  return now - +lastAt >= silentAfter ? 'silence' : 'open'
}

const usualMost = 1_000
const pageSize = 1_000
const atOnce = 20
const mostSessions = 5
// ms. Networks end a session that nobody answers sooner.
const silentAfter = 180_000
