import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, press as pressKeys, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`every action by its key, in Chromium${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('phones, rows, views and dialogs; no key that the page lists is left out', async () => {
    const { sim } = await shop()
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#')
    const { page, complaints } = await open(sim, '#row=1', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('row 1 ·').waitFor()
    const pressed = new Set<string>()
    const listed: string[] = []
    const press = async (keys: string) => {
      pressed.add(keys)
      await pressKeys(page, keys)
    }
    /** Pressed again until it is there: a busy page hears a moment later of what the key is about. */
    const opened = async (keys: string, name: string | RegExp) => {
      const dialog = page.getByRole('dialog', { name })
      await expect
        .poll(async () => {
          if (!(await dialog.isVisible())) await press(keys)
          return dialog.isVisible()
        })
        .toBe(true)
      return dialog
    }
    const rows = () => sim.log.rows({ kind: 'ussd' })
    const newest = () => rows().at(-1)
    const isOpen = () => sim.phones.some((one) => one.isOpen)

    await press('y')
    await expect.poll(() => rows().length).toBe(2)
    await press('h')
    await expect.poll(isOpen).toBe(false)
    await heard(page, ended)
    await phone.dial('*713#')
    await heard(page, running)
    await press('m')
    await expect.poll(isOpen).toBe(false)
    await heard(page, ended)
    await phone.dial('*713#').reply('1')
    await heard(page, prompt)
    await press('s')
    await expect.poll(() => phone.prompts).toEqual([])
    await page.getByRole('article').locator(':focus').waitFor()
    await blur(page)

    const before = rows().length
    await press('r')
    await expect.poll(() => rows().length).toBe(before + 1)
    await chosen(page, newest()?.id)
    await press('d')
    await expect.poll(() => rows().length).toBe(before + 3)
    await chosen(page, newest()?.id)
    await press('w f')
    await page.getByText(/Do it again to send it/).waitFor()
    await press('w f')
    await expect.poll(() => newest()?.faults).toEqual(['forge'])
    await chosen(page, newest()?.id)
    await press('w c')
    await expect.poll(() => newest()?.faults).toContain('changeCasing')
    await chosen(page, newest()?.id)
    await press('w l')
    await page.getByRole('button', { name: 'Move the time by' }).first().waitFor()

    // The browser itself opens no window for a file from here on; it's told of that only in a while.
    page.on('filechooser', () => undefined)
    await page.goto(`${sim.pageUrl}#row=1`)
    await chosen(page, 1)
    await press('c')
    await expect.poll(() => clipboard(page)).toMatch(/^curl /)
    await press('x')
    await expect.poll(() => clipboard(page)).toMatch(/"kind": "ussd"/)
    await press('w p')
    await expect.poll(() => page.url()).toMatch(/pins=\d/)
    await press('w d')
    await expect.poll(() => page.url()).toContain('tab=compare')
    await press('Enter')
    await expect.poll(() => page.url()).not.toContain('tab=compare')
    for (const [keys, name] of [
      ['e', /^Edit row/],
      ['w t', 'Record as a test'],
      ['w s', 'Save the session'],
      ['i', 'Pay an invoice'],
      ['v', 'Pay an invoice'],
      ['?', 'All keys'],
    ] as const) {
      const dialog = await opened(keys, name)
      if (keys === '?') listed.push(...(await keysIn(dialog)))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(await page.getByText('That didn’t work.').allTextContents()).toEqual([])
    await press('Escape')
    await expect.poll(() => page.url()).not.toMatch(/row=/)

    await press('j')
    await expect.poll(() => page.url()).toMatch(/row=/)
    await press('k')
    await press('f')
    await expect.poll(() => page.url()).toContain('flat=1')
    await press('f')
    await press('o')
    await expect.poll(() => page.getByRole('button', { expanded: true }).count()).toBe(0)
    await press('/')
    await page.getByLabel('Search the log').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    const choosing = page.waitForEvent('filechooser')
    await press('w o')
    await choosing

    for (const [keys, place] of [
      ['g l', 'view=ledger'],
      ['g f', 'view=faults'],
      ['g m', 'view=map'],
      ['g p', 'view=phones'],
    ] as const) {
      await press(keys)
      await expect.poll(() => page.url()).toContain(place)
    }
    await press('g o')
    await expect.poll(() => page.url()).not.toContain('view=')
    const look = () => page.locator('html').getAttribute('data-theme')
    const theme = await look()
    await press('t')
    await expect.poll(look).not.toBe(theme)

    for (const [keys, ms] of [
      ['l s', 60_000],
      ['l m', 300_000],
      ['l h', 3_600_000],
      ['l d', 259_200_000],
    ] as const) {
      const before = sim.now()
      await press(keys)
      await expect.poll(() => sim.now()).toBeGreaterThanOrEqual(before + ms)
    }
    sim.faults.set('duplicate', { rate: 0.1 })
    await page.getByRole('banner').getByText('Duplicate 10 %').waitFor()
    await press('q f')
    await expect.poll(() => sim.faults.list()).toEqual([])

    await press('1')
    await page.getByRole('article').locator(':focus').waitFor()
    await blur(page)
    await press('p')
    await page.getByRole('article').locator(':focus').waitFor()
    await blur(page)
    await press('n')
    await expect.poll(() => sim.phones.length).toBe(2)
    await page.getByRole('textbox').and(page.locator(':focus')).waitFor()
    await blur(page)
    await press('b')
    await expect.poll(() => sim.phones.length).toBe(3)
    await page.getByRole('application').and(page.locator(':focus')).waitFor()
    await blur(page)
    for (const [keys, count] of [
      ['u w', 4],
      ['u t', 5],
      ['u a', 6],
    ] as const) {
      await press(keys)
      await expect.poll(() => sim.phones.length).toBe(count)
      await page.getByRole('button', { name: 'Open', exact: true }).and(page.locator(':focus')).waitFor()
      await blur(page)
    }
    const channels = () => sim.phones.map(({ channel }) => channel)
    await press('u x')
    await expect.poll(channels).not.toContain('app')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await press('z')
    await expect.poll(channels).toContain('app')
    await page.getByRole('article').nth(5).waitFor()
    await blur(page)
    await press('u x')
    await expect.poll(channels).not.toContain('app')
    await press('2')
    await page.getByRole('article').locator(':focus').waitFor()
    await blur(page)
    await press('u m')
    await page.getByRole('textbox', { name: 'Write to the app' }).and(page.locator(':focus')).waitFor()
    await blur(page)
    await press('u s')
    await page.getByLabel('Network of the SIM').and(page.locator(':focus')).waitFor()
    await blur(page)
    await press('1')
    await page.getByRole('article').locator(':focus').waitFor()
    await blur(page)
    await phone.dial('*713#').reply('1')
    await heard(page, prompt)
    await press('j')
    await expect.poll(() => page.url()).toMatch(/row=/)
    await press('Control+k')
    await page.getByRole('dialog', { name: 'All commands' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    listed.push(...(await keysIn(await opened('?', 'All keys'))))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect
      .poll(async () => {
        if (phone.prompts.length > 0) await press('a')
        return phone.prompts
      })
      .toEqual([])
    for (const keys of ['q l', 'q r']) {
      // It asks; the same again says yes.
      await press(keys)
      await press(keys)
    }
    await expect.poll(() => sim.phones).toEqual([])
    expect(sim.log.rows()).toEqual([])
    const isLikeAnother = (keys: string) => keys === 'Ctrl K' || /^[2-9]$/.test(keys)
    expect(listed.filter((keys) => !pressed.has(keys) && !isLikeAnother(keys))).toEqual([])
    expect(new Set(listed).size).toBeGreaterThan(45)
    expect(complaints).toEqual([])
  })
})

async function keysIn(dialog: Locator): Promise<string[]> {
  await dialog.getByRole('listitem').first().waitFor()
  const lines = await dialog.getByRole('listitem').filter({ hasNotText: '(not now)' }).all()
  return Promise.all(lines.map(async (line) => (await line.locator('kbd').allTextContents()).join(' ')))
}

/** The page hears a moment later of what was done on the phone. */
function heard(page: Page, sign: (page: Page) => Locator): Promise<void> {
  return sign(page).first().waitFor()
}

const hangUp = (page: Page) => page.getByRole('button', { name: 'Hang up' }).first()
const running = (page: Page) => hangUp(page).and(page.locator(':enabled'))
const ended = (page: Page) => hangUp(page).and(page.locator(':disabled'))
const prompt = (page: Page) => page.getByRole('region', { name: 'Payment prompt' })

/** The page went to the row that was sent. */
async function chosen(page: Page, id: number | undefined): Promise<void> {
  await page.getByText(`row ${id} ·`).first().waitFor()
}

function blur(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.blur()')
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()')
}
