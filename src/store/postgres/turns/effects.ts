import type { EffectBeginning, EffectBegun, EffectConclusion, Resumable, ResumeMark } from '../../turn-store.ts'
import type { Ask } from '../ask.ts'
import { nullable } from '../inbox/entry-columns.ts'
import { forgetChosen } from '../inbox/sweep.ts'
import { keyOf, sessionKeyOf } from '../keys.ts'
import { flagAt, fromColumn, numberAt, type Row, textAt, toColumn, toColumnIfAny, type Value } from '../statement.ts'

/** What `begin_effect_1` is given after the instance and the channel. */
export function beginningValues(
  registration: string,
  { key, attempt, within, turn, left }: EffectBeginning,
): readonly Value[] {
  const { state, resume } = turn ?? left ?? {}
  return [
    toColumn(registration),
    keyOf(registration, key),
    toColumn(attempt),
    within,
    ...(turn === null ? [null, null] : [sessionKeyOf(registration, turn), turn.fence]),
    toColumnIfAny(state),
    ...markValues(registration, resume),
  ]
}

/** Whether a mark is set or taken away, its key and its span, whether it may be overtaken and by what it is not. */
export function markValues(registration: string, mark: ResumeMark | null | undefined): readonly Value[] {
  const isSet = mark !== undefined
  if (!mark) return [isSet, null, null, false, null]
  const { key, within, after } = mark
  return [isSet, keyOf(registration, key), within, after !== undefined, after ?? null]
}

export function toBegun(row: Row): EffectBegun {
  const status = textAt(row, 0)
  switch (status) {
    case 'begun':
    case 'running':
    case 'unknown':
    case 'fenced':
    case 'overtaken':
      return { status }
    default:
      return { status: 'concluded', outcome: fromColumn(textAt(row, 1)) }
  }
}

/**
 * The first outcome stands, whoever brings it; only whoever has the effect can leave it. Its beginning may be on its way still, over a
 * connection that was given up: what is left leaves a row where there is none, and that begins nothing when it comes.
 */
export async function concludeEffect(
  ask: Ask,
  schema: string,
  registration: string,
  { key, attempt, outcome, about }: EffectConclusion,
): Promise<void> {
  if (outcome === null) {
    await ask(
      `INSERT INTO ${schema}.effects AS o (key, registration, attempt, told, until)
      VALUES ($1, $2, $3, 'left', ${now} + $4) ON CONFLICT (key) DO UPDATE
      SET owner = NULL WHERE o.outcome IS NULL AND o.attempt = excluded.attempt`,
      [keyOf(registration, key), toColumn(registration), toColumn(attempt), longestOnItsWay],
    )
    return
  }
  await ask(
    `UPDATE ${schema}.effects SET outcome = $2, owner = NULL, name = $3, whose = $4 WHERE key = $1 AND outcome IS NULL`,
    [keyOf(registration, key), toColumn(outcome), toColumnIfAny(about?.name), toColumnIfAny(about?.whose)],
  )
}

/** What may be resumed under a key now. */
export async function findResumable(
  ask: Ask,
  schema: string,
  registration: string,
  key: string,
): Promise<Resumable | null> {
  const text = `SELECT state, CASE WHEN ended > 0 THEN ${now} - ended END, ${schema}.version_1(state, ended),
      coalesce(ended = -1, false)
    FROM ${schema}.resumables WHERE key = $1 AND until > ${now} AND state IS NOT NULL`
  const [row] = await ask(text, [keyOf(registration, key)])
  if (row === undefined) return null
  const found = { state: fromColumn(textAt(row, 0)), seenFor: nullable(row, 1, Number), version: textAt(row, 2) }
  return flagAt(row, 3) ? { ...found, isLeft: true } : found
}

/** Forgets effects and what may be resumed when their time is over, `most` of both at most. */
export async function sweepEffects(ask: Ask, schema: string, registration: string, most: number): Promise<number> {
  let left = most
  for (const table of [`${schema}.effects`, `${schema}.resumables`]) {
    const choice = `SELECT o.key FROM ${table} o WHERE o.registration = $1 AND o.until <= ${now}
      ORDER BY o.until LIMIT $2 FOR UPDATE SKIP LOCKED`
    if (left <= 0) break
    const [swept = []] = await ask(forgetChosen(table, 'key', choice), [registration, left])
    left -= numberAt(swept, 0)
  }
  return most - left
}

/** By the server's clock, epoch ms. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

// ms. A beginning that waits longer than that for its lock, a whole day, would find no row again.
const longestOnItsWay = 86_400_000
