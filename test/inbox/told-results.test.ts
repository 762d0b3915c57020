import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { Attempt } from '../../src/inbox/attempt.ts'
import { isPreparation } from '../../src/inbox/work.ts'
import { memoryStore } from '../../src/index.ts'
import { silentLog } from '../../src/log.ts'
import { SettledReferences } from '../../src/payments/money/settled-reference.ts'
import { identifyConfirmed } from '../../src/payments/rules/confirmed-identity.ts'
import { checkoutOf } from '../../src/payments/rules/expected-payment.ts'
import { verdictOf } from '../../src/payments/rules/judge-answer.ts'
import { Remembered } from '../../src/payments/rules/remembered.ts'
import { Confirmations } from '../../src/payments/work/confirmations.ts'
import { ResultKind } from '../../src/payments/work/payment-results.ts'
import type { ResultsParts } from '../../src/payments/work/results.ts'
import { ToldWorks } from '../../src/payments/work/told-result.ts'
import { checkout, confirmCheckout } from '../../src/pushes/checkout.ts'
import { Notes } from '../../src/pushes/reading/push-problem.ts'
import type { EntryState } from '../../src/store/entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import type { InboxStore } from '../../src/store/inbox-store.ts'

const quiet = () => undefined
const results = new ResultKind({
  delivered: {
    push: checkout,
    handler: quiet,
    onDead: undefined,
    retry: { timeout: 1, attempts: 1, minDelay: 1, maxDelay: 1 },
    country: undefined,
  },
  identify: identifyConfirmed,
  known: undefined,
  confirm: confirmCheckout,
})
const fields = { Data: { ClientReference: 'order-17' } }
const verdict = verdictOf('paid', checkoutOf('order-17', 0))
const incoming = { carrier: 'json', fields, raw: fields, verdict } as const
const told = checkout.read(incoming, { receivedAt: new Date(0), country: undefined, notes: new Notes() })
const delivered = { kind: 'checkout', payment: { outcome: 'paid' } }
const attempt = (conflictsWith: string | null): Attempt => ({
  entryId: 'result',
  number: 1,
  replay: false,
  conflictsWith,
  signal: new AbortController().signal,
  log: silentLog,
  once: async () => expect.unreachable('nothing is done'),
})

/** What becomes of a result that conflicts with a push in this state; undefined where that is gone. */
async function besidePush(get: InboxStore['get'], replayed: string[] = [], isSame?: ResultsParts['isSame']) {
  const kept = {
    registration: 'shop',
    inbox: {
      get,
      list: async () => ({ entries: [], next: undefined }),
      replay: async (_name: string, id: string) => replayed.push(id) > 0,
    },
    put: () => Promise.reject(new Error('nothing is put')),
    clock: systemClock,
  }
  const confirmations = new Confirmations({
    ...kept,
    settled: new SettledReferences({ ...kept, isKept: false }),
    confirmer: { transactions: { status: () => Promise.reject(new Error('nobody is asked')) } },
    isConfirmed: true,
    isSigned: true,
    patience: { after: 0, giveUpAfter: 0 },
    resultsOf: () => [],
    givenUpOf: () => [],
    isSame,
    claimedBy: () => expect.unreachable('no push is read'),
    isOtherPayer: () => false,
    expects: true,
    retries: true,
    attempts: 10,
  })
  const work = new ToldWorks(results, confirmations).of(told, incoming, undefined)
  return isPreparation(work) ? await work.prepare(attempt('push')) : work
}

const inState = (state: EntryState): InboxStore['get'] => {
  const { inbox } = memoryStore().open({ registration: 'shop', log: silentLog })
  return async (name) => {
    await inbox.accept({ ...entry, state: state === 'rejected' ? 'rejected' : 'waiting' }, false)
    return inbox.get(name, entry.id)
  }
}

const entry = {
  kind: 'checkout',
  id: 'push',
  identity: 'push',
  identityFor: undefined,
  fingerprint: '',
  lane: 'push',
  reference: null,
  receivedAt: 0,
  form: 'push',
  payload: Buffer.from(JSON.stringify({ carrier: 'json', fields })),
  reason: null,
} as const

describe('a result that met a push of the same at one moment', () => {
  it('is not told where that push is gone, and was told long ago', async () => {
    expect(await besidePush(async () => undefined)).toMatchObject({ state: 'done' })
  })

  it('is not told beside it, whether it waits or is looked into again for it', async () => {
    const replayed: string[] = []
    expect(await besidePush(inState('waiting'), replayed)).toMatchObject({ state: 'done' })
    expect(replayed).toEqual([])
    expect(await besidePush(inState('rejected'), replayed)).toMatchObject({ state: 'done' })
    expect(replayed).toEqual(['push'])
  })

  it('is told where an identity of the merchant is that of another payment, or nobody knows of which', async () => {
    const isOther = () => false
    expect(await besidePush(inState('waiting'), [], isOther)).toMatchObject(delivered)
    expect(await besidePush(async () => undefined, [], isOther)).toMatchObject(delivered)
    expect(await besidePush(inState('waiting'), [], () => true)).toMatchObject({ state: 'done' })
    const withoutResult: InboxStore['get'] = async (name, id) =>
      id === 'push' ? await inState('waiting')(name, id) : undefined
    expect(await besidePush(withoutResult, [], isOther)).toMatchObject({ state: 'done' })
  })

  it('waits while the store cannot say', async () => {
    const fails = () => Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it stalls'))
    expect(await besidePush(fails)).toMatchObject({ state: 'later', retryIn: 1_000 })
  })
})

describe('what is remembered', () => {
  it('is bounded: the oldest are forgotten, and what was there first stays', () => {
    const remembered = new Remembered<number>(4)
    for (let value = 0; value < 11; value++) remembered.add(`payment ${value}`, value)
    for (const value of [6, 10]) remembered.add(`payment ${value}`, -1)
    expect([0, 5, 6, 9, 10].map((value) => remembered.get(`payment ${value}`))).toEqual([
      undefined,
      undefined,
      6,
      9,
      10,
    ])
  })
})
