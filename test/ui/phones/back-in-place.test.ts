import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`a phone that was removed${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('comes back in its place with Undo, which is gone once it was used', async () => {
    const { sim } = await shop()
    const numbers = ['+233000000001', '+233000000002', '+233000000003']
    for (const number of numbers) sim.phone(number)
    const { page, complaints } = await open(sim)
    const phones = page.getByRole('article')
    await phones.nth(2).waitFor()
    await phones.nth(0).locator('summary').last().click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(() => sim.phones.map(({ number }) => number)).toEqual(numbers.slice(1))
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.click()
    await undo.waitFor({ state: 'detached' })
    await expect.poll(() => sim.phones.map(({ number }) => number)).toEqual(numbers)
    await expect.poll(() => phones.count()).toBe(3)
    await expect.poll(async () => (await phones.nth(0).textContent())?.includes('0001')).toBe(true)
    expect(complaints).toEqual([])
  })
})
