/**
 * What became of a notification in the inbox of the application.
 *
 * @example
 * const isRetried = ({ state, attempts }: NotificationWork) => state === 'waiting' && attempts.length > 0
 */
export interface NotificationWork {
  /** `waiting`, `running`, `done`, `rejected` or `dead`. */
  readonly state: string
  /** What the handler got; null for what is no payment, and for what it never got. */
  readonly outcome: string | null
  /** Your own reference, as the handler got it; null for what is no payment. */
  readonly reference: string | null
  /** Why the plugin decided so. */
  readonly why: string | null
  /** `confirmed`, `signed` or `callback`: who says it. */
  readonly evidence: string | null
  /** Why a person must look at it. */
  readonly needsReview: readonly string[]
  /** Why it was rejected; null for others. */
  readonly reason: string | null
  readonly attempts: readonly WorkAttempt[]
  /** When it is looked at again, epoch ms by the clock of the application's store; null where nothing is planned. */
  readonly dueAt?: number | null
}

/**
 * One run of the handler on a notification.
 *
 * @example
 * const inWords = ({ number, ms, error }: WorkAttempt) => `${number}: ${error ?? 'done'} after ${ms} ms`
 */
export interface WorkAttempt {
  /** From 1. */
  readonly number: number
  readonly ms: number
  /** Null where it succeeded. */
  readonly error: string | null
  /** What the plugin found out before, such as what the service said of a payment. */
  readonly note?: string | undefined
}

/** An entry of the inbox, as far as it is looked at. */
export interface LookedAtEntry extends Pick<NotificationWork, 'state' | 'reason' | 'attempts'> {
  readonly kind: string
  readonly event: unknown
  /** Of a follow-up: what is kept about it. */
  readonly raw?: unknown
  readonly dueAt?: Date | null
  /** The entry that it contradicts. */
  readonly conflictsWith?: string | null
  /** Why a person must look at it: what its handler was told, and what only the inbox knows. */
  readonly review?: { readonly reasons: readonly string[] } | null
}

/** What an entry of the inbox says. */
export function workOf(entry: LookedAtEntry): NotificationWork {
  const { state, reason, attempts, event, dueAt } = entry
  const text = (name: string): string | null => textIn(Object(event), name)
  return {
    state,
    outcome: text('outcome'),
    reference: text('reference'),
    why: text('why'),
    evidence: text('evidence'),
    needsReview: reviewReasonsOf(entry),
    reason,
    dueAt: dueAt?.getTime() ?? null,
    attempts: attempts.map(({ number, ms, error, note }) => ({
      number,
      ms,
      error,
      ...(note !== undefined && { note }),
    })),
  }
}

/**
 * Why a person must look at a payment, as its handler was told. The event as it is kept knows neither what it contradicts nor
 * what was found out before its handler ran, such as `unexpected`: its review does, also once it is settled.
 */
export function reviewReasonsOf({ event, conflictsWith, review }: LookedAtEntry): readonly string[] {
  const said: unknown = Reflect.get(Object(event), 'needsReview')
  if (!Array.isArray(said)) return []
  const isContradicted = typeof conflictsWith === 'string'
  const reviewed = (review?.reasons ?? []).filter((reason) => !ofInbox.has(reason))
  return [...new Set([...(isContradicted ? ['contradicted'] : []), ...reviewed, ...said.map(String)])]
}

/** Reasons that only the inbox knows: no handler is told of them. */
const ofInbox: ReadonlySet<string> = new Set(['undetermined', 'unhandled', 'unheard', 'unreported'])

export function textIn(fields: object, name: string): string | null {
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value : null
}
