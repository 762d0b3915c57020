import type { SessionEntry, Sessions, SessionTranscript } from '../../admin/sessions-look.ts'
import type { PastTurn, Replayed, ReplayOptions } from '../../conversation/judging/replay.ts'
import { doctorMark } from '../../inbox/doctor.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { InspectedTurnKind } from '../../registration/inspection.ts'
import { type FoundSession, Groups } from './groups.ts'
import type { PastEffects } from './past-effects.ts'

/** What became of the sessions of a time that were played again. */
export interface DayReplay {
  readonly played: number
  readonly same: number
  readonly changed: number
  /** Nobody can tell how they go on from some turn; before it they are the same. */
  readonly stopped: number
  readonly changes: readonly ReplayChange[]
  readonly stops: readonly ReplayStop[]
}

/** A screen that changed, in the same way but for its numbers in all of the sessions. */
export interface ReplayChange {
  readonly kind: TurnKind
  /** From 1. */
  readonly turn: number
  /** What the build asks there; its end, or an error. */
  readonly at: string
  /** As the first of the sessions has it. */
  readonly was: string
  readonly now: string
  readonly sessions: readonly FoundSession[]
}

/** Why sessions could not be played to their end. */
export interface ReplayStop {
  readonly kind: TurnKind
  readonly why: string
  readonly sessions: readonly FoundSession[]
}

/** What a replay is made of. */
export interface ReplayParts {
  readonly sessions: Sessions
  /** What `talk.once` gave in them. */
  readonly effects: PastEffects
  readonly kinds: readonly InspectedTurnKind[]
  readonly since: Date
  readonly until: Date
  /** The most sessions, the newest first. */
  readonly limit: number
  /** Makes the readings of the build: its `load`, and what its questions look up. */
  readonly reads: boolean
  readonly onProgress: (done: number, total: number) => void
}

/** Plays the sessions of a time again, with the conversations of a build. */
export async function replayDay({
  sessions,
  effects,
  kinds,
  limit,
  reads,
  onProgress,
  ...time
}: ReplayParts): Promise<DayReplay> {
  const counts = { same: 0, changed: 0, stopped: 0 }
  const changes = new Groups<Omit<ReplayChange, 'sessions'>>()
  const stops = new Groups<Pick<ReplayStop, 'kind' | 'why'>>()
  const chosen: SessionEntry[] = []
  for await (const session of sessions.all({ ...time, limit: Math.min(pageSize, limit) })) {
    // What doctor dialled says nothing of a subscriber's day.
    if (session.sessionId.startsWith(doctorMark)) continue
    chosen.push(session)
    if (chosen.length === limit) break
  }
  for (const [place, session] of chosen.entries()) {
    onProgress(place + 1, chosen.length)
    const { kind } = session
    const own = await transcriptOf(session, sessions)
    const results = own === undefined ? [] : await effects.of(own)
    const found = await playAgain(session, own?.transcript ?? [], kinds, { reads, results })
    counts[found.verdict] += 1
    if (found.verdict === 'changed') {
      const { turn, at, was, now } = found
      const change = { kind, turn, at, was, now }
      changes.add(change, session, { ...change, was: withoutNumbers(was), now: withoutNumbers(now) })
    } else if (found.verdict === 'stopped') stops.add({ kind, why: found.why }, session)
  }
  return { played: chosen.length, ...counts, changes: changes.all, stops: stops.all }
}

/** Amounts, dates and the like differ from session to session, where the change is one. */
function withoutNumbers(screen: string): string {
  return screen.replaceAll(/\d+/g, '0')
}

async function playAgain(
  { sessionId, phone, kind }: SessionEntry,
  turns: readonly PastTurn[],
  kinds: readonly InspectedTurnKind[],
  options: ReplayOptions,
): Promise<Replayed> {
  const known = kinds.find((one) => one.kind === kind)
  if (known === undefined) return { verdict: 'stopped', turn: 1, why: 'silence' }
  return known.replay?.({ sessionId, phone, turns }, options) ?? { verdict: 'stopped', turn: 1, why: 'handler' }
}

/** Of several sessions of one id those of this one. */
async function transcriptOf(
  { sessionId, startedAt }: SessionEntry,
  sessions: Sessions,
): Promise<SessionTranscript | undefined> {
  const found = await sessions.get(sessionId)
  return found.find((one) => one.startedAt.getTime() === startedAt.getTime())
}

const pageSize = 200
