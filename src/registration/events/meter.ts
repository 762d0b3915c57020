import type { Kind, MoneyKind, NotificationKind, TurnKind } from '../../pushes/kinds.ts'
import type { Evidence, Outcome } from '../../pushes/money/outcome.ts'
import type { EntryKind } from '../../store/entry.ts'
import type { AnswerSource } from '../../turns/turn.ts'

/** How a notification was taken. */
export const takings = ['accepted', 'repeated', 'conflict', 'rejected', 'unavailable', 'paused'] as const
export type Taking = (typeof takings)[number]

/** How an attempt on an entry ended. */
export const attemptEndings = ['handled', 'skipped', 'failed', 'dead', 'later', 'rejected', 'lost'] as const
export type AttemptEnding = (typeof attemptEndings)[number]

/** What goes wrong beside an answer. */
export type Mishap = 'stopped' | 'fenced' | 'unconfirmed' | 'unkept'

/** A payment that a handler took. */
export interface MeteredPayment {
  readonly source: MoneyKind
  readonly outcome: Outcome
  readonly evidence: Evidence
}

/** Hears of all that is counted, with how long it took: for metrics. Spans are ms, with fractions where they are known. */
export interface Meter {
  answered(kind: TurnKind, source: AnswerSource, ms: number): void
  taken(kind: NotificationKind, how: Taking, ms: number): void
  attempted(kind: EntryKind, ended: AttemptEnding, ms: number): void
  /** The first attempt on a notification failed: however often it is retried, it is one. */
  failing(kind: NotificationKind): void
  paid(payment: MeteredPayment): void
  refused(kind: Kind, verifier: string): void
  blocked(ms: number): void
  mishap(kind: Kind, what: Mishap): void
}
