import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

const narrow = { viewport: { width: 360, height: 740 } }

describe.skipIf(isLeftOut)(`what tells two things apart, at 360 px${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  // In production nothing is told of what a handler did.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('is whole in the ledger: references, numbers, times and verdicts', async () => {
    const { sim } = await shop()
    for (const last of [1, 2]) await sim.phone(`+23300000000${last}`).dial('*713#').reply('1').approve()
    for (const ClientReference of ['order-5d207a74fc4e-of-the-shop-in-town', 'order-5d207a74fc4e-of-the-shop-at-sea'])
      await sim.trigger('checkout', { Data: { ClientReference, Description: 'Rice, five kilograms of it, with tea' } })
    await unclear(sim)
    const { page } = await open(sim, '#view=ledger', narrow)
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger.getByRole('listitem').nth(4).waitFor()
    await ledger.getByText(/^USSD payment · \+233000000002 · \d\d:\d\d:\d\d$/).waitFor()
    expect(await cut(page, '[aria-label=Ledger]')).toEqual([])
  })

  it('is whole in the head of a story, in its detail, and in the bar whatever the clock shows', async () => {
    const { sim } = await shop()
    await unclear(sim)
    await sim.advance(263_000_000)
    const { page } = await open(sim, '#view=log', narrow)
    const head = page.getByRole('button', { name: /undetermined, to review$/, expanded: true })
    await head.waitFor()
    await page.getByText('App answers').waitFor()
    await page.getByRole('button', { name: /\+3 d 1 h$/ }).waitFor()
    expect(await cut(page, 'header, [aria-expanded]')).toEqual([])
    // The count of rows gives way to the verdict; the time stays.
    const time = head.getByText(/^\d\d:\d\d:\d\d$/)
    const [line, seen] = [await head.boundingBox(), await time.boundingBox()]
    expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0))
    const row = sim.log.rows({ kind: 'checkout' })[0]?.id
    await page.goto(`${sim.pageUrl}#row=${row}`)
    await page.getByRole('tabpanel').getByText('The whole story').waitFor()
    await page.getByRole('region', { name: 'Detail' }).getByText('undetermined, to review').first().waitFor()
    expect(await cut(page, 'header, [aria-label=Detail]')).toEqual([])
  })
})

/** A payment that contradicts itself, which nobody asked for. */
async function unclear(sim: Awaited<ReturnType<typeof shop>>['sim']): Promise<void> {
  const { items } = JSON.parse(await (await fetch(`${sim.url}/_simulator/kinds`)).text())
  const { address: callbackUrl } = items.find(({ kind }: { kind: string }) => kind === 'checkout')
  await fetch(`${sim.url}/_simulator/bills/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 5,
      description: 'Oil, one litre of it, in a bottle of glass',
      reference: 'order-17-of-the-shop-in-town',
      callbackUrl,
      returnUrl: 'https://shop.example/thanks',
      cancellationUrl: 'https://shop.example/cart',
    }),
  })
  await sim.customer.pays('order-17-of-the-shop-in-town', { fails: '0005' })
  const told = sim.log.rows({ kind: 'checkout' }).at(-1)
  await sim.resend(told?.id ?? 0)
}

/** Texts whose end isn't seen. @param within of what */
function cut(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('${within}')].flatMap((one) => [one, ...one.querySelectorAll('*')])
    .filter((one) => one.checkVisibility() && !one.matches('.sr-only, .sr-only *'))
    .filter((one) => getComputedStyle(one).overflowX !== 'visible' || getComputedStyle(one).textOverflow === 'ellipsis')
    .filter((one) => one.scrollWidth > one.clientWidth || (one.clientHeight > 0 && getComputedStyle(one).webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight))
    .map((one) => one.textContent)`)
}
