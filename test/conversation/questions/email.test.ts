import { describe, expect, it } from 'vitest'
import { email } from '../../../src/conversation/index.ts'
import { readBy } from './reading.ts'

const longLocal = 'a'.repeat(64)
const longHost = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`

describe('a question for an e-mail address', () => {
  it.each([
    ['ama@shop.example', 'ama@shop.example'],
    [' Ama.Mensah+web@Shop.EXAMPLE ', 'Ama.Mensah+web@shop.example'],
    ["o'neil_{1}|2~@a-b.shop.example", "o'neil_{1}|2~@a-b.shop.example"],
    ['ama@1.xn--bcher-kva.xn--p1ai', 'ama@1.xn--bcher-kva.xn--p1ai'],
    ['ama\uff20shop.example', 'ama@shop.example'],
    [`${longLocal}@${longHost}`, `${longLocal}@${longHost}`],
  ])('takes %j', (entered, answer) => {
    expect(readBy(email(), entered)).toBe(answer)
  })

  it.each([
    'ama',
    'ama@',
    '@shop.example',
    'ama@shop',
    'ama@@shop.example',
    'a@b@shop.example',
    'ama mensah@shop.example',
    'ama@shop .example',
    '.ama@shop.example',
    'ama.@shop.example',
    'a..b@shop.example',
    'ama@shop..example',
    'ama@.shop.example',
    'ama@shop.example.',
    'ama@-shop.example',
    'ama@shop-.example',
    'ama@shop.-a.example',
    'ama@a-.shop.example',
    'ama@shop.example-',
    'ama@shop.e',
    'ama@127.0.0.1',
    'ama@shop.example1',
    'ama@sh\u00f6p.example',
    '\u00e4ma@shop.example',
    '"ama"@shop.example',
    '<ama@shop.example>',
    'ama@shop.example, kofi@shop.example',
    'ama@sho\u212a.example',
    `a${longLocal}@shop.example`,
    `ama@${'b'.repeat(64)}.example`,
    `${'a'.repeat(64)}@e${longHost}`,
  ])('takes no %j for one', (entered) => {
    expect(readBy(email(), entered)).toEqual(['E-mail address, such as ama@example.com.'])
  })

  it('reads each character of a hostile entry once', () => {
    for (const part of ['a', 'a.', 'a-', '@', 'a@a.', '-', ' ', '\u00e9']) {
      expect(readBy(email(), part.repeat(100_000).concat('!x'))).toEqual(['E-mail address, such as ama@example.com.'])
    }
  })

  it('lets rich channels type an address', () => {
    expect(email().field).toBe('email')
  })
})
