import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mapApplication } from '../../src/simulator/index.ts'
import { findings, type Look } from './axe.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

const views = ['#', '#view=phones', '#view=ledger', '#view=faults', '#view=map']

const details = [
  '#row=3',
  '#row=1&tab=time',
  '#row=3&tab=push',
  '#row=3&tab=reply&flat=1',
  '#row=3&tab=faults',
  '#row=3&tab=compare&pins=1',
]

/** Each by its keys: all keys, everything by name, an edited push, a recorded story, an invoice in a shop. */
const dialogs = ['?', 'Control+k', 'e', 'w t', 'i']

/** What is there when the rest of a view has come. */
const lateWords: Readonly<Record<string, RegExp>> = {
  map: /\d screens|No map yet/,
  faults: /The same bytes come again a second later/,
}

const narrow = { width: 360, height: 740 }

// Each look takes its time on a busy machine.
describe.skipIf(isLeftOut)(`what axe finds on the page${why}`, { timeout: 300_000 }, () => {
  const open = useBrowser()
  // In production no turn says where its time went.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    it('nothing on a desk', async () => {
      const { page } = await open(await usedShop(), '#row=3', { colorScheme })
      expect(await findingsOn(page, [...views, ...details], colorScheme)).toEqual([])
    })

    it('nothing in a dialog', async () => {
      const { page } = await open(await usedShop(), '#row=3', { colorScheme })
      await page.getByText('row 3 ·').waitFor()
      for (const keys of dialogs) {
        for (const key of keys.split(' ')) await page.keyboard.press(key)
        await page.getByRole('dialog').waitFor()
        expect(await findings(page, colorScheme, 'dialog'), keys).toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    })

    it('nothing on a narrow screen, and before anything happened', async () => {
      const { page } = await open(await usedShop(), '#', { colorScheme, viewport: narrow })
      expect(await findingsOn(page, [...views, '#row=3'], colorScheme)).toEqual([])
      const { sim } = await shop()
      const { page: empty } = await open(sim, '#', { colorScheme, viewport: narrow })
      expect(await findingsOn(empty, views, colorScheme)).toEqual([])
    })
  })
})

/** With a prompt that covers a phone, a screen on another, messages, a fault, a payment that nobody understands, and a map. */
async function usedShop() {
  const { sim } = await shop()
  const { app } = await shop()
  sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sim.url}/_simulator/map`, { method: 'POST', headers, body: '{}' })
  await sim.phone('+233000000001').dial('*713#').reply('1')
  await sim.phone('+233000000002').dial('*713#')
  await sim.phone('+233000000003', { skin: 'basic' }).dial('*713#')
  await sim.phone('+233000000001', { channel: 'webstore' }).dial('')
  sim.faults.set('duplicate', { rate: 0.1 })
  sim.faults.next('contradict', { kind: 'checkout', way: 'unpaidUnderSuccess' })
  await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
  await sim.messages.from('+233000000001', 'Where is my order?')
  return sim
}

async function findingsOn(page: Page, looks: readonly string[], colorScheme: Look) {
  const found: string[] = []
  for (const look of looks) {
    await page.goto(new URL(look, page.url()).href)
    const view = /view=(\w+)/.exec(look)?.[1] ?? 'log'
    await page.getByRole('region', { name: new RegExp(`^${view}$`, 'i') }).waitFor()
    const late = lateWords[view]
    if (late !== undefined) await page.getByText(late).first().waitFor()
    if (look.includes('row=')) await page.getByRole('tabpanel').waitFor()
    found.push(...(await findings(page, colorScheme)).map((finding) => `${look} ${finding}`))
  }
  return found
}
