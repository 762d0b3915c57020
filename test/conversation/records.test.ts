import { describe, expect, it } from 'vitest'
import { largestOf } from '../../src/conversation/record/held-record.ts'
import {
  cutAt,
  effectsOf,
  hasOpenEffect,
  hasProgress,
  newEffect,
  newRecord,
  placeBefore,
  readRecord,
  type TalkRecord,
  withoutSecrets,
} from '../../src/conversation/record/record.ts'
import type { EffectStep, Step } from '../../src/conversation/record/steps.ts'
import { toRecorded } from '../../src/store/effects/recorded.ts'

const asked: Step = { k: 'ask:text', f: 'Yourname', a: 'Ama' }
const pin: Step = { k: 'ask:text', f: 'YourPIN', s: 'sealed' }
const loaded: Step = { k: 'load', n: 'price', a: 5 }
const done: EffectStep = { k: 'once', n: 'order', key: 'a'.repeat(32), d: true, a: 1 }

const openOrder: EffectStep = { k: 'once', n: 'order', key: 'a'.repeat(32) }

const recordOf = (...steps: Step[]): TalkRecord => ({ v: 1, id: 'one', run: 0, steps })

describe('a record', () => {
  it('begins with nothing, under a name of its own', () => {
    const records = Array.from({ length: 600 }, newRecord)
    expect(records[0]).toEqual({ v: 1, id: expect.stringMatching(/^[\w-]{16}$/), run: 0, steps: [] })
    expect(new Set(records.map(({ id }) => id)).size).toBe(600)
  })

  it('is read from a state that is one', () => {
    const record = recordOf(asked)
    expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record)
  })

  it.each([
    undefined,
    null,
    'state',
    5,
    {},
    { step: 1 },
    { v: 2, id: 'one', run: 0, steps: [] },
    { v: 1, run: 0, steps: [] },
    { v: 1, id: 1, run: 0, steps: [] },
    { v: 1, id: 'one', steps: [] },
    { v: 1, id: 'one', run: '0', steps: [] },
    { v: 1, id: 'one', run: 0 },
    { v: 1, id: 'one', run: 0, steps: {} },
  ])('is not %j, which is the state of something else', (state) => {
    expect(readRecord(state)).toBeUndefined()
  })

  it('has progress where anything was answered or done, or is offered', () => {
    expect(hasProgress(recordOf())).toBe(false)
    expect(hasProgress(recordOf(loaded))).toBe(true)
    expect(hasProgress({ ...recordOf(), done: { 'order 1': done } })).toBe(true)
    expect(hasProgress({ ...recordOf(), from: recordOf(asked) })).toBe(true)
  })
})

describe('a record that is cut where a question is asked again', () => {
  it('keeps the steps before it, and of those behind it what was done', () => {
    const record = recordOf(asked, pin, loaded, done, asked)
    cutAt(record, 1)
    const b = { h: pin.s, steps: [pin, loaded, done, asked], done: undefined }
    expect(record).toEqual({ ...recordOf(asked), b, done: { 'order 1': done } })
  })

  it('keeps what was handed to it, in the way that it stands now', () => {
    const other: Step = { k: 'once', n: 'sms', key: 'b'.repeat(32) }
    const record: TalkRecord = { ...recordOf(pin, done), done: { 'order 1': openOrder, 'sms 1': other } }
    cutAt(record, 0)
    const b = { h: pin.s, steps: [pin, done], done: { 'order 1': openOrder, 'sms 1': other } }
    expect(record).toEqual({ ...recordOf(), b, done: { 'order 1': done, 'sms 1': other } })
  })

  it('is as it was where nothing stands there', () => {
    const record = recordOf(asked, done)
    cutAt(record, 2)
    expect(record).toEqual(recordOf(asked, done))
  })
})

describe('an effect that is open', () => {
  it('is one among the steps, or one that was handed to them', () => {
    expect(hasOpenEffect(recordOf(asked, done))).toBe(false)
    expect(hasOpenEffect(recordOf(asked, openOrder))).toBe(true)
    expect(hasOpenEffect({ ...recordOf(asked), done: { 'order 1': openOrder } })).toBe(true)
  })

  it('is open no more once it is settled among the steps', () => {
    expect(hasOpenEffect({ ...recordOf(asked, done), done: { 'order 1': openOrder } })).toBe(false)
  })
})

