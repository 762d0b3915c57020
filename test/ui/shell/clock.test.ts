import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the clock on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is found by other words; where it was moved a line of the log says so, and the header how far', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'All commands' })
    for (const word of ['jump', 'clock', 'time']) {
      await palette.getByRole('combobox').fill(`${word} 1 h`)
      await palette.getByRole('option', { name: 'Move the time by 1 h' }).waitFor()
    }
    await page.keyboard.press('Enter')
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByText('clock +1 h').waitFor()
    await page.getByRole('banner').getByText('+1 h', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: '+5 min' }).click()
    // Nothing came between the two.
    await log.getByText('clock +1 h 5 min').waitFor()
    const lines = () => log.getByRole('listitem').allTextContents()
    expect((await lines()).map((line) => /clock|Delivery/.exec(line)?.[0])).toEqual(['clock', 'Delivery'])
    await sim.trigger('inboundMessage')
    await log.getByText('Inbound').waitFor()
    expect((await lines()).map((line) => /clock|Delivery|Inbound/.exec(line)?.[0])).toEqual([
      'Inbound',
      'clock',
      'Delivery',
    ])
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Flat' }).waitFor()
    expect((await lines()).map((line) => /clock|Delivery|Inbound/.exec(line)?.[0])).toEqual([
      'Inbound',
      'clock',
      'Delivery',
    ])
  })

  it('is told within the story that went on over it', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    await sim.advance(10_000)
    await sim.phone('+233000000001').reply('1')
    await sim.advance(3_600_000)
    const { page } = await open(sim)
    const lines = page.getByRole('list', { name: 'Log' }).getByRole('listitem')
    await lines.getByText('clock +10 s').waitFor()
    expect((await lines.allTextContents()).map((line) => /clock \+.*$|\d rows|USSD turn/.exec(line)?.[0])).toEqual([
      'clock +1 h',
      '2 rows',
      'USSD turn',
      'clock +10 s',
      'USSD turn',
    ])
  })

  it('tells the key of this machine for everything by name', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const name = (await page.evaluate('/Mac/.test(navigator.platform)')) ? '⌘K' : 'Ctrl K'
    await page
      .getByRole('button', { name: `All commands ${name}` })
      .getByText(name)
      .waitFor()
  })
})
