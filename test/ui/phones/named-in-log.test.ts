import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`turns of other devices in the log${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('say on which device they were', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001', { channel: 'webstore' }).dial('')
    await sim.phone('+233000000001', { channel: 'pos' }).dial('')
    const { page, complaints } = await open(sim, '#row=1')
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByRole('button', { name: /^To your app Web store turn/ }).waitFor()
    await log.getByRole('button', { name: /^To your app Till turn/ }).waitFor()
    await page.getByRole('heading', { name: 'Web store turn' }).waitFor()
    expect(complaints).toEqual([])
  })
})
