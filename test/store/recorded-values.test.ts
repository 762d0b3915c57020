import { expect, it } from 'vitest'
import { toRecorded } from '../../src/store/effects/recorded.ts'

it('what a value says itself against being written is thrown as it is, and once', () => {
  let asked = 0
  const value = {
    toJSON() {
      asked += 1
      throw new RangeError('this order is not loaded')
    },
  }
  expect(() => toRecorded(value)).toThrow(new RangeError('this order is not loaded'))
  expect(asked).toBe(1)
})

class Cedis {
  readonly amount = 5
}
const hidden = Object.defineProperty({ label: 'Tea' }, 'price', { value: 5, enumerable: false })

it.each([
  ['an option', { label: 'Tea', value: 'tea', amount: 5, isNew: true }],
  ['nothing', {}],
  ['what JSON leaves out', { label: 'Tea', price: undefined, buy: () => 5, [Symbol('shop')]: 5 }],
  ['a symbol beside a text', { label: 'Tea', [Symbol('shop')]: 5 }],
  ['what nobody lists', hidden],
  ['numbers that JSON changes', { none: -0, over: Number.NaN, most: Number.POSITIVE_INFINITY }],
  ['half a number', { price: 0.5 }],
  ['numbers as names, in their order', { 2: 'b', 1: 'a', x: 'c' }],
  ['a name that is no prototype', JSON.parse('{"__proto__":"tea","label":"Tea"}')],
  ['half a character', { label: '\ud83c' }],
  ['an object in it', { tea: { price: 5 } }],
  ['an instance', new Cedis()],
  ['what says itself what it is', { toJSON: () => ({ price: 5 }) }],
  ['what is inherited', Object.create({ label: 'Tea' })],
  ['a list', ['Tea', { price: 5 }]],
])('%s comes back as its JSON does, and is no part of what was given', (_what, value) => {
  const recorded = toRecorded(value)
  expect(recorded).toStrictEqual(JSON.parse(JSON.stringify(value)))
  expect(Reflect.ownKeys(recorded)).toEqual(Reflect.ownKeys(JSON.parse(JSON.stringify(value))))
  expect(Object.is(recorded, value)).toBe(false)
})

it('a getter of an option is asked once', () => {
  let asked = 0
  const option = {
    get label() {
      asked += 1
      return 'Tea'
    },
  }
  expect(toRecorded(option)).toEqual({ label: 'Tea' })
  expect(asked).toBe(1)
})
