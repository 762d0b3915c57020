import Fastify from 'fastify'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { mapApplication, type Simulator } from '../../src/simulator/index.ts'
import { isLeftOut, isReady, shop, startSimulator, useBrowser, why } from './browser.ts'

const looks = [
  '#',
  '#row=1',
  '#row=1&tab=faults',
  '#row=1&tab=compare&pins=2',
  '#view=ledger',
  '#view=faults',
  '#view=map',
]

/** What is there when the rest of a view has come. */
const lateWords: Readonly<Record<string, RegExp>> = {
  '#view=map': /\d screens/,
  '#view=faults': /The same bytes come again a second later/,
}

describe.skipIf(isLeftOut)(`the focus of a keyboard, in Chromium${why}`, { timeout: 300_000 }, () => {
  const open = useBrowser()

  it('goes from the button that dials first to the answer, from a paid prompt to Dial, and from OK to the code to dial', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    await page.getByRole('button', { name: 'Dial *713#' }).focus()
    await page.keyboard.press('Enter')
    await focused(page, 'textbox', 'Answer')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Payment prompt' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await focused(page, 'button', 'Dial')
    await page.keyboard.press('Enter')
    await focused(page, 'textbox', 'Answer')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Payment prompt' }).and(page.locator(':focus')).waitFor()
    // Not on this page: it keeps the screen.
    await sim.phone('+233000000001').approve()
    await focused(page, 'button', 'OK')
    await page.keyboard.press('Enter')
    await focused(page, 'textbox', 'Code to dial')
    expect(complaints).toEqual([])
  })

  it('goes to the answer of a slow app: nothing that is there before has it', async () => {
    const sim = await startSimulator()
    const app = Fastify()
    onTestFinished(() => app.close())
    const { promise, resolve } = Promise.withResolvers<void>()
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_, turn) => promise.then(() => turn.prompt('Tea')) })
    await sim.connect(app)
    const { page } = await open(sim)
    await page.getByRole('button', { name: 'Dial *713#' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for your app…').waitFor()
    // What comes of the phone that is there by now has come.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))')
    expect(await page.evaluate('document.activeElement.closest("article") === null')).toBe(true)
    resolve()
    await focused(page, 'textbox', 'Answer')
  })

  it('is after a dialog where it was, or at the chosen row, and never on a button that was not meant', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page, complaints } = await open(sim)
    await page.getByText('1 row', { exact: true }).waitFor()
    const at = () => page.evaluate('document.activeElement.dataset.row ?? document.activeElement.tagName')
    for (const keys of [['?'], ['Control+k']]) {
      for (const key of keys) await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
      expect(await at(), keys.join(' ')).toBe('BODY')
    }
    const before = sim.now()
    await page.keyboard.press('Space')
    expect(sim.now() - before).toBeLessThan(30_000)
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Resend' }).waitFor()
    await page.evaluate('document.activeElement.blur()')
    for (const keys of [['?'], ['e'], ['w', 't']]) {
      for (const key of keys) await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
      expect(await at(), keys.join(' ')).toBe('1')
    }
    expect(complaints).toEqual([])
  })

  it.each(['webstore', 'pos', 'app'] as const)(
    'goes from what is pressed in %s to the choices, and to the payment prompt',
    async (channel) => {
      const { sim } = await shop()
      sim.phone('+233000000001', { channel })
      const { page } = await open(sim)
      await page.getByRole('button', { name: 'Open', exact: true }).focus()
      await page.keyboard.press('Enter')
      await focused(page, 'button', /^Tea/)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Payment prompt' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await focused(page, 'button', 'Open again')
      await page.keyboard.press('Enter')
      await focused(page, 'button', /^Tea/)
    },
  )

  it('stays away where the user takes it away, whatever else goes', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    await page.getByRole('textbox', { name: 'Answer' }).focus()
    await page.evaluate('document.activeElement.blur()')
    await sim.phone('+233000000001').hangUp()
    await page.getByRole('textbox', { name: 'Code to dial' }).waitFor()
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true)
  })

  it.each([
    ['on a desk', 1_440],
    ['where there is little room', 360],
  ] as const)('is not lost by any button of any view, %s', async (_, width) => {
    const lost: string[] = []
    // What stands on every view is pressed on the first.
    const pressed: string[] = []
    for (const look of width === 360 ? ['#view=log', '#row=1', '#view=phones'] : looks) {
      const sim = await usedShop()
      if (look === '#view=map') await draw(sim)
      const { page } = await open(sim, look, { viewport: { width, height: 900 } })
      await page.evaluate(countRequests)
      await isThere(page, look)
      // To load the page takes longest, so it's loaded again only where no button is left: some are there on a new page alone.
      for (let isNew = true; ; ) {
        const name = await page.evaluate<string | null>(focusOnNext(pressed))
        if (name === null && isNew) break
        isNew = name === null
        if (name === null) {
          await page.reload()
          await page.evaluate(countRequests)
        } else {
          pressed.push(name)
          await page.keyboard.press('Enter')
          if (!(await page.evaluate<boolean>(isKept))) lost.push(`${look} ${name}`)
        }
        if (isNew || (await page.evaluate<boolean>(goBack(look)))) await isThere(page, look)
      }
    }
    expect(lost).toEqual([])
    expect(pressed.length).toBeGreaterThan(50)
  })
})

