import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`what went over the wire, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is shown in lines, as it was sent, and as bytes; headers when somebody wants them', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const { page, complaints } = await open(sim, '#row=1&tab=push')
    const body = page.getByRole('region', { name: 'Body' })
    await body.getByText(/^\{\n {2}"ResponseCode"/).waitFor()
    await body.getByRole('button', { name: 'As sent' }).click()
    await body.getByText(/^\{"ResponseCode"/).waitFor()
    await body.getByRole('button', { name: 'Bytes' }).click()
    await body.getByText(/^0000 {2}7b 22 52 65 73 70 6f 6e {2}\{"Respon/).waitFor()
    await page.getByText(/^Headers \(\d+\)$/).click()
    await page.getByRole('term').getByText('content-type:').waitFor()
    await page.getByRole('definition').getByText('application/json').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('has every digit and every name in lines, as they were sent', async () => {
    const { sim } = await shop()
    const text = '{"Data":{"Id":1234567890123456789012345,"Amount":50.00,"Amount":49.50}}'
    sim.log.add(rowOf(sim.now(), Buffer.from(text)))
    const { page } = await open(sim, '#row=1&tab=push')
    const body = page.getByRole('region', { name: 'Body' }).locator('pre')
    await body.getByText(/^\{\n {2}"Data"/).waitFor()
    expect(await body.textContent()).toBe(
      '{\n  "Data": {\n    "Id": 1234567890123456789012345,\n    "Amount": 50.00,\n    "Amount": 49.50\n  }\n}',
    )
  })

  it.each(['lines', 'Bytes'])('of a long body lays out what is in sight, and copies all of it: %s', async (look) => {
    const { sim } = await shop()
    const items = Array.from({ length: 600 }, (_, index) => ({ ItemId: `item-${index}`, Quantity: index }))
    sim.log.add(rowOf(sim.now(), Buffer.from(JSON.stringify({ Data: { Items: items } }))))
    const { page } = await open(sim, '#row=1&tab=push', { permissions: ['clipboard-read', 'clipboard-write'] })
    const body = page.getByRole('region', { name: 'Body' })
    if (look === 'Bytes') await body.getByRole('button', { name: 'Bytes' }).click()
    const pre = body.locator('pre')
    // Of the last part, which has fewer lines: as high as the usual part until it is seen.
    const height = () => pre.locator('> :last-child').evaluate((one) => one.getBoundingClientRect().height)
    await expect.poll(height).toBe(1_280)
    const text = await pre.textContent()
    await pre.evaluate((one) => one.ownerDocument.getSelection()?.selectAllChildren(one))
    await page.keyboard.press('ControlOrMeta+c')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text)
    expect(text?.startsWith(look === 'Bytes' ? '0000  7b 22 44' : '{\n  "Data": {')).toBe(true)
    await pre.evaluate((one) => one.ownerDocument.getSelection()?.empty())
    await pre.press('End')
    await expect.poll(height).toBeLessThan(1_280)
  })

  it('shows bytes that are no text as what they are', async () => {
    const { sim } = await shop()
    sim.log.add(rowOf(sim.now(), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))
    const { page } = await open(sim, '#row=1&tab=push')
    await page.getByText(/Some of it isn’t UTF-8/).waitFor()
    await page.getByRole('button', { name: 'Bytes' }).click()
    await page.getByText('0000  7b ff fe 7d').waitFor()
  })

  it('an address that your app does not know says what to look at', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const headers = { 'content-type': 'application/json' }
    const elsewhere = JSON.stringify({
      as: 'duplicate',
      url: `${new URL(sim.log.rows({})[0]?.url ?? '').origin}/elsewhere`,
    })
    await fetch(`${sim.url}/_simulator/log/1/resend`, { method: 'POST', headers, body: elsewhere })
    const { page } = await open(sim, `#row=${sim.log.last}`)
    await page.getByText(/refused it with 404.*no route at \/elsewhere\. Check the plugin.s prefix.*doctor/).waitFor()
  })
})

function rowOf(at: number, body: Buffer) {
  const row = { at, direction: 'push', kind: 'checkout', method: 'POST', url: 'http://127.0.0.1:1/push' } as const
  const request = { headers: {}, body, bytes: body.length }
  const went = { request, response: null, problem: null, ms: 1, deadline: null, timing: null, faults: [] }
  return { ...row, ...went, attempt: 1, about: { reference: 'odd' }, origin: null }
}
