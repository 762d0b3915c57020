import assert from 'node:assert/strict'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, Claim, EntryQuery, InboxRetention, InboxStore, Settlement } from '../../store/inbox-store.ts'
import type { EffectBeginning, TurnClosing, TurnOpened, TurnOpening, TurnStore } from '../../store/turn-store.ts'
import { closingOf, done, entryOf, newSession, openingOf, waitingOf } from './samples.ts'
import { eventually } from './suite-context.ts'

/** The registration that tests work in, unless they name another. */
export const registration = 'default'

/** Accepts entries one after the other. */
export async function acceptAll<const Entries extends readonly NewEntry[]>(
  inbox: InboxStore,
  entries: Entries,
): Promise<Entries> {
  for (const entry of entries) await inbox.accept(entry, false)
  return entries
}

export async function acceptOne(inbox: InboxStore, entry: NewEntry): Promise<NewEntry> {
  await inbox.accept(entry, false)
  return entry
}

/** Claims as many as must be there, and makes sure that there are no more. */
export async function claimExactly(inbox: InboxStore, count: number): Promise<readonly Claim[]> {
  const claims: Claim[] = []
  await eventually(`${count} claims`, async () => {
    claims.push(...(await inbox.claim(most)))
    return claims.length >= count
  })
  claims.push(...(await inbox.claim(most)))
  assert.equal(claims.length, count, `claimed: ${claims.map(({ entry }) => entry.id).join(', ')}`)
  return claims
}

/** Claims the one that must be there. */
export async function claimOne(inbox: InboxStore): Promise<Claim> {
  const [claim] = await claimExactly(inbox, 1)
  assert.ok(claim)
  return claim
}

/** Accepts an entry and claims it. */
export async function claimed(inbox: InboxStore, entry: NewEntry = entryOf()): Promise<Claim> {
  await inbox.accept(entry, false)
  return claimOne(inbox)
}

/** Nothing may be claimed now. */
export async function claimNone(inbox: InboxStore): Promise<void> {
  const claims = await inbox.claim(most)
  assert.deepEqual(idsOf(claims), [])
}

/** Accepts an entry, claims it and settles it: it must be the only one that may be claimed. */
export async function workOne(inbox: InboxStore, entry: NewEntry, settlement: Settlement = done()): Promise<NewEntry> {
  assert.equal(await inbox.settle(await claimed(inbox, entry), settlement), true)
  return entry
}

/** Works until nothing is left. @returns the ids in the order in which they were claimed */
export async function workAll(inbox: InboxStore, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  await eventually(`work on ${count} entries`, async () => {
    const claims = await inbox.claim(most)
    ids.push(...idsOf(claims))
    for (const claim of claims) assert.equal(await inbox.settle(claim, done()), true)
    return ids.length >= count
  })
  await claimNone(inbox)
  return ids
}

/** The entry, which must be there. */
export async function entryIn(inbox: InboxStore, id: string): Promise<StoredEntry> {
  const entry = await inbox.get(registration, id)
  assert.ok(entry, `there is no entry ${id}`)
  return entry
}

/** Ids of a whole list, newest first. */
export async function listed(
  inbox: InboxStore,
  filter: Omit<EntryQuery, 'registration' | 'limit'> = {},
): Promise<string[]> {
  const { entries } = await inbox.list({ registration, limit: 1_000, ...filter })
  return entries.map(({ id }) => id)
}

/** Forgets until nothing is left to forget. @returns how many rows */
export async function sweepAll(inbox: InboxStore, retention: Partial<InboxRetention>, step = most): Promise<number> {
  return sweepOn(step, () => inbox.sweep({ ...keepAll, ...retention }, step))
}

/** The claims that came with acceptances. */
export function claimsOf(acceptances: readonly Acceptance[]): Claim[] {
  return acceptances.flatMap((acceptance) => ('claim' in acceptance && acceptance.claim ? [acceptance.claim] : []))
}

