import type { StoredEntry } from '../store/entry.ts'
import type { Attempt } from './attempt.ts'
import type { Delivery } from './delivery.ts'
import type { Instead } from './work.ts'

/** A run on an entry, whatever it came to. */
export interface EndedRun {
  readonly entry: StoredEntry
  readonly attempt: Attempt
  /** From 1. */
  readonly number: number
  /** Epoch ms. */
  readonly startedAt: number
  /** How long it took, ms. */
  readonly ms: number
}

/** A run of a handler that has ended. */
export interface EndedAttempt extends EndedRun {
  readonly delivery: Delivery
}

/** What happens to notifications, for logs and counts. */
export interface DeliveryReports {
  handled(ended: EndedAttempt): void
  /** It failed and is tried again after `retryIn` ms; null where whoever retries is the service. */
  failed(ended: EndedAttempt, error: unknown, retryIn: number | null): void
  /** It failed after a transaction of its own had ended the entry: it is done. */
  failedTooLate(ended: EndedAttempt, error: unknown): void
  /** It failed for the last time. */
  dead(ended: EndedAttempt, error: unknown): void
  /** Its handler was not called: what became of it in its place. */
  instead(ended: EndedRun, instead: Instead): void
  /** No handler here receives its kind; it waits for one that does. */
  unserved(entry: StoredEntry): void
  /** What was kept cannot be read as its kind any more. */
  unreadable(entry: StoredEntry, error: unknown): void
  /** Another process took the entry over while the handler ran. */
  lost(ended: EndedAttempt): void
  /** `onDead` failed. */
  onDeadFailed(ended: EndedAttempt, error: unknown): void
}
