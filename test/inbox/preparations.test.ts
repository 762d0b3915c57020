import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/inbox/attempt.ts'
import { Preparations } from '../../src/inbox/preparations.ts'
import { type Delivery, type Instead, isInstead, type Preparation } from '../../src/inbox/work.ts'
import { memoryStore } from '../../src/index.ts'
import type { HandlerLog } from '../../src/log.ts'
import { Effects } from '../../src/store/effects/effects.ts'
import type { EntryKind, StoredEntry } from '../../src/store/entry.ts'
import type { Claim, InboxStore } from '../../src/store/inbox-store.ts'
import { manualClock } from '../../src/testing/index.ts'

const quiet = () => undefined
const delivery: Delivery = {
  retry: { timeout: 1, attempts: 1, minDelay: 1, maxDelay: 1 },
  payment: undefined,
  note: undefined,
  payload: undefined,
  newLog: undefined,
  kind: 'checkout',
  handle: quiet,
  giveUp: quiet,
  reviewOf: () => [],
  reviewOfDead: () => [],
}
const done: Instead = { state: 'done', why: 'it was told' }

/** Preparations with so many places a kind, and everything that became of claims. */
function places(most: number, rewrite: InboxStore['rewrite'] = async () => true) {
  const clock = manualClock()
  const told: string[] = []
  const begun: Attempt[] = []
  const answers = new Map<string, (what: Delivery | Instead) => void>()
  const preparations = new Preparations({
    store: { rewrite },
    effects: new Effects(memoryStore().open({ registration: 'shop', log: logNamed('store', told) }).turns, clock),
    most,
    clock,
    logOf: ({ id }) => logNamed(id, told),
    decided: ({ entry }, _run, what) => told.push(`${entry.id} is ${isInstead(what) ? what.state : 'to be told'}`),
    crowded: ({ entry }) => told.push(`${entry.id} finds no place`),
  })
  return {
    preparations,
    clock,
    told,
    begun,
    begin: (id: string, own: Partial<Preparation> = {}, kind: EntryKind = 'checkout') => {
      const { promise, resolve } = Promise.withResolvers<Delivery | Instead>()
      answers.set(id, resolve)
      const preparation: Preparation = {
        waitsForOthers: true,
        newLog: undefined,
        prepare: (attempt) => {
          begun.push(attempt)
          return promise
        },
        ...own,
      }
      preparations.begin(claimOf(id, kind), preparation)
    },
    answer: async (id: string, what: Delivery | Instead = done) => {
      answers.get(id)?.(what)
      await new Promise(setImmediate)
    },
  }
}

const ids = (attempts: readonly Attempt[]) => attempts.map(({ entryId: id }) => id)

describe('what is found out before a handler is called', () => {
  it('is found out later where that fails: no rejection is left to end the process', async () => {
    const { begin, told, preparations } = places(1)
    begin('a', { prepare: () => Promise.reject(new TypeError('no such function')) })
    await new Promise(setImmediate)
    expect([told, preparations.size]).toEqual([['a is later'], 0])
  })

  it('waits in line for its place, in the order in which it came', async () => {
    const { begin, begun, answer, told, preparations } = places(2)
    for (const id of ['a', 'b', 'c', 'd']) begin(id)
    expect([ids(begun), preparations.size]).toEqual([['a', 'b'], 4])
    await answer('b')
    expect([ids(begun), preparations.size]).toEqual([['a', 'b', 'c'], 3])
    for (const id of ['a', 'c', 'd']) await answer(id)
    expect([ids(begun), preparations.size]).toEqual([['a', 'b', 'c', 'd'], 0])
    expect(told).toEqual(['b is done', 'a is done', 'c is done', 'd is done'])
  })

  it('leaves the line after a quarter of a second, and what stands in its place stays there', async () => {
    const { begin, begun, answer, told, clock, preparations } = places(1)
    begin('a')
    begin('b')
    clock.advance(249)
    expect(told).toEqual([])
    clock.advance(1)
    expect([told, preparations.size, clock.pending]).toEqual([['b finds no place'], 1, 0])
    await answer('a')
    expect([told, ids(begun)]).toEqual([['b finds no place', 'a is done'], ['a']])
  })

  it('finds no place at once where as many stand in line as a kind has places, of whatever kind', () => {
    const { begin, told, preparations } = places(1)
    for (const id of ['a', 'b']) begin(id)
    for (const id of ['c', 'd']) begin(id, {}, 'ussdPayment')
    expect([told, preparations.size]).toEqual([['d finds no place'], 3])
  })

  it('never waits for another kind, nor where it asks nobody', () => {
    const { begin, begun } = places(1)
    begin('a')
    begin('b', {}, 'ussdPayment')
    begin('c', { waitsForOthers: false })
    expect(ids(begun)).toEqual(['a', 'b', 'c'])
  })

  it('is stopped wherever it stands, and tells nothing more', async () => {
    const { begin, begun, answer, told, clock, preparations } = places(1)
    begin('a')
    begin('b')
    const closing = new Error('it closes')
    expect(preparations.stop(closing).map(({ entry }) => entry.id)).toEqual(['a', 'b'])
    expect(begun[0]?.signal.reason).toBe(closing)
    expect([preparations.size, clock.pending]).toEqual([0, 0])
    await answer('a')
    clock.advance(1_000)
    expect([told, ids(begun)]).toEqual([[], ['a']])
  })

  it.each<readonly [string, InboxStore['rewrite'], string]>([
    ['is kept before it is told', async () => true, 'a is to be told'],
    ['is not told where another process has the entry by now', async () => false, 'a is later'],
    ['is not told where the store cannot keep it', () => Promise.reject(new Error('it is full')), 'a is later'],
  ])('%s', async (_what, rewrite, came) => {
    const kept: (readonly [string, string])[] = []
    const { begin, answer, told } = places(1, (claim, payload) => {
      kept.push([claim.entry.id, `${payload}`])
      return rewrite(claim, payload)
    })
    begin('a')
    await answer('a', { ...delivery, payload: Buffer.from('paid') })
    begin('b')
    await answer('b', delivery)
    expect([told, kept]).toEqual([[came, 'b is to be told'], [['a', 'paid']]])
  })

  it('logs as its notification, or as the request that brought it', () => {
    const { begin, begun, told } = places(1)
    begin('a')
    begin('b', { waitsForOthers: false, newLog: () => logNamed('request of b', told) })
    for (const { log } of begun) log.info({}, 'asked')
    expect(told).toEqual(['a: asked', 'request of b: asked'])
  })
})

function claimOf(id: string, kind: EntryKind): Claim {
  const entry: StoredEntry = {
    kind,
    id,
    state: 'running',
    lane: id,
    reference: null,
    conflictsWith: null,
    receivedAt: 0,
    dueAt: null,
    finishedAt: null,
    replay: false,
    attempts: [],
    failures: 0,
    reason: null,
    form: 'push',
    payload: Buffer.from('{}'),
  }
  return { entry, fence: id }
}

function logNamed(name: string, lines: string[]): HandlerLog {
  const write = (_details: object | string, line?: string): void => void lines.push(`${name}: ${line}`)
  return { debug: write, info: write, warn: write, error: write }
}
