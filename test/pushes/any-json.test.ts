import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { PushEvent } from '../../src/pushes/event.ts'
import type { Identity, NotificationPushKind } from '../../src/pushes/push-kind.ts'
import { pushKinds } from '../../src/pushes/push-kinds.ts'
import { type Fields, isRecord, readJson } from '../../src/pushes/reading/json.ts'
import { PushProblem } from '../../src/pushes/reading/push-problem.ts'
import { salvageSessionId } from '../../src/pushes/session-push.ts'
import { attempt } from './problem-of.ts'
import { receive } from './receive.ts'
import { everyKind, type Sample, samples } from './samples.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(inherited)
})

const hostile = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, -0, 1e300, 0.1, 2 ** 53, '', ' ', '0000', '\u0000', '\ud800', 'a\udc00b', '\u202e'],
  ...[
    '__proto__',
    'constructor',
    '[object Object]',
    '{"a":1}',
    '[]',
    '1'.repeat(25),
    'x'.repeat(5_000),
    '#'.repeat(999),
  ],
  ...[[], {}, [[]], [{}], { toString: 1 }, { valueOf: null, toString: null }, { toJSON: 'x' }, { length: 9 }],
)
const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), fc.double())

/** The sample of a kind with any value in some of its places, nested ones as well. */
function mutated({ fields }: Sample, choose: fc.GeneratorValue): Fields {
  const mutate = (known: unknown): unknown => {
    const fate = choose(fc.nat, { max: 9 })
    if (fate === 0) return choose(() => value)
    if (isRecord(known)) return Object.fromEntries(Object.entries(known).map(([name, child]) => [name, mutate(child)]))
    return known
  }
  return Object.fromEntries(Object.entries(fields).map(([name, child]) => [name, mutate(child)]))
}

const carrier = fc.constantFrom('json' as const, 'form' as const, 'query' as const)

describe.each(everyKind)('the kind $push.kind', (sample) => {
  const { push } = sample

  it('makes an event of any fields, or refuses them with a problem, and nothing else', () => {
    const anyFields = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(sample.fields)), fc.string()), value)
    fc.assert(
      fc.property(anyFields, carrier, (fields, how) => {
        check(fields, how)
      }),
    )
  })

  it('does the same with any value in any place of a good push', () => {
    fc.assert(
      fc.property(fc.gen(), carrier, (choose, how) => {
        check(mutated(sample, choose), how)
      }),
      { numRuns: 400 },
    )
  })

  function check(fields: Fields, how: 'json' | 'form' | 'query'): void {
    expect(typeof push.looksLike(fields)).toBe('boolean')
    expect(typeof push.hasAnyField(fields)).toBe('boolean')
    salvageSessionId(fields)
    const result = attempt(() => receive(push, fields, { carrier: how }))
    if (result instanceof PushProblem) {
      expect(result.message).toBe(`${result.field} must be ${result.expected}; received ${result.received}`)
      return
    }
    expect(result.event).toMatchObject({ kind: push.kind, raw: fields })
    expect(typeof JSON.stringify(result.event)).toBe('string')
  }
})

const notifications: readonly Identified[] = [
  identified(pushKinds.checkout),
  identified(pushKinds.fulfilment),
  identified(pushKinds.ussdPayment),
  identified(pushKinds.deliveryReport),
  identified(pushKinds.inboundMessage),
]

interface Identified extends Sample {
  identityOf(fields: Fields): Identity
}

function identified<Event extends PushEvent>(push: NotificationPushKind<Event>): Identified {
  return {
    push,
    fields: samples[push.kind],
    identityOf: (fields) => push.identify(receive(push, fields).event),
  }
}

it.each(notifications)('every event of the kind $push.kind has an identity and a lane', (sample) => {
  fc.assert(
    fc.property(fc.gen(), (choose) => {
      const fields = mutated(sample, choose)
      const result = attempt(() => sample.identityOf(fields))
      if (result instanceof PushProblem) return
      expect(result.identity).toMatch(/\S/)
      expect(result.lane).toMatch(/\S/)
      expect(sample.identityOf(structuredClone(fields))).toEqual(result)
    }),
  )
})

it('any text is read as JSON.parse reads it, or refused with a problem', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      const result = attempt(() => readJson(text))
      if (result instanceof PushProblem) expect(result.message).toMatch(/must be .+; received /)
      else expect(() => JSON.parse(text)).not.toThrow()
    }),
  )
})