/** The claim that came with an acceptance; a store that gives none there is asked for it. */
export async function claimOf(inbox: InboxStore, acceptance: Acceptance): Promise<Claim> {
  return claimsOf([acceptance])[0] ?? (await claimOne(inbox))
}

/** One field of each. */
export function each<Item, Name extends keyof Item>(items: readonly Item[] | undefined, name: Name): Item[Name][] {
  return (items ?? []).map((item) => item[name])
}

/** How often each of some words came. */
export function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Makes sure that something has these fields, whatever else it has. */
export function assertHas<Thing extends object>(thing: Thing, expected: Partial<Thing>): void {
  const own = Object.keys(expected).map((name) => [name, Reflect.get(thing, name)])
  assert.deepEqual(Object.fromEntries(own), expected)
}

/** Makes sure that the entries of each lane were worked in their order. */
export function assertInOrder(ids: readonly string[], lanes: readonly (readonly NewEntry[])[]): void {
  for (const lane of lanes) {
    const expected = each(lane, 'id')
    const worked = ids.filter((id) => expected.includes(id))
    assert.deepEqual(worked, expected)
  }
}

/** Claims until there are so many. @returns the ids in the order in which they were claimed */
export async function claimIds(count: number, claim: () => Promise<readonly Claim[]>): Promise<string[]> {
  const ids: string[] = []
  await eventually(`${count} claims`, async () => {
    ids.push(...idsOf(await claim()))
    return ids.length >= count
  })
  assert.equal(ids.length, count, `claimed: ${ids.join(', ')}`)
  return ids
}

export function idsOf(claims: readonly Claim[]): string[] {
  return claims.map(({ entry }) => entry.id)
}

// More than any test accepts.
const most = 1_000
// More than any test needs to forget all.
const rounds = 100
const year = 365 * 86_400_000
const keepAll: InboxRetention = { entries: year, identities: year, rejected: 1_000_000 }

/** Asks for page after page to the last, and does something after each. */
export async function allPages<Page extends { readonly next: string | undefined }>(
  ask: (cursor: string | undefined) => Promise<Page>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly Page[]> {
  const pages: Page[] = []
  let cursor: string | undefined
  while (pages.length < pagesAtMost) {
    const page = await ask(cursor)
    pages.push(page)
    await meanwhile()
    cursor = page.next
    if (cursor === undefined) return pages
  }
  assert.fail(`there is no last page among ${pages.length}`)
}

const pagesAtMost = 100

/** A turn that runs. */
export type RunningTurn = Extract<TurnOpened, { status: 'opened' }>

/** Opens a turn, which must run then. */
export async function run(turns: TurnStore, opening: TurnOpening): Promise<RunningTurn> {
  const opened = await turns.open(opening)
  if (opened.status !== 'opened') assert.fail(`${opening.turn} is ${opened.status} instead of opened`)
  return opened
}

/** Opens the first turn of a session that nobody knows yet. */
export async function firstTurn(turns: TurnStore) {
  const id = newSession()
  const first = openingOf(id, 1)
  const { fence } = await run(turns, first)
  return { id, first, fence }
}

/** The same, answered with its waiting screen: its work goes on. */
export async function waitingTurn(turns: TurnStore) {
  const begun = await firstTurn(turns)
  const waiting = waitingOf(begun.first, begun.fence)
  await turns.close(waiting)
  return { ...begun, waiting }
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

/** Begins an effect. */
export async function begun(turns: TurnStore, effect: EffectBeginning): Promise<EffectBeginning> {
  await turns.begin(effect)
  return effect
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
export async function sweepSessions(turns: TurnStore, keep: number, step = most): Promise<number> {
  return sweepOn(step, () => turns.sweep(keep, step))
}

async function sweepOn(step: number, sweep: () => Promise<number>): Promise<number> {
  let rows = 0
  for (let round = 0; round < rounds; round++) {
    const forgotten = await sweep()
    assert.ok(forgotten <= step, `it forgot ${forgotten} rows where ${step} were asked for`)
    if (forgotten === 0) return rows
    rows += forgotten
  }
  assert.fail(`it goes on forgetting after ${rows} rows`)
}
