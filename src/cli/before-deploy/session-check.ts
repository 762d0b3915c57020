import type { Breaking, Judgement, Unjudged, UnjudgedReason } from '../../conversation/judging/judgement.ts'
import { readRecord } from '../../conversation/record/record.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { InspectedTurnKind } from '../../registration/inspection.ts'
import type { OpenSession, OpenSessions } from '../../store/open-sessions.ts'
import { lineIn } from '../load-app.ts'
import { type FoundSession, Groups } from './groups.ts'

/** What would become of the sessions that are open. */
export interface SessionCheck {
  readonly open: number
  readonly holds: number
  readonly breaks: number
  readonly unjudged: number
  /** More than were to be looked at. */
  readonly left: number
  /** What breaks or can't be judged: the same thing of several sessions once, that of most sessions first. */
  readonly findings: readonly CheckFinding[]
  /** Screens that hold and read otherwise than the subscriber has them. */
  readonly readOtherwise: readonly ReadOtherwise[]
}

/** One thing that breaks sessions, or keeps them from being judged. */
export interface CheckFinding {
  readonly verdict: 'breaks' | 'unjudged'
  readonly kind: TurnKind
  readonly step: number
  /** What breaks: the conversation begins again, the turn fails, or nothing answers. */
  readonly becomes?: Breaking['becomes'] | 'silence'
  readonly recorded?: string
  readonly found?: string
  readonly place?: string | null
  /** Why it can't be judged. */
  readonly why?: UnjudgedReason | 'handler'
  readonly sessions: readonly FoundSession[]
}

/** A screen that reads otherwise. */
export interface ReadOtherwise {
  readonly kind: TurnKind
  readonly at: string
  readonly sessions: readonly FoundSession[]
}

/** What a check is made of. */
export interface CheckParts {
  readonly sessions: OpenSessions
  readonly registration: string
  readonly kinds: readonly InspectedTurnKind[]
  /** The most sessions. */
  readonly limit: number
  readonly onProgress: (done: number, total: number) => void
}

/** Holds the conversations of a build against the sessions that are open. */
export async function checkSessions(parts: CheckParts): Promise<SessionCheck> {
  const { sessions, registration, kinds, limit, onProgress } = parts
  const total = Math.min(limit, await sessions.count(registration))
  const counts = { holds: 0, breaks: 0, unjudged: 0 }
  const findings = new Groups<Found>()
  const readOtherwise = new Groups<Omit<ReadOtherwise, 'sessions'>>()
  let done = 0
  const look = async (session: OpenSession): Promise<void> => {
    const judged = await judge(session, kinds)
    counts[judged.verdict] += 1
    done += 1
    onProgress(done, Math.max(total, done))
    const { kind } = session
    if (judged.verdict !== 'holds') findings.add({ kind, ...judged }, session)
    else if (judged.readsTheSame === false) readOtherwise.add({ kind, at: `${judged.at}` }, session)
  }
  let cursor: string | undefined
  do {
    const page = await sessions.list({ registration, limit: Math.min(pageSize, limit - done), cursor })
    // At once: those that wait for something then wait together.
    await Promise.all(page.sessions.map(look))
    cursor = done < limit ? page.next : undefined
  } while (cursor !== undefined)
  const open = Math.max(done, await sessions.count(registration))
  return { open, ...counts, left: open - done, findings: findings.all, readOtherwise: readOtherwise.all }
}

/** What of a session is told, in the same words for all of which it is true. */
type Found = Omit<CheckFinding, 'sessions'>

type Judged = Exclude<Judgement, Breaking | Unjudged> | Omit<Found, 'kind'>

async function judge(session: OpenSession, kinds: readonly InspectedTurnKind[]): Promise<Judged> {
  const { sessionId, phone, screen, kind } = session
  const state = goneOnFrom(session)
  const known = kinds.find((one) => one.kind === kind)
  const breaking = { verdict: 'breaks', step: 1, place: null } as const
  if (known === undefined)
    return { ...breaking, becomes: 'silence', recorded: `a session of ${kind}`, found: `no handler of ${kind}` }
  if (known.judge === undefined) {
    const isTalk = state !== null && readRecord(JSON.parse(state)) !== undefined
    return isTalk
      ? { ...breaking, becomes: 'restart', recorded: 'a conversation', found: 'a handler of its own' }
      : { verdict: 'unjudged', why: 'handler', step: 1 }
  }
  const judged = await known.judge({ sessionId, phone, state, screen })
  return judged.verdict === 'breaks'
    ? { ...judged, place: judged.place === undefined ? null : lineIn(judged.place) }
    : judged
}

/**
 * The state that a push goes on from. Whoever dials again after a session is asked by the new script what they had not
 * answered, so the question that stood on their screen is nothing that could break. Here and not in the judge, since that
 * may be of an older version of the package.
 */
function goneOnFrom({ state, isLeft }: OpenSession): string | null {
  const record = isLeft && state !== null ? readRecord(JSON.parse(state)) : undefined
  return record === undefined ? state : JSON.stringify({ ...record, asked: undefined })
}

const pageSize = 200
