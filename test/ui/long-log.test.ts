import { describe, expect, it } from 'vitest'
import type { Simulator } from '../../src/simulator/index.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`a long log, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is read a page at a time, to its first row; what comes in between stands above it', async () => {
    const { sim } = await shop()
    fill(sim, 3_500)
    const { page, complaints } = await open(sim, '#flat=1')
    await page.getByText('3500 rows', { exact: true }).waitFor()
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByRole('button', { name: /said 3499 / }).waitFor()
    await page.evaluate("document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: 1e9 })")
    await log.getByRole('button', { name: /said 0 / }).waitFor()
    await sim.trigger('deliveryReport')
    await page.getByText('3501 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: '1 new row' }).click()
    await log.getByRole('button', { name: /Delivery/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('brings the row of the address into sight, however old it is', async () => {
    const { sim } = await shop()
    fill(sim, 1_500)
    const { page } = await open(sim, '#row=20')
    await page
      .getByRole('list', { name: 'Log' })
      .getByRole('button', { name: /said 19 / })
      .waitFor()
  })

  it('draws many phones', async () => {
    const { sim } = await shop()
    for (let last = 10; last < 40; last += 1) sim.phone(`+2330000000${last}`)
    const { page } = await open(sim)
    await expect.poll(() => page.getByRole('article').count()).toBe(30)
    await page.getByRole('navigation', { name: 'Choose a phone' }).getByRole('button', { name: '0039' }).click()
    await page
      .getByRole('article', { name: /\+233000000039/ })
      .getByLabel('Code to dial')
      .waitFor()
    // By its key its tab comes into sight too.
    await page.getByRole('button', { name: 'Stories', exact: true }).focus()
    await page.keyboard.press('9')
    const tab = page.getByRole('navigation', { name: 'Choose a phone' }).locator('[aria-current=true]')
    await expect.poll(() => tab.textContent()).toBe('0018')
    const next = page.getByRole('button', { name: 'New', exact: true })
    await expect
      .poll(async () => {
        const [chosen, beside] = [await tab.boundingBox(), await next.boundingBox()]
        return chosen !== null && beside !== null && chosen.x >= 0 && chosen.x + chosen.width <= beside.x
      })
      .toBe(true)
  })
})

function fill(sim: Simulator, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const body = Buffer.from(JSON.stringify({ Data: { ClientReference: `said ${number}` } }))
    sim.log.add({
      at: sim.now(),
      direction: 'push',
      kind: 'checkout',
      method: 'POST',
      url: 'http://127.0.0.1:3000/push/checkout',
      request: { headers: { 'content-type': 'application/json' }, body, bytes: body.length },
      response: { status: 200, headers: {}, body: Buffer.alloc(0), bytes: 0 },
      problem: null,
      ms: 5,
      deadline: 7_000,
      timing: null,
      faults: [],
      attempt: 1,
      about: { reference: `said ${number}` },
      origin: null,
    })
  }
}
