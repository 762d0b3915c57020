import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showable, showJson } from '../../src/cli/terminal.ts'
import { printable } from '../../src/text/clean-text.ts'
import { messageOf } from '../../src/text/message-of.ts'

it.each([
  ['inboundMessage:+233000000042|1713', 'inboundMessage:+233...042|1713'],
  ['from 233000000042', 'from 233...042'],
  ['0000000042', '000...042'],
  // None of these is certain to be a phone number, and all of them may be what somebody looks for.
  ['738495067249', '738495067249'],
  ['order-2330000000421713', 'order-2330000000421713'],
  ['a233000000042b', 'a233000000042b'],
  ['5cb2ee7a71beef57b852922bf78fdb23', '5cb2ee7a71beef57b852922bf78fdb23'],
])('shows %s as %s', (text, shown) => {
  expect(showable(text)).toBe(shown)
})

it('lets nothing steer the terminal', () => {
  expect(printable('a\u001b[2Jb\nc\u202ed\u2028e\ud800f\u009bg')).toBe(
    'a\\u001b[2Jb\\u000ac\\u202ed\\u2028e\\ud800f\\u009bg',
  )
  expect(showJson({ a: 'x\u009b\u202e\u2028\u200b' })).toBe('{"a":"x\\u009b\\u202e\\u2028\\u200b"}')
  expect(JSON.parse(showJson({ a: 'x\u009b\u202e' }))).toEqual({ a: 'x\u009b\u202e' })
})

it('shows as an escape what nobody would see', () => {
  expect(printable('\u061c\u00ad\ufff9\u{e0041}\u200b\u3164\ufeff\u034f')).toBe(
    String.raw`\u061c\u00ad\ufff9\udb40\udc41\u200b\u3164\ufeff\u034f`,
  )
  expect(printable('Tɔn café 5 ₵ \u{1f64f} न')).toBe('Tɔn café 5 ₵ \u{1f64f} न')
})

it('writes JSON that is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = showJson(value, 2)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(json).not.toMatch(/(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}]/u)
    }),
  )
})

it('has words for whatever is thrown', () => {
  expect([messageOf(new Error('no\ndisk')), messageOf('gone')]).toEqual(['no\ndisk', 'gone'])
  expect(messageOf(Object.assign(new Error('no\ndisk'), { code: 'EIO' }))).toBe('no\\u000adisk')
})
