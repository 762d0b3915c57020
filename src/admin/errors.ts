import { createError } from '@fastify/error'

/** The inbox holds no entry of this id. */
export const FMW_ENTRY_UNKNOWN = createError<[id: string, registration: string]>(
  'FMW_ENTRY_UNKNOWN',
  "There is no entry '%s' in the inbox of '%s': it may be forgotten by now, or belong to another registration",
  404,
)

/** The entry cannot be asked for again, because it is not finished, or is asked for already. */
export const FMW_ENTRY_OPEN = createError<[id: string, why: string]>(
  'FMW_ENTRY_OPEN',
  "The entry '%s' %s: nothing needs to be done",
  409,
)

/** The entry isn't as it was seen by the person who decided. */
export const FMW_ENTRY_CHANGED = createError<[id: string, now: string]>(
  'FMW_ENTRY_CHANGED',
  "Nothing was done: the entry '%s' has changed since you saw it. It is %s. Look at it again",
  409,
)

/** What the inbox or the sessions were asked for makes no question. */
export const FMW_LOOK = createError<[name: string, problem: string]>('FMW_LOOK', '%s %s', 400, TypeError)

/** The entry has no open review. */
export const FMW_REVIEW_SETTLED = createError<[id: string, why: string]>(
  'FMW_REVIEW_SETTLED',
  "Nobody needs to look at the entry '%s': %s. Nothing was done",
  409,
)

/** The store failed in the middle of many: `done` and `skipped` say how far it came, as far as the store has told. */
export class FMW_UNFINISHED extends createError<[done: number, total: number, skipped: number, why: string]>(
  'FMW_UNFINISHED',
  'This was cut off: %d of %d are done, %d were skipped. Ask again for the others: nothing is done twice. The cause: %s',
  503,
) {
  readonly done: number
  readonly skipped: number
  readonly total: number

  constructor({ done, skipped, total }: Readonly<Record<'done' | 'skipped' | 'total', number>>, cause: Error) {
    super(done, total, skipped, cause.message)
    this.done = done
    this.skipped = skipped
    this.total = total
    this.cause = cause
  }
}
