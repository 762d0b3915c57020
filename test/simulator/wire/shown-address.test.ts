import { expect, it } from 'vitest'
import { shownStart, shownWord } from '../../../src/simulator/wire/shown-address.ts'

it.each([
  ['http://127.0.0.1:3000/push/ussd/s3cr3t', 'http://127.0.0.1:3000/push/ussd/…'],
  ['htp://127.0.0.1/s3cr3tbad', 'htp://127.0.0.1/…'],
  ['ussd=htp:/name:password@127.0.0.1/push/s3cr3tbad?key=s3cr3t', 'ussd=htp:/127.0.0.1/push/…?…'],
  ['http//127.0.0.1/s3cr3tbad', 'http//127.0.0.1/…'],
  ['http://127.0.0.1:99999/s3cr3tbad', 'http:…'],
  ['https://127.0.0.1:99999/s3cr3tbad', 'https:…'],
  ['127.0.0.1:3000/s3cr3tbad', '127.0.0.1:3000/…'],
])('of an address that is typed, no secret is shown: %s', (typed, shown) => {
  expect(shownWord(typed)).toBe(shown)
})

it.each(['shop.js', 'src/bookings/shop', 'file:///home/shop/bookings/shop.js', 'C:/bookings/shop', 'checkout'])(
  'what is no address is shown as it was typed: %s',
  (typed) => expect(shownWord(typed)).toBe(typed),
)

it.each([
  ['http://127.0.0.1 :1/push/{kind}/s3cr3tbad', 'http://127.0.0.1…'],
  ['http:// 127.0.0.1:1/push/{kind}/s3cr3tbad', 'http://…'],
  ['/push/{kind}/s3cr3tbad', '…'],
  ['localhost/push/{kind}/s3', 'localhost…'],
  ['127.0.0.1:3000/s3', '127.0.0.1:3000…'],
  ['shop:3000/s3', 'shop:3000…'],
  ['http;//localhost/push/s3cr3tbad', '…'],
  ['htp://name:s3cr3tbad@shop.example/push', 'htp://…'],
  ['mailto:s3cr3tbad', '…'],
  ['eyJhbGciOi.eyJzdWIiOiI.s3cr3tbad', '…'],
  ['s3cr3tbad', '…'],
  ['shop.example', 'shop.example'],
  ['here', 'here'],
])('of what is typed where an address is wanted, its scheme and its host are shown at most: %s', (typed, shown) => {
  expect(shownStart(typed)).toBe(shown)
})

it('of an address in the place of a module, nothing is shown behind a blank', () => {
  expect(shownWord('http://127.0.0.1 :1/push/{kind}/s3cr3tbad')).toBe('http://127.0.0.1…')
})
