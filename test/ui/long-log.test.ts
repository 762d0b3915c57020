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

  it.each([360, 1_440])('says at %i px how many came above it without covering or moving a row', async (width) => {
    const { sim } = await shop()
    fill(sim, 300)
    const { page } = await open(sim, '#view=log&flat=1', { viewport: { width, height: 740 } })
    await page.getByText('300 rows', { exact: true }).waitFor()
    const list = page.getByRole('list', { name: 'Log' })
    await page.evaluate("document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: 2_010 })")
    const row = list.getByRole('button', { name: width === 360 ? /said 255 / : /said 235 / })
    await row.waitFor()
    const before = await row.boundingBox()
    const more = page.getByRole('button', { name: /new rows?$/ })
    for (const count of [1, 3]) {
      fill(sim, count)
      await more.and(page.getByText(count === 1 ? '1 new row' : '4 new rows')).waitFor()
      expect(await row.boundingBox()).toEqual(before)
    }
    const [bar, box] = [await more.boundingBox(), await list.locator('..').boundingBox()]
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
    await more.press('Enter')
    await more.waitFor({ state: 'detached' })
    await list
      .getByRole('button', { name: /said 2 / })
      .first()
      .waitFor()
    expect(await page.evaluate("document.querySelector('ul[aria-label=Log]').parentElement.scrollTop")).toBe(0)
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

  it('never makes another row of the one that has the focus, however far it is scrolled', async () => {
    const { sim } = await shop()
    fill(sim, 2_000)
    const { page } = await open(sim, '#flat=1')
    await page.getByText('2000 rows', { exact: true }).waitFor()
    const log = page.getByRole('list', { name: 'Log' })
    const newest = log.getByRole('button', { name: /said 1999 / })
    await newest.focus()
    const element = await newest.elementHandle()
    await page.evaluate("document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: 20_000 })")
    await log.getByRole('button', { name: /said 1405 / }).waitFor()
    // The list draws other rows with the elements of those that are out of sight, but for the one that a key would mean.
    expect(await element?.evaluate((held) => [held.isConnected, held.textContent])).toEqual([
      true,
      expect.stringContaining('said 1999'),
    ])
    await page.evaluate("document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: 0 })")
    await newest.click()
    await expect.poll(() => page.evaluate('location.hash')).toContain('row=2000')
    expect(await log.locator('[aria-current=true]').textContent()).toContain('said 1999')
  })

  it('stands in the order of its rows after any scrolling, for Tab and for those who hear it', async () => {
    const { sim } = await shop()
    fill(sim, 500)
    const { page } = await open(sim, '#flat=1')
    await page.getByText('500 rows', { exact: true }).waitFor()
    for (const top of [2_000, 2_100, 1_900, 9_000, 8_990, 300]) {
      await page.evaluate(`document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: ${top} })`)
      const first = page.locator(`ul[aria-label=Log] > li[aria-posinset="${Math.floor(top / 34) + 1}"]`)
      await first.waitFor()
      const shown: number[] = await page.evaluate(
        "[...document.querySelectorAll('ul[aria-label=Log] > li')].map((li) => Number(li.ariaPosInSet))",
      )
      expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    }
  })

  it('is searched while rows come, and finds those that came', async () => {
    const { sim } = await shop()
    fill(sim, 3_000)
    const { page } = await open(sim)
    await page.getByText('3000 rows', { exact: true }).waitFor()
    await page.getByLabel('Search the log').fill('kind:checkout said 29')
    fill(sim, 30)
    await page.getByText(/^\d+ of 3030 rows$/).waitFor()
    const found = Array.from({ length: 3_000 }, (_, number) => `said ${number}`)
      .concat(Array.from({ length: 30 }, (_, number) => `said ${number}`))
      .filter((words) => words.includes('said') && words.includes('29')).length
    await page.getByText(`${found} of 3030 rows`, { exact: true }).waitFor()
    await page.getByLabel('Search the log').fill('')
    await page.getByText('3030 rows', { exact: true }).waitFor()
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
