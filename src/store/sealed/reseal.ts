import { FMW_SEALED } from '../errors.ts'
import type { StoreLook } from '../store.ts'
import type { KeptValues, Rewriting } from './kept-values.ts'
import { Seals } from './seals.ts'

/** What became of the sealed values of a store. */
export interface ResealReport {
  /** Values that are sealed under the first secret now, and were not before. */
  readonly resealed: number
  /** Values that no secret of the list opens: they stay as they are. */
  readonly closed: number
  /** Whether the last look at all of them found none to seal anew. */
  readonly isDone: boolean
}

/**
 * Seals anew, under the first secret, what the others sealed: then they may go. What is done already is not written
 * again, so it may be stopped and started at any time. An application that had the old secret as its first must have been
 * restarted before.
 *
 * It looks until it finds nothing: a row may be made meanwhile of one that was read before it was written.
 *
 * @param onRead told how many rows were looked at, of how many
 * @throws an error of a store that has no `values`
 */
export async function reseal(
  { values }: Pick<StoreLook, 'values'>,
  secrets: readonly string[],
  onRead: (rows: number, total: number) => void,
): Promise<ResealReport> {
  if (values === undefined) throw new Error('This store has nothing that can be sealed anew beside its application.')
  const seals = new Seals(secrets, true)
  let [resealed, closed] = [0, 0]
  for (let walk = 1; walk <= mostWalks; walk++) {
    const found = await walkOver(values, seals, onRead)
    resealed += found.written
    closed = found.closed
    if (found.written > 0 || found.missed > 0) continue
    await values.finish()
    return { resealed, closed, isDone: true }
  }
  await values.finish()
  return { resealed, closed, isDone: false }
}

async function walkOver(values: KeptValues, seals: Seals, onRead: (rows: number, total: number) => void) {
  let closed = 0
  const unlessClosed = <Value>(value: Value, anew: () => Value): Value => {
    try {
      return anew()
    } catch (error) {
      if (!(error instanceof FMW_SEALED)) throw error
      closed++
      return value
    }
  }
  const rewriting: Rewriting = {
    text: (text) => unlessClosed(text, () => seals.anewText(text)),
    bytes: (bytes) => unlessClosed(bytes, () => seals.anewBytes(bytes)),
  }
  let [rows, written, missed] = [0, 0, 0]
  const total = await values.count()
  for (let after: string | undefined = ''; after !== undefined; ) {
    const step = await values.rewrite(after, rewriting)
    rows += step.rows
    written += step.written
    missed += step.missed
    onRead(Math.min(rows, total), total)
    after = step.next
  }
  return { written, missed, closed }
}

const mostWalks = 4
