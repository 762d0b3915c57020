import { describe, expect, it } from 'vitest'
import { programmableReplies, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { prompt, end, menu, pay } = ussdReplies({})

describe('a text of a reply', () => {
  it.each([
    ['Welcome\r\n1. Tea', 'Welcome\n1. Tea'],
    ['Welcome\r1. Tea', 'Welcome\n1. Tea'],
    ['Welcome\r\r\n1. Tea', 'Welcome\n\n1. Tea'],
    ['Welcome\r\0\n1. Tea', 'Welcome\n1. Tea'],
    ['Wel\0come', 'Welcome'],
    ['Tea \ud83d', 'Tea \ufffd'],
    ['Tea \udf75 now', 'Tea \ufffd now'],
    ['Tea \ud83c\udf75', 'Tea \ud83c\udf75'],
    ['  Welcome  ', '  Welcome  '],
  ])('%j travels as %j', (given, travelling) => {
    expect(prompt(given).message).toBe(travelling)
  })

  it.each(['', ' ', '\r\n\t', '\0', '\u200b', '\ufeff\u0007'])('is refused when nobody can read it: %j', (text) => {
    const misuses = [
      () => prompt(text),
      () => end(text),
      () => menu(text, ['Tea']),
      () => menu('Welcome', [text]),
      () => menu('Welcome', [{ label: text }]),
      () => pay(text, { amount: 5, description: 'Tea' }),
      () => pay('Pay', { amount: 5, description: text }),
      () => prompt('Welcome', { label: text }),
      () => programmableReplies().pay(text, { name: 'Tea', quantity: 1, price: 5 }),
      () => programmableReplies().pay('Pay', { name: text, quantity: 1, price: 5 }),
    ]
    expect(misuses.map((misuse) => thrownBy(misuse).code)).toEqual(misuses.map(() => 'FMW_REPLY_TEXT'))
  })

  it('is refused when it is no string, by its type', () => {
    // @ts-expect-error a message is a string
    expect(thrownBy(() => prompt(undefined)).message).toContain('The message must be a string')
    // @ts-expect-error a message is a string
    expect(thrownBy(() => prompt(7)).message).toContain('it is the number 7')
    // @ts-expect-error a message is a string
    expect(thrownBy(() => prompt({ text: 'Welcome' })).message).toContain('it is an object')
    // @ts-expect-error a message is a string
    expect(thrownBy(() => prompt(() => 'Welcome')).message).toContain('it is a function')
    // @ts-expect-error a title is a string
    expect(thrownBy(() => menu(null, ['Tea'])).message).toContain('The title must be a string')
  })

  it('holds 4000 characters and not one more', () => {
    expect(prompt('x'.repeat(4000)).message).toHaveLength(4000)
    const thrown = thrownBy(() => prompt('x'.repeat(4001)))
    expect(thrown.code).toBe('FMW_REPLY_TEXT_LENGTH')
    expect(thrown.message).toContain('The message is 4001 characters long, and at most 4000 are allowed')
  })

  it('is counted with its choices when it is a menu', () => {
    const label = 'x'.repeat(997)
    expect(menu('Four', ['x'.repeat(992), label, label, 'x'.repeat(994)]).message).toHaveLength(4000)
    const thrown = thrownBy(() => menu('Four', [label, label, label, label, 'Tea']))
    expect(thrown.code).toBe('FMW_REPLY_TEXT_LENGTH')
    expect(thrown.message).toContain('The menu is 4015 characters long')
  })
})
