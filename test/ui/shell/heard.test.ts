import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

const number = '+233000000001'

describe.skipIf(isLeftOut)(`the page for those who hear it, or see the focus${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('has its parts by role and name', async () => {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#')
    await sim.phone('+233000000002', { skin: 'basic' }).dial('*713#')
    const { page } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').waitFor()
    await page.getByRole('application').waitFor()
    const tree = await page.locator('body').ariaSnapshot()
    for (const part of [
      '- banner:',
      '- heading "Simulator" [level=1]',
      '- status: App answers',
      '- group "Move the simulated time":',
      '- main:',
      '- region "Phones":',
      '- navigation "Choose a phone":',
      `- article "Phone ${number}":`,
      `- log "Screen of ${number}": Welcome to the shop 1. Tea 2. Rice`,
      '- timer "Time left to answer"',
      '- textbox "Answer"',
      '- button "Send"',
      '- group "Session":',
      '- button "Hang up"',
      '- application "Keys of +233000000002":',
      '- region "Log":',
      '- combobox "Search the log',
      '- list "Log":',
      '- region "Detail":',
      '- tablist',
      '- tabpanel "Story"',
    ])
      expect(tree).toContain(part)
    // Nothing that is pressed is without a name.
    expect(tree).not.toMatch(/- (button|link|textbox|checkbox|combobox|tab)(:| *$)/m)
  })

  it('says a screen aloud: the element that changes was there before it was dialled, and changes with each screen', async () => {
    const { sim } = await shop()
    const phone = sim.phone(number)
    sim.phone(number, { channel: 'app' })
    const { page } = await open(sim)
    for (const name of [`Screen of ${number}`, `Screen of ${number} app`]) {
      const log = page.getByRole('log', { name, exact: true })
      await log.waitFor({ state: 'attached' })
      await log.evaluate((one) => one.setAttribute('data-before', ''))
      expect(await log.textContent()).toBe('')
    }
    await phone.dial('*713#')
    await sim.phone(number, { channel: 'app' }).dial('')
    await page.locator('[data-before]').getByText('Welcome to the shop').waitFor()
    await page.locator('[data-before]').getByText('What would you like?').waitFor()
    await phone.reply('1')
    await page.locator('[data-before]').getByText('Approve the prompt').waitFor()
  })

  it('tells how many rows there are now and then: not at each row that comes, and soon after a search', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim)
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.clock.install()
    const said = page.getByRole('region', { name: 'Log' }).getByRole('status')
    const heard = () => said.textContent()
    await page.clock.fastForward(20_000)
    await expect.poll(heard).toBe('The log: 1 shown, 1 in all.')
    for (const count of [2, 3, 4]) {
      await sim.trigger('deliveryReport')
      // What comes is drawn a moment later, by the page's clock.
      await expect
        .poll(async () => {
          await page.clock.runFor(300)
          return page.getByText(`${count} rows`, { exact: true }).count()
        })
        .toBe(1)
      // Until it's told again nothing stands there that isn't so.
      await expect.poll(heard).toBe('')
    }
    await page.clock.fastForward(15_000)
    await expect.poll(heard).toBe('The log: 4 shown, 4 in all.')
    await page.getByLabel('Search the log').fill('kind:ussd')
    await page.getByText('0 of 4 rows').waitFor()
    await page.clock.fastForward(1_000)
    await expect.poll(heard).toBe('The log: 0 shown, 4 in all.')
  })

  it.each([
    { look: '#row=1', width: 1_440 },
    { look: '#view=faults', width: 1_440 },
    { look: '#view=phones', width: 360 },
  ])('shows where the focus is, at each step of Tab: $look at $width px', async ({ look, width }) => {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#').reply('1')
    await sim.phone('+233000000002', { skin: 'basic' }).dial('*713#')
    sim.faults.set('duplicate', { rate: 0.1 })
    const { page } = await open(sim, look, { viewport: { width, height: 900 } })
    await page.getByRole('main').getByRole('region').first().waitFor()
    await page.evaluate(noteEachFocus)
    await press(page, Array.from({ length: 80 }, () => 'Tab').join(' '))
    const steps = await page.evaluate<readonly Step[]>('window.steps')
    expect([...new Set(steps.flatMap(({ name, isSeen }) => (isSeen ? [] : [name])))]).toEqual([])
    expect(new Set(steps.map(({ name }) => name)).size).toBeGreaterThan(10)
  })
})

interface Step {
  readonly name: string
  readonly isSeen: boolean
}

/** What gets the focus, and whether a line of 2 px stands around it, or around the field that it's in. */
const noteEachFocus = `window.steps = []
addEventListener('focusin', ({ target: one }) => {
  const around = [one, one.closest('.input, .select')].filter((part) => part !== null)
  const isSeen = around.some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  window.steps.push({ name: one.outerHTML.slice(0, 160), isSeen })
})`
