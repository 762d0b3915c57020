import { expect, it } from 'vitest'
import { shownWord } from '../../../src/simulator/wire/shown-address.ts'

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
