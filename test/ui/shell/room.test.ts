import Fastify from 'fastify'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import { mapApplication } from '../../../src/simulator/index.ts'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

const narrow = { viewport: { width: 360, height: 740 } }

describe.skipIf(isLeftOut)(`what has room on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([0, 259_200_000])('says whole how the app is, on a screen of 360 px, %d ms later', async (ms) => {
    const { sim } = await shop()
    await sim.advance(ms)
    const { page } = await open(sim, '#', narrow)
    expect(await isCut(page.getByText('App connected'))).toBe(false)
  })

  it('shows what was dialled whole in the log, on a screen of 360 px', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim, '#view=log', narrow)
    const line = page.getByRole('button', { name: /USSD turn/ })
    expect(await isCut(line.getByText('*713#', { exact: true }))).toBe(false)
  })

  it('has one scroll bar for what is recorded, on a screen of 360 px', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const { page } = await open(sim, '#row=1', narrow)
    await page.getByText('row 1 ·').first().waitFor()
    await press(page, 'w t')
    const text = page.getByRole('region', { name: 'Preview' }).getByText('import ')
    const bars = await text.evaluate((one) => {
      let count = 0
      for (let box: typeof one | null = one; box !== null; box = box.parentElement) {
        if (box.scrollHeight > box.clientHeight + 1) count += 1
      }
      return count
    })
    expect(bars).toBe(1)
  })

  it('has letters that can be read on a map of many screens', async () => {
    const { sim } = await shop()
    const drawn = Array.from(
      { length: 30 },
      (_, index) => `Part ${String.fromCharCode(97 + (index % 26)).repeat(3 + index)}`,
    )
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, {
      verify: secretPath('a-secret-of-the-address'),
      store: memoryStore(),
      ussd: ({ type, message }, turn) =>
        type === 'initiation' ? turn.menu('The shop', drawn.slice(0, 9)) : turn.prompt(`${drawn[Number(message)]}?`),
    })
    sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
    const { page } = await open(sim, '#view=map')
    await page.getByRole('button', { name: 'Draw the map' }).click()
    const first = page.getByRole('application').getByRole('button').first()
    await first.waitFor()
    const [shown, whole] = [(await first.boundingBox())?.height ?? 0, await first.evaluate((one) => one.offsetHeight)]
    expect(shown / whole).toBeGreaterThan(0.59)
  })

  it('draws nothing of a row over another part of it, on a screen of 900, 1,280 and 1,440 px', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const paid = sim.log.rows({ kind: 'ussdPayment' })[0]
    for (const as of ['duplicate', 'forged', 'otherCasing'] as const) await sim.resend(paid?.id ?? 0, { as })
    const { page } = await open(sim, `#row=${paid?.id}`)
    await page.getByRole('tabpanel').waitFor()
    for (const width of [900, 1_280, 1_440]) {
      await widen(page, width, 900)
      const covered = await page.getByRole('list', { name: 'Log' }).evaluate((list) =>
        [...list.querySelectorAll('[data-row]')].flatMap((row) => {
          // Each part by what is seen of it.
          const parts = [...row.querySelectorAll('span')]
            .filter((part) => part.children.length === 0 && part.textContent !== '')
            .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
          return parts.flatMap(({ text, box }, at) =>
            parts
              .slice(at + 1)
              .filter(
                ({ box: other }) =>
                  box.left + 1 < other.right &&
                  other.left + 1 < box.right &&
                  box.top + 1 < other.bottom &&
                  other.top + 1 < box.bottom,
              )
              .map((other) => `${text} over ${other.text}`),
          )
        }),
      )
      expect(covered, `${width} px`).toEqual([])
    }
  })

  it('shows that there are more phones than have room', async () => {
    const { sim } = await shop()
    for (let index = 10; index < 30; index += 1) sim.phone(`+2330000000${index}`)
    const { page } = await open(sim, '#view=phones', narrow)
    const tabs = page.getByRole('navigation', { name: 'Choose a phone' })
    expect(await isFading(tabs)).toBe(true)
    await tabs.getByRole('button', { name: '0029' }).focus()
    await page.keyboard.press('Enter')
    expect(await seenParts(tabs)).toHaveLength(20)
    expect((await seenParts(tabs)).at(-1)).toBe('whole')
    await tabs.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
    expect(await isFading(tabs)).toBe(false)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto(new URL('#view=map', page.url()).href)
    await tabs.getByRole('button', { name: '0010' }).click()
    expect(await seenParts(tabs)).toContain('cut')
  })

  it('shows that there are more faults on than have room, on a screen of 360 px', async () => {
    const { sim } = await shop()
    for (const name of ['drop', 'duplicate', 'contradict', 'changeCasing'] as const) sim.faults.set(name, { rate: 0.1 })
    const { page } = await open(sim, '#', narrow)
    expect(await isFading(page.getByRole('region', { name: 'Faults that are on' }).getByRole('list'))).toBe(true)
  })

  it('counts a screen up to where the simulator cuts it, for the phone’s network', async () => {
    const { sim } = await shop({ ussd: { screenLengths: { small: 40 } } })
    await sim.phone('+233000000001').dial('*713#')
    await sim.phone('+233000000002', { operator: 'small' }).dial('*713#')
    const { page } = await open(sim)
    await page
      .getByRole('article', { name: /0001/ })
      .getByText(/^\d+ of 182 /)
      .waitFor()
    await page
      .getByRole('article', { name: /0002/ })
      .getByText(/^\d+ of 40 /)
      .waitFor()
  })

  it('shows one phone beside the map, and nothing of the next', async () => {
    const { sim, app } = await shop()
    sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
    sim.phone('+233000000001')
    sim.phone('+233000000002')
    const { page } = await open(sim, '#view=map')
    const phones = await page.getByRole('region', { name: 'Phones' }).boundingBox()
    const next = await page.getByRole('article', { name: /0002/ }).boundingBox()
    expect(next?.x).toBeGreaterThanOrEqual((phones?.x ?? 0) + (phones?.width ?? Number.NaN))
  })

  it('opens what belongs to a button right under it, on a screen of 360 and of 1,440 px', async () => {
    const { sim } = await shop()
    sim.faults.set('duplicate', { rate: 0.1 })
    sim.faults.set('drop', { rate: 0.1 })
    sim.phone('+233000000001')
    const { page } = await open(sim, '#view=phones')
    const both = [360, 1_440].flatMap((width) => ['New', 'More'].map((name) => ({ width, name })))
    for (const { width, name } of both) {
      await widen(page, width, 740)
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      const [above, list] = [
        await button.boundingBox(),
        await page.locator('[popover=auto]:popover-open').boundingBox(),
      ]
      expect(Math.abs((list?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)), name).toBeLessThan(8)
      expect(list?.x, name).toBeGreaterThanOrEqual(0)
      expect((list?.x ?? 0) + (list?.width ?? 0), name).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
    }
  })

  it('has the payments that are wrong first in the ledger', async () => {
    const { sim } = await shop()
    sim.faults.next('drop', { kind: 'ussdPayment' })
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    await sim.phone('+233000000002').dial('*713#').reply('1')
    const { page } = await open(sim, '#view=ledger')
    const entries = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(2)
    await expect.poll(() => entries.first().textContent()).toMatch(/differs/)
  })
})

/** Until what the page does at another width is drawn. */
async function widen(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
}

/** Whether the end of a row fades away: there is more of it. */
function isFading(row: Locator): Promise<boolean> {
  return row.evaluate((one) => one.computedStyleMap().get('--more')?.toString() !== '0px')
}

/** How much is in sight of each thing in a box, up to the last that is in sight at all. */
function seenParts(box: Locator): Promise<readonly string[]> {
  return box.evaluate((one) => {
    const { right, bottom, left, top } = one.getBoundingClientRect()
    const parts = [...one.children].map((child) => {
      const of = child.getBoundingClientRect()
      if (of.right <= left || of.left >= right || of.bottom <= top || of.top >= bottom) return 'not'
      return of.right > right + 1 || of.bottom > bottom + 1 ? 'cut' : 'whole'
    })
    return parts.slice(0, parts.findLastIndex((part) => part !== 'not') + 1)
  })
}
