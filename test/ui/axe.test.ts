import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page']

// Each look takes its time on a busy machine.
const timeout = 180_000
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

describe.skipIf(isLeftOut)(`what axe finds on the page${why}`, () => {
  const open = useBrowser()
  // In production no turn says where its time went.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('nothing on a desk, light', { timeout }, async () => {
    const { page } = await open(await usedShop(), '#row=3')
    const looks = [
      '#row=3',
      '#row=1&tab=time',
      '#row=3&tab=push',
      '#row=3&tab=reply&flat=1',
      '#row=3&tab=compare&pins=1',
      '#view=ledger',
      '#view=faults',
      '#view=map',
    ]
    expect(await findingsOn(page, looks, (axe) => axe.withTags(rules))).toEqual([])
    await page.goto(new URL('#row=3', page.url()).href)
    await page.getByText('row 3 ·').waitFor()
    for (const key of ['?', 'Control+k', 'e']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      expect(await findings(axeOn(page).withTags(rules).include('dialog')), key).toEqual([])
      await page.keyboard.press('Escape')
    }
  })

  it('no words that are hard to read on a desk, dark', { timeout }, async () => {
    const { page } = await open(await usedShop(), '#row=3', { colorScheme: 'dark' })
    const looks = ['#row=3', '#row=1&tab=time', '#row=3&tab=push', '#view=ledger', '#view=faults']
    expect(await findingsOn(page, looks, (axe) => axe.withRules('color-contrast'))).toEqual([])
  })

  it('nothing on a narrow screen, dark, and before anything happened', { timeout }, async () => {
    const narrow = { colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const
    const { page } = await open(await usedShop(), '#', narrow)
    const looks = ['#', '#view=phones', '#row=3', '#view=ledger', '#view=faults']
    expect(await findingsOn(page, looks, (axe) => axe.withTags(rules))).toEqual([])
    const { sim } = await shop()
    const { page: empty } = await open(sim, '#', narrow)
    expect(await findings(axeOn(empty).withTags(rules))).toEqual([])
  })
})

/** With a prompt that covers a phone, a screen on another, messages, a fault, and a payment that nobody understands. */
async function usedShop() {
  const { sim } = await shop()
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

async function findingsOn(page: AxePage, looks: readonly string[], choose: (axe: AxeBuilder) => AxeBuilder) {
  const found: string[] = []
  for (const look of looks) {
    await page.goto(new URL(look, page.url()).href)
    await page.getByRole('main').getByRole('button').first().waitFor()
    found.push(...(await findings(choose(axeOn(page)))).map((finding) => `${look} ${finding}`))
  }
  return found
}

/** It looks for what is wrong alone: to list what is right takes it longer. */
function axeOn(page: AxePage): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
}

async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
