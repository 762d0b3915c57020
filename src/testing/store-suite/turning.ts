import assert from 'node:assert/strict'
import type { TurnClosing, TurnOpened, TurnOpening, TurnStore } from '../../store/turn-store.ts'
import { closingOf } from './sample-turns.ts'

/** A turn that runs. */
export type RunningTurn = Extract<TurnOpened, { status: 'opened' }>

/** Opens a turn, which must run then. */
export async function run(turns: TurnStore, opening: TurnOpening): Promise<RunningTurn> {
  const opened = await turns.open(opening)
  if (opened.status !== 'opened') assert.fail(`${opening.turn} is ${opened.status} instead of opened`)
  return opened
}

/** Opens a turn and answers it. */
export async function answer(
  turns: TurnStore,
  opening: TurnOpening,
  facts: Parameters<typeof closingOf>[2] = {},
): Promise<TurnClosing> {
  const { fence } = await run(turns, opening)
  const closing = closingOf(opening, fence, facts)
  assert.equal(await turns.close(closing), true)
  return closing
}

/** What becomes of a turn that does not run. */
export async function statusOf(turns: TurnStore, opening: TurnOpening): Promise<string> {
  const opened = await turns.open(opening)
  if (opened.status !== 'running') return opened.status
  return opened.isSame ? 'running' : 'running beside'
}

/** The state under a key; null where there is none, or that of an end that was seen. */
export async function stateUnder(turns: TurnStore, key: string): Promise<string | null> {
  const found = await turns.resumable(key)
  return found === null || found.seenFor !== null ? null : found.state
}

/** Forgets until nothing is left to forget. @returns how many rows */
export async function sweepSessions(turns: TurnStore, keep: number, step = 1_000): Promise<number> {
  let rows = 0
  for (let round = 0; round < rounds; round++) {
    const forgotten = await turns.sweep(keep, step)
    assert.ok(forgotten <= step, `it forgot ${forgotten} rows where ${step} were asked for`)
    if (forgotten === 0) return rows
    rows += forgotten
  }
  assert.fail(`it goes on forgetting after ${rows} rows`)
}

// More than any test needs to forget all.
const rounds = 100
