import { expect, it } from 'vitest'
import { memoryStore } from '../../../src/index.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { paid, reported, settle, wireless } from './kept.ts'

const minute = 60_000

/** An application that keeps nothing, so that whoever retries is the service. */
async function forgetful() {
  const clock = manualClock()
  const { bodies, report } = wireless()
  const shop = { isOpen: false }
  const handler = () => {
    if (!shop.isOpen) throw new Error('no stock')
  }
  const app = await appWith({ clock, store: memoryStore({ clock }), fulfilment: { handler, report } })
  const push = async () => (await post(app, paths.fulfilment, paid('f00d'))).statusCode
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      clock.advance(minute)
      await settle()
    }
  }
  return { bodies, shop, push, pass }
}

it('where nothing is kept, a notice that failed and comes again is reported as what it came to', async () => {
  const { bodies, shop, push, pass } = await forgetful()
  expect(await push()).toBe(500)
  await pass(10)
  shop.isOpen = true
  expect(await push()).toBe(200)
  await pass(5)
  expect(bodies).toEqual([reported('f00d', 'success')])
})

it('where nothing is kept, a notice that does not come again is a failure when little of the hour is left', async () => {
  const { bodies, push, pass } = await forgetful()
  expect(await push()).toBe(500)
  await pass(53)
  expect(bodies).toEqual([])
  await pass(1)
  expect(bodies).toEqual([reported('f00d', 'failed')])
})
