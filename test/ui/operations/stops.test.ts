import type { FastifyInstance } from 'fastify'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { samples } from '../../http/samples.ts'
import { allBut, officeOf } from '../../operations/page/office.ts'
import { findings } from '../axe.ts'
import { isLeftOut, why } from '../browser.ts'
import { hostile, usedOffice, useOffice } from './office.ts'

const tabs = ['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all', 'sessions', 'trail']

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`stopping a kind on the operator’s page in a browser${why}`, { timeout: 300_000 }, () => {
  const open = useOffice()

  it('is done with the keyboard alone: a reason is asked for, and the banner starts it again', async () => {
    const office = await usedOffice()
    const { page, complaints } = await open(office, '#tab=dead')
    await page.getByRole('button', { name: 'Stop a kind…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Stop a kind…' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(office.app.merchant.health().stopped).toEqual([])
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('the new menu shows no prices')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('ussd is stopped: every process hears of it within a few seconds.').waitFor()
    expect(await office.app.merchant.stops()).toMatchObject([
      { kind: 'ussd', by: 'Ama', reason: 'the new menu shows no prices' },
    ])
    await page.getByRole('button', { name: 'Start ussd' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('ussd is started').waitFor()
    expect(await office.app.merchant.stops()).toEqual([])
    // It is said as soon as it is done; the banner goes with the next answer.
    await page.getByRole('region', { name: 'Stopped kinds' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('is seen of another registration too, with the way there, and so is what it has to review', async () => {
    const office = await officeOf(undefined, {}, { prepare: withTickets })
    await office.app.merchant.get('tickets').stop('ussd', { by: 'Kofi', reason: 'no prices' })
    const { page, complaints } = await open(office, '#registration=default')
    const banner = page.getByRole('region', { name: 'Stopped kinds' })
    await banner.getByText('ussd of tickets is stopped').waitFor()
    expect(await banner.getByRole('button').count()).toBe(0)
    await banner.getByRole('link', { name: 'Look at tickets' }).click()
    await banner.getByRole('button', { name: 'Start ussd' }).waitFor()
    await fetch(`${office.origin}/checkout`, {
      method: 'POST',
      body: JSON.stringify({ ...samples.checkout, ResponseCode: '0005' }),
      headers: { 'content-type': 'application/json' },
    })
    await office.settled()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByLabel('Registration').getByText('default · 1 to review').waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
  })

  it.each([
    ['light', 1_440],
    ['dark', 360],
  ] as const)(
    'is seen on every view, also what is hostile in it as text, and axe finds nothing: %s at %d px',
    async (colorScheme, width) => {
      const office = await usedOffice()
      await office.app.merchant.stop('ussd', { by: `Kofi ${hostile}`, reason: `ask +233000000042 ${hostile}` })
      await office.app.merchant.stop('checkout', { by: 'Ama', reason: 'the ledger is closed' })
      const { page, complaints } = await open(office, '#tab=all', { colorScheme, viewport: { width, height: 800 } })
      const banner = page.getByRole('region', { name: 'Stopped kinds' })
      for (const tab of tabs) {
        await page.evaluate(`location.hash = 'tab=${tab}'`)
        await page.locator(`[aria-current=page][href*="${tab}"]`).waitFor()
        await banner.getByText('ussd is stopped').waitFor()
        expect(await banner.innerText()).toMatch(/checkout is stopped[\s\S]*by Ama,[\s\S]*the ledger is closed/)
      }
      await page.evaluate(`location.hash = 'tab=dead'`)
      await page.getByRole('link', { name: /broken-2/ }).click()
      await page.getByRole('heading', { name: 'Why it is here' }).waitFor()
      const seen = await banner.innerText()
      expect(seen).toContain('ask +233...042 <img src=x')
      for (const hidden of ['\u001b', '\u202e', '\u200b', '00000042']) expect(seen).not.toContain(hidden)
      expect(await page.locator('img').count()).toBe(0)
      expect(await findings(page, colorScheme)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'Stop a kind…' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findings(page, colorScheme)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it.each([375, 768, 1_280])(
    'for a reason as long as it may be, or one long word, leaves the button and the list in reach: %d px',
    async (width) => {
      const office = await usedOffice()
      await office.app.merchant.stop('ussd', { by: 'Kofi', reason: 'no prices on the new menu '.repeat(76).trim() })
      await office.app.merchant.stop('checkout', { by: 'Ama', reason: 'x'.repeat(2_000) })
      const { page, complaints } = await open(office, '#tab=dead', { viewport: { width, height: 812 } })
      const banner = page.getByRole('region', { name: 'Stopped kinds' })
      await banner.getByText('checkout is stopped').waitFor()
      const heightOf = async (seen: Locator) => (await seen.boundingBox())?.height ?? 0
      const reasons = banner.locator('p[tabindex]')
      for (const reason of await reasons.all()) {
        expect(await heightOf(reason)).toBeLessThan(80)
        expect((await reason.boundingBox())?.width).toBeGreaterThan(width / 2)
      }
      // The rest of it is reached with keys.
      await reasons.first().focus()
      await page.keyboard.press('End')
      await expect.poll(() => reasons.first().evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      const first = page.getByRole('link', { name: /broken-2/ })
      expect((await first.boundingBox())?.y).toBeLessThan(812 - 60)
      await banner.getByRole('button', { name: 'Start ussd' }).click()
      await banner.getByRole('button', { name: 'Start checkout' }).click()
      await banner.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
    },
  )

  it('is offered to nobody without the right, who sees what is stopped', async () => {
    const office = await officeOf({ access: () => ({ rights: allBut('stop'), by: 'Ama' }) })
    await office.app.merchant.stop('checkout', { by: 'Kofi', reason: 'the ledger is closed' })
    const { page } = await open(office)
    await page.getByText('the ledger is closed').waitFor()
    expect(await page.getByRole('button', { name: /Stop a kind|Start checkout/ }).count()).toBe(0)
  })
})

/** A second registration beside the office's. */
function withTickets(app: FastifyInstance) {
  return app.register(merchantWebhooks, {
    name: 'tickets',
    prefix: '/tickets',
    verify: 'none',
    store: memoryStore(),
    ussd: (_push, turn) => turn.end('Bye'),
    payment: () => undefined,
  })
}
