import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewEntry, StoredEntry } from '../../../src/store/entry.ts'
import type { Claim, InboxStore, Settlement } from '../../../src/store/inbox-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import {
  assertSameBytes,
  bytesOf,
  dead,
  done,
  entryOf,
  failed,
  rejectedOf,
} from '../../../src/testing/store-suite/samples.ts'
import { claimOne, entryIn, listed, registration, workOne } from '../../../src/testing/store-suite/working.ts'
import { openMemory } from './opened.ts'

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
const entries = fc.record({
  id: text,
  lane: fc.oneof(text, fc.constant('checkout:')),
  reference: fc.option(text),
  fingerprint: fc.oneof(text, fc.constant(''), fc.constant('9'.repeat(1_001))),
  phones: fc.uniqueArray(text, { maxLength: 3 }),
  receivedAt: fc.integer({ min: 0, max: 4e12 }),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(new Uint8Array(16_384), new Uint8Array(16_385)),
    fc.constant(new Uint8Array()),
  ),
})

describe('what is done in memory is kept as bytes', () => {
  it('and is found again as it was, whatever its texts are', async () => {
    const { inbox } = openMemory()
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entries, { selector: ({ id }) => id, minLength: 1, maxLength: 8 }),
        async (made) => {
          const kept: StoredEntry[] = []
          for (const facts of made) {
            const entry = {
              ...entryOf(facts),
              id: `checkout:${facts.id}`,
              identity: `checkout:${facts.id}`,
              lane: `checkout:${facts.lane}`,
            }
            const before = await inbox.get(registration, entry.id)
            if (before === undefined) {
              await inbox.accept(entry, false)
              const claim = await claimOne(inbox)
              const settlement = done()
              await inbox.settle(claim, settlement)
              kept.push({ ...claim.entry, state: 'done', attempts: [attemptIn(settlement)], dueAt: null })
            }
          }
          for (const { finishedAt: _, ...entry } of kept) {
            const { finishedAt, ...found } = await entryIn(inbox, entry.id)
            expect(plain(found)).toEqual(plain(entry))
            expect(finishedAt).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('and changes nothing of what the inbox does: a store whose entries stay objects says the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 80 }), bounds, async (made, settings) => {
        const clocks = [manualClock(), manualClock()]
        const [packs, stays] = clocks.map((clock) => openMemory({ ...settings, clock }).inbox)
        if (packs === undefined || stays === undefined) throw new Error('there are two')
        for (const step of made) {
          for (const clock of clocks) await clock.advance(step.ms)
          // What belongs to a session isn't packed.
          const [one, other] = [await take(packs, step, undefined), await take(stays, step, 'a session')]
          expect(one).toEqual(other)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the room of what is done in memory', () => {
  it('is used again: of many that came and went, those that are kept are whole', async () => {
    const { inbox } = openMemory({ finished: 20 })
    const made = Array.from({ length: 200 }, (_, number) =>
      entryOf({ payload: bytesOf(String(number).repeat(7_000).slice(0, 16_000)) }),
    )
    for (const entry of made) await workOne(inbox, entry)
    const kept = made.slice(-20)
    expect(await listed(inbox)).toEqual(kept.map(({ id }) => id).toReversed())
    for (const { id, payload } of kept) assertSameBytes((await entryIn(inbox, id)).payload, payload)
    const [first] = made
    expect(await inbox.accept(first ?? entryOf(), false)).toEqual({
      status: 'repeated',
      id: first?.id,
      state: undefined,
    })
  })

  it('is used again after all are gone', async () => {
    const { inbox } = openMemory({ finished: 20 })
    for (let round = 0; round < 40; round++) {
      const entry = entryOf({ payload: bytesOf(String(round).repeat(8_000).slice(0, 16_000)) })
      await workOne(inbox, entry)
      assertSameBytes((await entryIn(inbox, entry.id)).payload, entry.payload)
      await inbox.replay(registration, entry.id)
      await inbox.settle(await claimOne(inbox), { state: 'done', attempt: { ...attemptIn(done(2)), replay: true } })
    }
    expect(await listed(inbox)).toHaveLength(20)
  })
})

const bounds = fc.constantFrom(
  { finished: 4, identities: 4 },
  { finished: 4, identities: 9 },
  { finished: 6, identities: 3 },
  { finished: 8, identities: 8, identityBytes: 2_000 },
  { finished: 3, identities: 3, identityBytes: 1_300 },
  { finished: 8, identities: 30, bytes: 40_000 },
  { finished: 3, identities: 3, bytes: 30_000 },
)

const steps = fc.record({
  what: fc.constantFrom('push', 'push', 'push', 'push', 'replay', 'redrive', 'settleReview', 'sweep', 'unread'),
  which: fc.integer({ min: 0, max: 11 }),
  amount: fc.constantFrom('5.00', '5.00', '5.00', '6.00'),
  isWindowed: fc.boolean(),
  isLarge: fc.boolean(),
  end: fc.constantFrom('done', 'done', 'done', 'noted', 'reviewed', 'dead', 'rejected', 'failed', 'left'),
  ms: fc.constantFrom(0, 1, 50),
})
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** Takes a step. @returns all that can be seen of the inbox then */
async function take(inbox: InboxStore, step: Step, session: string | undefined): Promise<unknown> {
  const id = `checkout:order-${step.which}|paid`
  const entry: NewEntry = entryOf({
    id,
    identity: id,
    lane: `checkout:order-${step.which}`,
    reference: `order-${step.which}`,
    receivedAt: step.which,
    fingerprint: step.amount,
    phones: [`phone ${step.which % 3}`],
    payload: bytesOf(`{"amount":${step.amount}${' '.repeat(step.isLarge ? 16_000 : 0)}}`),
    ...(step.isWindowed && step.which > 9 ? { id: `${id}|${step.ms}`, identityFor: 40 } : {}),
    ...(session === undefined ? {} : { session }),
  })
  const said = await act(inbox, step, entry).catch(({ code }) => ({ code }))
  const { entries: found } = await inbox.list({ registration, limit: 1_000 })
  const whole = await Promise.all(found.map((one) => inbox.get(registration, one.id)))
  const ofPhone = await inbox.list({ registration, limit: 1_000, phone: 'phone 1', states: ['done'] })
  return {
    said,
    found: found.map(({ attempts, ...one }) => ({
      ...one,
      attempts: attempts.map(({ startedAt: _, ...attempt }) => attempt),
    })),
    bytes: whole.map((one) => Buffer.from(one?.payload ?? []).toString()),
    ofPhone: ofPhone.entries.map((one) => one.id),
    counts: await inbox.count({ registration }),
    backlog: await inbox.backlog(registration),
  }
}

async function act(inbox: InboxStore, { what, end, amount }: Step, entry: NewEntry): Promise<unknown> {
  if (what === 'replay') return inbox.replay(registration, entry.id)
  if (what === 'redrive') return inbox.redrive({ registration }, 2)
  if (what === 'settleReview') return inbox.settleReview(registration, entry.id, { by: 'Ama', note: null })
  if (what === 'sweep')
    return inbox.sweep({ entries: 120, identities: amount === '6.00' ? 60 : 300, rejected: 1 }, 1_000)
  if (what === 'unread')
    return (
      await inbox.accept(
        rejectedOf({ id: `unread ${entry.id}`, receivedAt: 1, lane: 'unread', payload: bytesOf('{'), reference: null }),
        false,
      )
    ).status
  const { claim, ...said } = { claim: undefined, ...(await inbox.accept(entry, true)) }
  const claims: readonly Claim[] = claim === undefined ? await inbox.claim(2) : [claim]
  for (const one of end === 'left' ? [] : claims) {
    const number = (one.entry.attempts.at(-1)?.number ?? 0) + 1
    await inbox.settle(one, settlementOf(end, number))
  }
  return { said, claims: claims.map((one) => one.entry.id) }
}

function settlementOf(end: Step['end'], number: number): Settlement {
  if (end === 'failed') return failed(30, number)
  if (end === 'dead') return dead(number)
  if (end === 'rejected') return { state: 'rejected', reason: 'no record of it' }
  const settlement = done(number)
  if (end === 'noted') return { state: 'done', attempt: { ...attemptIn(settlement), note: 'the service said paid' } }
  return end === 'reviewed' ? { state: 'done', attempt: attemptIn(settlement), review: ['overpaid'] } : settlement
}

function attemptIn(settlement: Settlement) {
  if (!('attempt' in settlement)) throw new Error('it has an attempt')
  return settlement.attempt
}

function plain({ payload, ...entry }: Omit<StoredEntry, 'finishedAt'>) {
  return { ...entry, payload: Buffer.from(payload).toString('hex') }
}
