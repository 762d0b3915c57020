import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { type AskingLimits, askStore } from '../../store/ask-store.ts'
import type { Resumable } from '../../store/turn-store.ts'
import type { Work } from '../../turns/turn.ts'
import { type AskedPayment, lastDone, type TalkRecord } from '../record/record.ts'
import type { FoundMark, ScriptHost } from './talk-turn.ts'

/** A turn, as far as what others have left is concerned. */
interface LookingTurn<K extends TurnKind> {
  readonly host: ScriptHost<K>
  readonly work: Work<K>
  readonly found: FoundMark
}

/** The same, as far as payments are. */
interface AskingTurn<K extends TurnKind> {
  readonly event: SessionEvent
  readonly host: ScriptHost<K>
}

/** What was left under a key: from here on the turn takes the key only from that. @throws what the store refuses with */
export async function findLeft<K extends TurnKind>(
  { host: { resumable, clock, isKept }, found }: LookingTurn<K>,
  key: string,
  limits: AskingLimits,
): Promise<Resumable | null> {
  let lookedAt = 0
  const ask = async () => {
    // The same moment as in what is found: a screen that went out just before the push came was seen, whatever pauses in between.
    lookedAt = clock.monotonic()
    return resumable(key, lookedAt)
  }
  const left = await (isKept ? askStore(clock, limits, ask) : ask())
  // When a store looked nobody knows: no later than now.
  found.lookedAt = isKept ? clock.monotonic() : lookedAt
  found.version = left === null ? null : left.version
  return left
}

/** Whoever had dialled before a screen went out has not seen it. */
export function wasSeen<K extends TurnKind>(
  { work, found: { lookedAt = Number.POSITIVE_INFINITY } }: LookingTurn<K>,
  { seenFor }: Resumable,
): boolean {
  return seenFor !== null && seenFor >= lookedAt - work.turn.arrivedAt
}

/**
 * Whether a notice came of the payment for what a conversation has done last: then its end was seen, whatever crossed with it,
 * and the payment is not asked for again. @throws what the store refuses with
 */
export async function hasNotice<K extends TurnKind>(
  { host: { hasNotice: ask, clock }, event }: AskingTurn<K>,
  record: TalkRecord,
  limits: AskingLimits,
): Promise<boolean> {
  for (const { s, k } of paymentsOf(record)) {
    if (await askStore(clock, limits, () => ask(event, s, k))) return true
  }
  return false
}

/** The payments that were asked for what a conversation has done last. */
export function paymentsOf(record: TalkRecord): readonly AskedPayment[] {
  const { p = [] } = record
  return p.length === 0 ? p : p.filter(({ k }) => k === lastDone(record))
}

/**
 * The payments that a phone was asked for, for what was done last, as the store remembers them: it may have lost the last
 * screen that one of them stood on. @throws what the store refuses with
 */
export async function rememberedPayments<K extends TurnKind>(
  { host: { noticesTo, clock }, event }: AskingTurn<K>,
  purchase: string,
  limits: AskingLimits,
): Promise<readonly AskedPayment[]> {
  const sessions = await askStore(clock, limits, () => noticesTo(event, purchase))
  return sessions.map((sessionId) => ({ s: sessionId, k: purchase }))
}

/** The session of a turn lives in this process alone, and others live in the store. */
export function isUnkept<K extends TurnKind>({ host, work }: Pick<LookingTurn<K>, 'host' | 'work'>): boolean {
  return host.isKept && work.turn.hold === undefined
}

/** What a session knows the state by that it found or left under a key. */
export function printOfLeft({ state, seenFor }: Pick<Resumable, 'state' | 'seenFor'>): string {
  return digest([state, seenFor !== null])
}
