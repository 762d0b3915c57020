import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Inbox } from '../../admin/inbox.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { FMW_OPERATOR_CONFIRMATION } from '../errors.ts'
import { fields, filterFields, text } from './body.ts'

const limit = Type.Integer({ minimum: 1, maximum: 10_000 })

/** Which dead entries are meant, and how many of them at most. */
export const dryRunBody = fields({ ...filterFields, reference: Type.Optional(text), limit: Type.Optional(limit) })
type DryRunBody = Static<typeof dryRunBody>

/** The same as the dry run gave it back. */
export const redriveBody = fields({ ...filterFields, reference: Type.Optional(text), limit, confirmation: text })

/** What a redrive would do. */
export interface DryRun {
  /** Dead entries that fit, the limit and one at most. */
  readonly fitting: number
  /** How many of them would be replayed, the oldest first. */
  readonly count: number
  readonly limit: number
  /** Only what came before, epoch ms: what dies later isn't replayed. */
  readonly until: number
  /** What the redrive must be sent with. It holds for this filter, this limit and this count. */
  readonly confirmation: string
}

/** Counts what a redrive would replay, and replays nothing. */
export async function dryRun(inbox: Inbox, given: DryRunBody, now: number): Promise<DryRun> {
  const { registration = '', limit: most = usualLimit, until = now, ...filter } = given
  const wanted = { ...filter, until: Math.min(until, now), states: 'dead' } as const
  const { dead: fitting } = await inbox.count(wanted, { most: most + 1 })
  const confirmation = digest(['redrive', registration, wanted, most, fitting])
  return { fitting, count: Math.min(fitting, most), limit: most, until: wanted.until, confirmation }
}

/**
 * Replays what was confirmed, the oldest first, unless something else would be replayed by now.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function redrive(inbox: Inbox, given: Static<typeof redriveBody>, now: number, by: string) {
  const { confirmation, ...asked } = given
  const { count, until, confirmation: expected } = await dryRun(inbox, asked, now)
  if (confirmation !== expected) {
    throw new FMW_OPERATOR_CONFIRMATION(`the confirmation belongs to another filter, or ${count} entries fit it now`)
  }
  const { registration: _registration, limit: most, ...filter } = asked
  return inbox.redrive({ ...filter, until, states: 'dead' }, { limit: most, by })
}

const usualLimit = 1_000
