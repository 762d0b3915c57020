import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from './browser.ts'

const number = '+233000000001'

describe.skipIf(isLeftOut)(`pushes that are sent by hand on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  async function sold() {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#').reply('1').approve()
    const [notice] = sim.log.rows({ kind: 'ussdPayment' })
    const { page, complaints } = await open(sim, `#row=${notice?.id}`)
    await page.getByText(`row ${notice?.id} ·`).waitFor()
    return { sim, page, complaints, id: notice?.id ?? 0 }
  }

  it('change nothing of what the phone says of its payment', async () => {
    const { sim, page, id } = await sold()
    const said = page
      .getByRole('article')
      .getByRole('status')
      .getByText(/^Paid: the service told your app/)
    await said.waitFor()
    for (const as of ['forged', 'late', 'otherCasing', 'duplicate'] as const) await sim.resend(id, { as })
    await sim.resend(id, { body: '{"ResponseCode":"2001","Message":"failed"}' })
    await page.goto(`${sim.pageUrl}#row=${sim.log.last}`)
    await page.getByText(`row ${sim.log.last} ·`).waitFor()
    await said.waitFor()
    await page.getByRole('article').getByRole('button', { name: 'See it in the log', exact: true }).waitFor()
  })

  it('are called edited where something was changed, and a duplicate where nothing was', async () => {
    const { sim, page, complaints } = await sold()
    await press(page, 'e')
    const editor = page.getByRole('dialog', { name: /^Edit row/ })
    await editor.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Resend: sent, answered with 200.').waitFor()
    await page.getByRole('button', { name: /USSD payment.*Resend, by hand/ }).waitFor()
    expect(sim.log.row(sim.log.last)?.faults).toEqual(['duplicate'])
    await press(page, 'e')
    const address = editor.getByRole('textbox', { name: 'Address' })
    await address.fill(`${await address.inputValue()}&more=1`)
    await editor.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^Edited push: sent, answered with \d/).waitFor()
    await page.getByRole('button', { name: /USSD payment.*Edited, by hand/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('late: delayed in grey, with a button that moves the time exactly so far, then a link to what came', async () => {
    const { sim, page, complaints } = await sold()
    const moved = () => JSON.parse(sim.snapshot().world).moved
    await press(page, 'w l')
    await page.getByText('Delayed. It goes out in 6 min.').first().waitFor()
    const held = sim.log.last
    const line = page.getByRole('button', {
      name: /^To your app .*USSD payment.*Late, by hand.*delayed/,
    })
    await line.waitFor()
    const detail = page.getByRole('region', { name: 'Detail' })
    expect(await detail.getByText('no answer').count()).toBe(0)
    const before = moved()
    await detail.getByRole('button', { name: /^Move the time by (?:6 min|5 min \d+ s)$/ }).click()
    const came = detail.getByRole('button', { name: 'See it in the log', exact: true })
    await came.waitFor()
    // No more than what was left of the six minutes.
    expect(moved() - before).toBeGreaterThan(300_000)
    expect(moved() - before).toBeLessThanOrEqual(360_000)
    await detail.getByText('It was delayed, and came later.').waitFor()
    await came.click()
    await expect.poll(() => page.url()).toContain(`row=${held + 1}`)
    expect(sim.log.row(held + 1)).toMatchObject({ heldAs: held, response: { status: 200 } })
    await page.goto(`${sim.pageUrl}#q=is:wrong`)
    await page.getByText('No row matches your search.').waitFor()
    expect(complaints).toEqual([])
  })

  it('make no second card of one order, and what nobody asked for is not called right', async () => {
    const { sim, page, id } = await sold()
    const body = sim.log.row(id)?.request.body.toString() ?? ''
    const changed = JSON.parse(body)
    // Nothing of it names the payment any more but the address.
    delete changed.ResponseCode
    changed.Data = { Amount: 500, Description: 'Other', ClientReference: 'other' }
    await sim.resend(id, { body: JSON.stringify(changed) })
    await expect.poll(async () => (await sim.handled())?.length).toBe(2)
    await page.goto(`${sim.pageUrl}#view=ledger`)
    const entries = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await entries.first().waitFor()
    expect(await entries.count()).toBe(1)
    await sim.trigger('checkout', { ResponseCode: '2001', Data: { ClientReference: 'order-9', Status: 'Failed' } })
    await entries.nth(1).waitFor()
    await entries.filter({ hasText: 'order-9' }).getByText('nobody asked').waitFor()
  })
})
