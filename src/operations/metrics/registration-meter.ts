import { isTurnKind, type Kind, type NotificationKind, type TurnKind } from '../../pushes/kinds.ts'
import {
  type AttemptEnding,
  attemptEndings,
  type Meter,
  type MeteredPayment,
  type Mishap,
  type Taking,
  takings,
} from '../../registration/events/meter.ts'
import type { Measured } from '../../registration/merchant.ts'
import type { EntryKind } from '../../store/entry.ts'
import type { AnswerSource } from '../../turns/turn.ts'
import type { Instruments } from './instruments.ts'

/** What happens in a registration, as metrics. */
export class RegistrationMeter implements Meter {
  readonly #registration: string
  readonly #instruments: Instruments

  constructor({ name, received }: Measured, instruments: Instruments) {
    this.#registration = name
    this.#instruments = instruments
    instruments.begin('merchant_event_loop_blocked_seconds', { registration: name })
    for (const { kind, verifier, budget } of received) {
      const labels = { registration: name, kind }
      instruments.count('merchant_refused_total', { ...labels, verifier: verifier.name }, 0)
      if (isTurnKind(kind)) {
        instruments.set('merchant_turn_budget_seconds', labels, budget / 1_000)
        for (const answered of firstAnswers)
          instruments.begin('merchant_turn_duration_seconds', { ...labels, answered })
      } else {
        for (const taken of takings) instruments.count('merchant_notifications_total', { ...labels, taken }, 0)
        instruments.count('merchant_notifications_failed_total', labels, 0)
        for (const ended of attemptEndings) instruments.count('merchant_attempts_total', { ...labels, ended }, 0)
      }
    }
  }

  answered(kind: TurnKind, answered: AnswerSource, ms: number): void {
    this.#instruments.observe('merchant_turn_duration_seconds', { ...this.#of(kind), answered }, ms)
  }

  taken(kind: NotificationKind, taken: Taking, ms: number): void {
    const labels = this.#of(kind)
    this.#instruments.count('merchant_notifications_total', { ...labels, taken })
    if (acknowledged.includes(taken)) this.#instruments.observe('merchant_accept_duration_seconds', labels, ms)
  }

  attempted(kind: EntryKind, ended: AttemptEnding, ms: number): void {
    const labels = { ...this.#of(kind), ended }
    this.#instruments.count('merchant_attempts_total', labels)
    this.#instruments.observe('merchant_attempt_duration_seconds', labels, ms)
  }

  failing(kind: NotificationKind): void {
    this.#instruments.count('merchant_notifications_failed_total', this.#of(kind))
  }

  paid({ source, outcome, evidence }: MeteredPayment): void {
    const registration = this.#registration
    this.#instruments.count('merchant_payments_total', { registration, source, outcome, evidence })
  }

  refused(kind: Kind, verifier: string): void {
    this.#instruments.count('merchant_refused_total', { ...this.#of(kind), verifier })
  }

  blocked(ms: number): void {
    this.#instruments.observe('merchant_event_loop_blocked_seconds', { registration: this.#registration }, ms)
  }

  mishap(kind: Kind, what: Mishap): void {
    this.#instruments.count('merchant_mishaps_total', { ...this.#of(kind), what })
  }

  #of(kind: EntryKind | Kind): { readonly registration: string; readonly kind: string } {
    return { registration: this.#registration, kind }
  }
}

// Without them a rate begins at the second one.
const firstAnswers: readonly AnswerSource[] = ['handler', 'waiting', 'deadline', 'failed', 'unreadable']
const acknowledged: readonly Taking[] = ['accepted', 'repeated', 'conflict']
