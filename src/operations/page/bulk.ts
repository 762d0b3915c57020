import { randomUUID } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { asAbout } from '../../admin/seen/bulk.ts'
import { lastAttempt, type SeenEntry, seenAs } from '../../admin/seen/seen-entry.ts'
import { filtersOf } from '../../admin/sessions/paying-sessions.ts'
import type { TrailAbout } from '../../admin/trail.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { FMW_OPERATOR_CONFIRMATION } from '../errors.ts'
import { fields, filterFields, note, searchFields, text } from './body.ts'

/** What may be done with all entries that fit a filter: it narrows what is meant. */
const bulks = { redrive: { states: 'dead' }, settle: { needsReview: true } } as const

type Bulk = keyof typeof bulks

// More are never done at once.
const mostBound = 10_000

const limit = Type.Integer({ minimum: 1, maximum: mostBound })

/** Which entries are meant, and how many of them at most. */
export const dryRunBody = fields({ ...filterFields, ...searchFields, limit: Type.Optional(limit) })
type DryRunBody = Static<typeof dryRunBody>

const confirmed = { ...filterFields, ...searchFields, limit, confirmation: text }

/** The same as the dry run gave it back. */
export const redriveBody = fields(confirmed)
export const settleAllBody = fields({ ...confirmed, note })
type ConfirmedBody = Static<typeof redriveBody>

/** What would be done. */
export interface DryRun {
  /** Entries that fit, the limit and one at most. */
  readonly fitting: number
  /** With how many of them it would be done. */
  readonly count: number
  readonly limit: number
  /** Only what came before, epoch ms: with what comes later nothing is done. */
  readonly until: number
  /** What the order must be sent with, once. It holds for this filter, this limit and the entries with which it would be done. */
  readonly confirmation: string
}

/** With how many it was done, and how many had changed by then. */
interface Done {
  readonly done: number
  readonly skipped: number
}

/** Counts with how many it would be done, and does nothing. */
export async function dryRun(inbox: Inbox, bulk: Bulk, given: DryRunBody, now: number): Promise<DryRun> {
  const { entries, sign, ...shown } = await plan(inbox, bulk, given, now)
  return { ...shown, confirmation: sign(randomUUID()) }
}

/**
 * Replays those that were confirmed, the oldest first, unless others would be replayed by now.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function redrive(inbox: Inbox, given: ConfirmedBody, now: number, by: string) {
  const { done, skipped } = await carryOut(inbox, 'redrive', given, now, (entries, about) =>
    inbox.redriveSeen(entries, { by, about }),
  )
  return { redriven: done, skipped }
}

/**
 * Settles the reviews that were confirmed, with one note for all.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function settleAll(inbox: Inbox, given: Static<typeof settleAllBody>, now: number, by: string) {
  const { note: said, ...asked } = given
  const { done, skipped } = await carryOut(inbox, 'settle', asked, now, (entries, about) =>
    inbox.settleSeen(entries, { by, note: said, about }),
  )
  return { settled: done, skipped }
}

/** Does it with those that were confirmed, and no others: somebody else may be at work on the same list. */
async function carryOut(
  inbox: Inbox,
  bulk: Bulk,
  given: ConfirmedBody,
  now: number,
  work: (entries: readonly SeenEntry[], about: TrailAbout) => Promise<Done>,
): Promise<Done> {
  const { confirmation, ...asked } = given
  const { entries, sign, count } = await plan(inbox, bulk, asked, now)
  if (confirmation !== sign(confirmation.slice(0, confirmation.indexOf(between)))) {
    throw new FMW_OPERATOR_CONFIRMATION(
      `the confirmation belongs to another filter or to other entries; ${count} fit now`,
    )
  }
  useUp(confirmation)
  return work(entries.slice(0, count), asAbout(asked))
}

/** Two clicks, or a repeat after a lost answer, are one order. @throws FMW_OPERATOR_CONFIRMATION */
function useUp(confirmation: string): void {
  if (used.has(confirmation)) {
    throw new FMW_OPERATOR_CONFIRMATION('this was confirmed once already, and that is under way or done')
  }
  used.add(confirmation)
  for (const old of [...used].slice(0, -mostUsed)) used.delete(old)
}

// Of this process. In another one the same order finds its entries changed, or takes each that isn't.
const used = new Set<string>()
const mostUsed = 1_000
const between = '.'

async function plan(inbox: Inbox, bulk: Bulk, given: DryRunBody, now: number) {
  const { registration = '', limit: most = usualLimit, until = now, ...search } = given
  const wanted = { ...search, until: Math.min(until, now), ...bulks[bulk] }
  const entries = await entriesOf(inbox, await filtersOf(inbox, wanted), bulk)
  const fitting = Math.min(entries.length, most + 1)
  const meant = entries.slice(0, most).map((entry) => [entry.id, ...whatOf(entry, bulk)])
  const sign = (nonce: string) => [nonce, digest([nonce, bulk, registration, wanted, most, meant])].join(between)
  return { entries, sign, fitting, count: Math.min(fitting, most), limit: most, until: wanted.until }
}

/** What would make it another decision: one that was replayed meanwhile is not replayed again, at no process. */
function whatOf(entry: SeenEntry, bulk: Bulk): readonly unknown[] {
  return bulk === 'redrive' ? [lastAttempt(entry)] : [entry.review?.reasons]
}

/**
 * Which entries fit, in the order in which it's done, each once: what a session has with a phone in it fits by both. Of more
 * than can be done at once those that come first, and one.
 */
async function entriesOf(inbox: Inbox, filters: readonly InboxFilter[], bulk: Bulk): Promise<readonly SeenEntry[]> {
  const all = new Map<string, SeenEntry>()
  for (const filter of filters) {
    const found: SeenEntry[] = []
    for await (const entry of inbox.all({ ...filter, limit: pageSize })) {
      if (!all.has(entry.id)) found.push(seenAs(entry))
      if (bulk === 'settle' && found.length > mostBound) break
      // The newest come first, and are replayed last.
      if (found.length > 2 * mostBound) found.splice(0, mostBound - 1)
    }
    for (const entry of bulk === 'redrive' ? found.reverse() : found) all.set(entry.id, entry)
  }
  return [...all.values()]
}

const pageSize = 1_000

const usualLimit = 1_000
