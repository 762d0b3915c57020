import type { Clock } from '../clock.ts'
import type { Claim, InboxStore } from '../store/inbox-store.ts'
import { type AttemptEnd, recordAttempt } from './attempt-run.ts'
import { backOff, type DeadNotification, type Delivery } from './delivery.ts'
import type { DeliveryReports, EndedAttempt, EndedRun } from './delivery-reports.ts'
import type { Settling } from './settling.ts'
import type { Instead } from './work.ts'

/** What ends are judged with. */
export interface EndingsSettings {
  readonly store: InboxStore
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  readonly clock: Clock
  /** From 0 up to but not including 1. */
  readonly random: () => number
  readonly reports: DeliveryReports
  readonly settling: Settling
}

/** Decides what becomes of an entry after its handler, or in its place, and tells the store. */
export class Endings {
  readonly #settings: EndingsSettings

  constructor(settings: EndingsSettings) {
    this.#settings = settings
  }

  /** Its handler has run. */
  handled(claim: Claim, ended: EndedAttempt, end: AttemptEnd): void {
    const { reports, retries, random, store, settling } = this.#settings
    const { delivery, entry } = ended
    const settle = (state: 'done' | 'dead'): void => {
      const attempt = recordAttempt(ended, end, delivery.note)
      settling.settle(claim, { state, attempt }, () => reports.lost(ended))
    }
    const failures = entry.failures + 1
    if (end.ok) {
      reports.handled(ended)
      settle('done')
    } else if (end.isHandedBack) {
      this.handedBack(claim)
    } else if (store.hasEnded?.(claim)) {
      reports.failedTooLate(ended, end.error)
      settling.settle(claim, { state: 'done', attempt: recordAttempt(ended, { ok: true }, delivery.note) }, nothingMore)
    } else if (!retries) {
      reports.failed(ended, end.error, null)
      settle('dead')
    } else if (failures < delivery.retry.attempts) {
      const retryIn = backOff(failures, delivery.retry, random)
      reports.failed(ended, end.error, retryIn)
      const settlement = { state: 'waiting', retryIn, attempt: recordAttempt(ended, end, delivery.note) } as const
      settling.settle(claim, settlement, () => reports.lost(ended))
    } else {
      reports.dead(ended, end.error)
      this.#giveUp(ended, end.error).then(() => settle('dead'))
    }
  }

  /** Its handler is not called. */
  instead(claim: Claim, run: EndedRun, instead: Instead): void {
    const { reports, settling } = this.#settings
    reports.instead(run, instead)
    if (instead.state === 'later') {
      // Stores keep whole ms: one that refused a fraction would be told it again for ever.
      settling.settle(claim, { state: 'handedBack', retryIn: Math.ceil(instead.retryIn) }, nothingMore)
    } else if (instead.state === 'rejected') {
      settling.settle(claim, { state: 'rejected', reason: instead.why }, nothingMore)
    } else if (instead.state === 'dead') {
      settling.settle(
        claim,
        { state: 'dead', attempt: recordAttempt(run, { ok: false, error: instead.error }, undefined) },
        nothingMore,
      )
    } else {
      settling.settle(claim, { state: 'done', attempt: recordAttempt(run, { ok: true }, instead.why) }, nothingMore)
    }
  }

  /** It counts as not tried; due at once, or after `retryIn` ms. */
  handedBack(claim: Claim, retryIn?: number): void {
    const settlement = retryIn === undefined ? handedBack : { ...handedBack, retryIn }
    this.#settings.settling.settle(claim, settlement, nothingMore)
  }

  /** It cannot be read any more. */
  unreadable(claim: Claim, reason: string): void {
    this.#settings.settling.settle(claim, { state: 'rejected', reason }, nothingMore)
  }

  async #giveUp(ended: EndedAttempt, error: unknown): Promise<void> {
    const { clock, reports } = this.#settings
    const { delivery, entry, attempt } = ended
    const record = recordAttempt(ended, { ok: false, error }, delivery.note)
    const dead = {
      id: entry.id,
      attempts: entry.failures + 1,
      made: [...entry.attempts, record],
      error,
      log: attempt.log,
    }
    try {
      await giveUp(delivery, dead, clock)
    } catch (failure) {
      reports.onDeadFailed(ended, failure)
    }
  }
}

const handedBack = { state: 'handedBack' } as const
const nothingMore = (): void => undefined

/**
 * Tells the merchant of a notification that is dead, before the store knows: so it is told at least once. It may take
 * as long as an attempt.
 *
 * @throws what `onDead` throws
 */
export async function giveUp(delivery: Delivery, dead: DeadNotification, clock: Clock): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = clock.after(delivery.retry.timeout, () => {
    late.reject(new Error(`onDead took longer than ${delivery.retry.timeout} ms`))
  })
  try {
    await Promise.race([delivery.giveUp(dead), late.promise])
  } finally {
    cancel()
  }
}
