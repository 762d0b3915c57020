import type { DropOff, LeftScreen } from '../../src/admin/sessions/drop-off.ts'
import type { OperatorRight } from '../../src/operations/page/access.ts'
import type { DryRun } from '../../src/operations/page/bulk.ts'
import type { TabCount, TabName } from '../../src/operations/page/tabs.ts'
import type { EntryKind } from '../../src/store/entry.ts'

export type { DropOff, DryRun, EntryKind, LeftScreen, OperatorRight, TabName }

/** A list of the page: one of entries, or that of sessions, where those were left, or what people did. */
export type ListName = TabName | 'sessions' | 'dropOff' | 'trail'

/** What somebody did, masked. `at` is in ISO. */
export interface TrailLine {
  readonly at: string
  readonly by: string | null
  readonly act: string
  readonly entry: string | null
  readonly about: Readonly<Record<string, unknown>> | null
  readonly reason: string | null
  /** What its entry is asked for by. */
  readonly name: string | null
}

/** What somebody wrote about an entry, masked. `at` is in ISO. */
export interface Note {
  readonly at: string
  readonly by: string | null
  readonly note: string
}

/** A session, masked. Times are in ISO. */
export interface Session {
  readonly kind: string
  readonly sessionId: string
  readonly phone: string
  readonly startedAt: string
  readonly lastAt: string
  readonly turns: number
  readonly isOver: boolean
  readonly fallbacks: number
}

export interface Turn {
  readonly at: string
  readonly type: string
  readonly entered: string | null
  readonly screen: string | null
  readonly source: string | null
  readonly ms: number | null
  readonly isFallback: boolean
}

export interface Transcript extends Session {
  /** What it is asked for by. */
  readonly name: string
  readonly masked: boolean
  /** ms that your handler had for each answer; null where its kind isn't received any more. */
  readonly budget: number | null
  readonly transcript: readonly Turn[]
}

/** A kind that somebody has stopped, masked. `since` is in ISO. */
export interface StoppedKind {
  readonly kind: string
  readonly by: string
  readonly reason: string
  readonly since: string
}

/** What stands on every view. Times are epoch ms. */
export interface Overview {
  readonly registration: string
  readonly registrations: readonly string[]
  readonly operator: { readonly by: string; readonly rights: readonly OperatorRight[] }
  readonly now: number
  readonly tabs: readonly TabCount[]
  readonly oldestWaiting: number | null
  readonly store: { readonly ok: boolean; readonly why: string | null }
  /** Those that may be stopped. */
  readonly kinds: readonly string[]
  readonly stops: readonly StoppedKind[]
  /** What the other registrations have that must be seen here too. */
  readonly others: readonly OtherRegistration[]
}

export interface OtherRegistration {
  readonly name: string
  /** Null while its store can't be asked. */
  readonly needsReview: TabCount | null
  readonly stops: readonly StoppedKind[]
}

export interface Attempt {
  readonly number: number
  readonly startedAt: string
  readonly ms: number
  readonly error: string | null
  readonly replay: boolean
  readonly note?: string
}

export interface Review {
  readonly reasons: readonly string[]
  readonly openedAt: string
  readonly settledAt: string | null
  readonly settledBy: string | null
  readonly note: string | null
}

/** An entry as lists show it, masked. Times are in ISO. */
export interface EntryRow {
  /** What it is asked for by. */
  readonly name: string
  readonly kind: string
  readonly id: string
  readonly state: string
  readonly lane: string
  readonly reference: string | null
  readonly conflictsWith: string | null
  readonly receivedAt: string
  readonly dueAt: string | null
  readonly finishedAt: string | null
  readonly replay: boolean
  readonly attempts: readonly Attempt[]
  readonly reason: string | null
  readonly review: Review | null
}

export interface EntryList {
  readonly entries: readonly EntryRow[]
  readonly next: string | null
}

export interface Entry extends EntryRow {
  readonly masked: boolean
  readonly problem: string | null
  readonly why?: string | null
  readonly contradicts?: EntryRow | null
  readonly before?: readonly EntryRow[]
  /** Whether others stand between the first of them and the rest. */
  readonly isMoreBefore?: boolean
  readonly trail?: readonly TrailLine[]
  readonly notes?: readonly Note[]
  /** What came, by what it is. */
  readonly event: unknown
  readonly request?: unknown
  readonly asked?: unknown
  readonly raw?: unknown
  readonly body?: string | null
}
