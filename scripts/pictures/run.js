// Pictures of the simulator's page in Chromium: every view, light and dark, narrow and wide, with nothing, a morning and too
// much in it. `npm run pictures -- --to folder`; `--docs` renews those in docs/images too.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { inDocs, looksOf } from './looks.js'
import { emptyShop, fullShop, usedShop } from './shops.js'
import { smallPng } from './small-png.js'

// In production no turn says where its time went.
process.env.NODE_ENV ??= 'development'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'pictures' },
    docs: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    states: { type: 'string', default: 'empty,used,full' },
    looks: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '360,1440' },
  },
})
const shops = { empty: emptyShop, used: usedShop, full: fullShop }
const sizes = [
  { width: 360, height: 740 },
  { width: 1_440, height: 900 },
]
/** Bytes that a picture of the documents may have. */
const most = 150_000

const folder = resolve(values.to)
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (const state of values.states.split(',')) await takeAll(state)
} finally {
  await browser.close()
}
if (values.docs) renew()

/** @param {keyof typeof shops} state */
async function takeAll(state) {
  const { sim, close } = await shops[state]()
  try {
    const rowOf = (isSuch) => sim.log.rows({}).findLast(isSuch)?.id ?? 1
    for (const colorScheme of values.looks.split(',')) {
      for (const viewport of sizes.filter(({ width }) => isAmong(values.widths, String(width)))) {
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
        for (const look of looksOf(rowOf)) {
          const name = `${state}-${look.name}-${colorScheme}-${viewport.width}`
          if (isWanted(look, state, name)) await take(context, sim, look, join(folder, `${name}.png`))
        }
        await context.close()
      }
    }
  } finally {
    await close()
  }
}

function isWanted({ name, isOfRow = false }, state, file) {
  if (isOfRow && state === 'empty') return false
  return values.docs ? Object.values(inDocs).includes(file) : values.only === '' || isAmong(values.only, name)
}

async function take(context, { pageUrl }, { hash, keys = '', of }, path) {
  const page = await context.newPage()
  await page.goto(pageUrl + hash)
  await page
    .getByText(/App (?:answers|connected)/)
    .first()
    .waitFor()
  // What comes in a file of its own has come, and so has what it asks for.
  await page.waitForFunction(() => document.querySelector('[role=tabpanel]:empty') === null)
  await page.waitForTimeout(1_000)
  for (const key of keys.split(' ').filter((one) => one !== '')) await page.keyboard.press(key)
  if (keys !== '') {
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(700)
  }
  await page.screenshot({ path, clip: of && (await around(page, of)) })
  await page.close()
}

/** What devices that stand beside each other take, and a little around them. */
async function around(page, names) {
  const devices = names.map((name) => page.getByRole('article', { name }))
  for (const device of devices) await device.scrollIntoViewIfNeeded()
  const boxes = await Promise.all(devices.map((device) => device.boundingBox()))
  const edge = (side) => Math.min(...boxes.map((box) => box[side])) - 8
  const end = (side, size) => Math.max(...boxes.map((box) => box[side] + box[size])) + 8
  const [x, y] = [edge('x'), edge('y')]
  return { x, y, width: end('x', 'width') - x, height: end('y', 'height') - y }
}

function renew() {
  for (const [name, file] of Object.entries(inDocs)) {
    const path = join(folder, `${file}.png`)
    // Of those states alone that were asked for.
    if (!existsSync(path)) continue
    const small = smallPng(readFileSync(path))
    if (small.length > most) throw new Error(`${path} takes ${small.length} bytes, and ${most} is the most`)
    writeFileSync(new URL(`../../docs/images/${name}.png`, import.meta.url), small)
  }
}

function isAmong(list, one) {
  return list.split(',').includes(one)
}
