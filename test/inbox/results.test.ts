import { expect, it } from 'vitest'
import { Results } from '../../src/payments/work/results.ts'
import type { NewEntry } from '../../src/store/entry.ts'
import type { Acceptance } from '../../src/store/inbox-store.ts'

const result: NewEntry = {
  kind: 'checkout',
  id: 'checkout:clientReference:order-1|paid',
  state: 'waiting',
  identity: 'checkout:clientReference:order-1|paid',
  identityFor: undefined,
  fingerprint: '',
  lane: 'checkout:clientReference:order-1',
  reference: 'order-1',
  receivedAt: 0,
  form: 'push',
  payload: Buffer.from('{}'),
  reason: null,
}

const nothing = { entries: [], next: undefined }

/** Announces a result that is not there under its id, where the store accepts it so. */
const announced = (acceptance: Acceptance) =>
  new Results({
    registration: 'shop',
    inbox: { get: async () => undefined, list: async () => nothing, replay: async () => false },
    put: async () => acceptance,
    retries: true,
    attempts: 10,
    isConfirmed: true,
    isSigned: true,
    isSame: undefined,
    claimedBy: () => expect.unreachable('no push is read'),
  }).announce(result)

it('a result that was told long ago, and whose entry is gone, is done', async () => {
  expect(await announced({ status: 'repeated', id: 'first', state: undefined })).toEqual({ id: 'first', state: 'done' })
})

it('a result that another entry tells stands where that stands', async () => {
  expect(await announced({ status: 'repeated', id: 'first', state: 'dead' })).toEqual({ id: 'first', state: 'dead' })
  const conflict = { status: 'conflict', id: 'own', conflictsWith: 'first' } as const
  expect(await announced(conflict)).toEqual({ id: 'own', state: 'accepted' })
  expect(await announced({ status: 'accepted' })).toEqual({ id: result.id, state: 'accepted' })
})