function focused(page: Page, role: 'textbox' | 'button', name: string | RegExp): Promise<void> {
  return page.getByRole('article').getByRole(role, { name }).and(page.locator(':focus')).waitFor()
}

/** With an open screen, a prompt, messages, devices of each kind, and rows. */
async function usedShop() {
  const { sim, app } = await shop()
  sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
  await sim.phone('+233000000001').dial('*713#').reply('1')
  await sim.phone('+233000000002').dial('*713#')
  await sim.phone('+233000000003', { skin: 'basic' }).dial('*713#')
  await sim.phone('+233000000004', { channel: 'webstore' }).dial('')
  await sim.messages.from('+233000000001', 'Where is my order?')
  return sim
}

function draw({ url }: Simulator) {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/_simulator/map`, { method: 'POST', headers, body: '{}' })
}

/** Puts the focus on the first button whose like was not pressed, and says its name: without digits, so that one row stands for all. */
function focusOnNext(pressed: readonly string[]): string {
  return `(() => {
    for (const one of document.querySelectorAll('button:enabled, summary')) {
      const around = one.closest('article, header, section, nav, [role]:not(button)')?.getAttribute('aria-label')
      const isLine = one.dataset.row !== undefined || one.ariaExpanded !== null
      const own = isLine ? 'line' : (one.getAttribute('aria-label') ?? one.textContent)
      // One key of a keypad stands for all, one row for the others, one fault for the others.
      const name = [around, own].join(' › ').replace(/[+\\d.,:]+( ?[a-z?!]+$)?/g, '0').replace(/(Next only|Switch off).*/, '$1').trim()
      if (!one.checkVisibility() || ${JSON.stringify(pressed)}.includes(name)) continue
      one.focus()
      if (document.activeElement === one) return name
    }
    return null
  })()`
}

/** Waits until all of a view has come. */
async function isThere(page: Page, look: string): Promise<void> {
  await isReady(page)
  const view = /view=(\w+)/.exec(look)?.[1] ?? 'log'
  await page.getByRole('region', { name: new RegExp(`^${view}$`, 'i') }).waitFor()
  const late = lateWords[look]
  if (late !== undefined) await page.getByText(late).first().waitFor()
  if (look.includes('row=')) await page.getByRole('tabpanel').waitFor()
}

/** Takes away what opened over the page, and shows again what was asked for. @returns whether that was something else */
function goBack(look: string): string {
  return `(() => {
    for (const one of document.querySelectorAll('dialog[open]')) one.close()
    for (const one of document.querySelectorAll('[popover=auto]:popover-open')) one.hidePopover()
    const isElsewhere = (location.hash || '#') !== ${JSON.stringify(look)}
    if (isElsewhere) location.hash = ${JSON.stringify(look)}
    return isElsewhere
  })()`
}

/** What the page has asked for, and not heard of yet. */
const countRequests = `{
  window.asked = 0
  const ask = window.fetch
  window.fetch = async (...given) => {
    window.asked++
    try {
      return await ask(...given)
    } finally {
      window.asked--
    }
  }
}`

/** Whether something has the focus, and keeps it, once the page has heard what came of a key and has drawn it. */
const isKept = `(async () => {
  let times = 0
  for (let look = 0; look < 120 && times < 4; look++) {
    if (document.activeElement === document.body || !document.hasFocus()) times = 0
    else if (window.asked === 0) times++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times === 4
})()`
