import { describe, expect, it } from 'vitest'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { codeIn, rowsOf } from './documents.ts'

const kinds = ['checkout', 'fulfilment', 'ussdPayment'] as const
const rows = rowsOf('docs/guides/payments.md', 'Which handler runs')

describe('which handler runs, in the guide', () => {
  it('says what comes of both handlers', () => {
    expect(rows.map(([given = '']) => codeIn(given))).toContainEqual(['payment', 'checkout'])
  })

  it.each(rows)('with %s it is: checkouts %s, carts %s, USSD payments %s', async (given = '', ...shown) => {
    const calls: string[] = []
    const note = (name: string) => () => {
      calls.push(name)
    }
    const options: MerchantWebhooksOptions = Object.assign({}, ...codeIn(given).map((code) => optionOf(code, note)))
    const path = options.checkout instanceof Object && 'path' in options.checkout ? '/paid' : paths.checkout
    const app = await appWith(options)
    for (const [index, kind] of kinds.entries()) {
      const [handler] = codeIn(shown[index] ?? '')
      const { statusCode } = await post(app, kind === 'checkout' ? path : paths[kind], samples[kind])
      expect(statusCode).toBe(handler === undefined ? 404 : 200)
      expect(calls.splice(0)).toEqual(handler === undefined ? [] : [handler])
    }
  })
})

/** What a cell's code gives: a handler of that name where it says nothing else. */
function optionOf(code: string, note: (name: string) => () => void): MerchantWebhooksOptions {
  if (code === 'checkout: false') return { checkout: false }
  if (code === "checkout: { path: '/paid' }") return { checkout: { path: '/paid' } }
  return { [code]: note(code) }
}
