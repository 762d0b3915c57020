import type { EffectBeginning, EffectBegun, EffectConclusion, ResumeMark } from '../../turn-store.ts'
import type { Ask } from '../inbox/inbox-look.ts'
import { keyOf } from '../keys.ts'
import { numberAt, type Row, textAt, type Value } from '../statement.ts'
import { fromColumn, toColumn } from '../text-column.ts'
import { sessionKeyOf } from './session-place.ts'

/** What `begin_effect_1` is given after the instance and the channel. */
export function beginningValues(
  registration: string,
  { key, attempt, until, turn }: EffectBeginning,
): readonly Value[] {
  return [
    toColumn(registration),
    keyOf(registration, key),
    toColumn(attempt),
    Math.ceil(until),
    ...(turn === null ? [null, null, null] : [sessionKeyOf(registration, turn), turn.fence, toColumn(turn.state)]),
    ...markValues(registration, turn?.resume),
  ]
}

/** Whether a mark is set or taken away, its key and its time. */
export function markValues(registration: string, mark: ResumeMark | null | undefined): readonly Value[] {
  const isSet = mark !== undefined
  return mark ? [isSet, keyOf(registration, mark.key), Math.ceil(mark.until)] : [isSet, null, null]
}

export function toBegun(row: Row): EffectBegun {
  const status = textAt(row, 0)
  switch (status) {
    case 'begun':
    case 'running':
    case 'unknown':
    case 'fenced':
      return { status }
    default:
      return { status: 'concluded', outcome: fromColumn(textAt(row, 1)) }
  }
}

/** The first outcome stands, whoever brings it; only whoever has the effect can leave it. */
export async function concludeEffect(
  ask: Ask,
  schema: string,
  registration: string,
  { key, attempt, outcome }: EffectConclusion,
): Promise<void> {
  await ask(
    `UPDATE ${schema}.effects SET outcome = $3::text, owner = NULL
    WHERE key = $1 AND outcome IS NULL AND ($3::text IS NOT NULL OR attempt = $2)`,
    [keyOf(registration, key), toColumn(attempt), outcome === null ? null : toColumn(outcome)],
  )
}

/** The state under a key, if there is one at that time, epoch ms. */
export async function findResumable(
  ask: Ask,
  schema: string,
  registration: string,
  key: string,
  at: number,
): Promise<string | null> {
  const text = `SELECT state FROM ${schema}.resumables WHERE key = $1 AND until > $2`
  const [row] = await ask(text, [keyOf(registration, key), Math.floor(at)])
  const state = row?.[0] ?? null
  return state === null ? null : fromColumn(state)
}

/** Forgets effects and what may be resumed when their time is over, `most` of both at most. */
export async function sweepEffects(ask: Ask, schema: string, registration: string, most: number): Promise<number> {
  const now = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`
  const [swept = []] = await ask(
    `WITH effects AS (
      DELETE FROM ${schema}.effects WHERE key IN (
        SELECT e.key FROM ${schema}.effects e WHERE e.registration = $1 AND e.until <= ${now}
        ORDER BY e.until LIMIT $2 FOR UPDATE SKIP LOCKED
      ) RETURNING 1
    ), resumables AS (
      DELETE FROM ${schema}.resumables WHERE key IN (
        SELECT r.key FROM ${schema}.resumables r WHERE r.registration = $1 AND r.until <= ${now}
        ORDER BY r.until LIMIT $2 - (SELECT count(*) FROM effects) FOR UPDATE SKIP LOCKED
      ) RETURNING 1
    ) SELECT (SELECT count(*) FROM effects) + (SELECT count(*) FROM resumables)`,
    [registration, most],
  )
  return numberAt(swept, 0)
}