describe('the effects of a record', () => {
  it('are none where nothing was done', () => {
    expect(effectsOf(recordOf(asked, loaded))).toBeUndefined()
  })

  it('are known by name and number', () => {
    const second = { ...done, key: 'b'.repeat(32) }
    const other = { ...done, n: 'notice' }
    expect(effectsOf(recordOf(asked, done, loaded, second, other))).toEqual({
      'order 1': done,
      'order 2': second,
      'notice 1': other,
    })
  })

  it('are those of earlier runs too, in place of which its own stand', () => {
    const earlier = { 'order 1': { ...done, a: 0 }, 'notice 1': { ...done, n: 'notice' } }
    expect(effectsOf({ ...recordOf(done), done: earlier })).toEqual({ ...earlier, 'order 1': done })
  })

  it('have keys of 32 hexadecimal digits, which differ by conversation, run, name and number', () => {
    const record = recordOf()
    const keys = [
      newEffect(record, 'order', 1),
      newEffect(record, 'order', 2),
      newEffect(record, 'notice', 1),
      newEffect({ ...record, run: 1 }, 'order', 1),
      newEffect({ ...record, id: 'other' }, 'order', 1),
    ].map(({ key }) => key)
    for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
    expect(new Set(keys).size).toBe(5)
    expect(newEffect(record, 'order', 1).key).toBe(keys[0])
  })
})

describe('the question before another', () => {
  it.each<[string, Step[], number, number | undefined]>([
    ['is the one right before it', [asked, asked], 2, 1],
    ['is found behind what was read', [asked, loaded, loaded], 3, 0],
    ['is none at the beginning', [], 0, undefined],
    ['is none where only something was read', [loaded], 1, undefined],
    ['is none behind what was done', [asked, done], 2, undefined],
    ['is none behind what was done before something was read', [asked, done, loaded], 3, undefined],
    ['is found among steps that go on behind it', [asked, pin, asked], 1, 0],
  ])('%s', (_what, steps, at, place) => {
    expect(placeBefore(recordOf(...steps), at)).toBe(place)
  })
})

describe('a record to go on from in another session', () => {
  it('has forgotten what was sensitive, what was on the screen, and what it was to go on from itself', () => {
    const record = { ...recordOf(asked, pin, loaded, done), asked: { k: 'show', f: 'Hm', at: 4 }, from: recordOf() }
    expect(withoutSecrets(record)).toEqual({
      ...recordOf(asked, { ...pin, s: '', h: 'sealed' }, loaded, done),
      asked: undefined,
      from: undefined,
    })
  })
})

describe('what stands behind a sensitive answer that is asked again', () => {
  const again = { ...pin, s: '', h: 'sealed' }

  it('is kept beside the question, counts for its length, and is there for the session after', () => {
    const record = recordOf(asked, again, loaded, done)
    cutAt(record, 1)
    expect(record.steps).toEqual([asked])
    expect(record.b).toEqual({ h: 'sealed', steps: [again, loaded, done], done: undefined })
    expect(largestOf(record)).toMatch(/^most of it is talk\./)
    expect(withoutSecrets(record).steps).toEqual([asked, again, loaded, done])
    expect(hasProgress({ ...record, steps: [], done: undefined })).toBe(true)
  })

  it('is nothing where another answer is asked again', () => {
    const record = recordOf(asked, again)
    cutAt(record, 0)
    expect(record.b).toBeUndefined()
  })
})

describe('what a record gives back', () => {
  it.each([
    ['text', 'text'],
    [true, true],
    [null, null],
    [undefined, undefined],
    [5, 5],
    [Number.POSITIVE_INFINITY, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [
      [undefined, 1],
      [null, 1],
    ],
    [() => 1, undefined],
    [Symbol('s'), undefined],
  ])('of %o is %o', (value, recorded) => {
    expect(toRecorded(value)).toEqual(recorded)
  })

  it('is no part of what it was given', () => {
    const list = [1]
    const recorded = toRecorded({ list })
    list.push(2)
    expect(recorded).toEqual({ list: [1] })
  })
})
