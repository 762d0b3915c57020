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
