import { existsSync } from 'node:fs'
import Fastify from 'fastify'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import merchantWebhooks, {
  type MerchantWebhooksOptions,
  memoryStore,
  type PaymentEvent,
  secretPath,
} from '../../src/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/index.ts'
import { profileOf } from './profiles.ts'

/** The one without windows first: for each page it needs a third of the time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const executable = process.env.CHROMIUM ?? installed.find((file) => existsSync(file))

/** Without a browser these tests are left out, but where one is demanded. */
export const isLeftOut = executable === undefined

export const why = isLeftOut
  ? ` (left out: there is no Chromium at ${installed.join(' or ')}, nor named by CHROMIUM)`
  : ''

/**
 * A browser for the tests of a file; files of one worker share it, each page begins with nothing stored.
 *
 * @param ready waits until a page takes keys
 */
export function useBrowser(ready = isReady, options: LaunchOptions = {}) {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (executable !== undefined) browser = await browserWith(executable, options)
  })

  return async function open(
    sim: Pick<Simulator, 'pageUrl'>,
    hash = '',
    { viewport, permissions, ...looks }: OpenOptions = {},
  ): Promise<Opened> {
    if (browser === undefined) throw new Error('the browser is not started')
    const profile = await profileOf(browser, permissions)
    const { origin } = new URL(sim.pageUrl)
    onTestFinished(() => profile.leave(origin))
    const page = await profile.open()
    await page.setViewportSize(viewport ?? { width: 1_440, height: 900 })
    if (Object.keys(looks).length > 0) await page.emulateMedia(looks)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
    await page.goto(sim.pageUrl + hash)
    await ready(page)
    return { page, complaints }
  }
}

/** Its end is the worker's: it reads its commands from a pipe of that. */
async function browserWith(executablePath: string, options: LaunchOptions): Promise<Browser> {
  const name = JSON.stringify(options)
  const there = await launched.get(name)
  if (there?.isConnected() === true) return there
  // Pages come one after the other: one process more, kept for the next, starts for nothing. What draws and what loads is in the
  // browser's own, and scripts that run for a second are not optimised.
  const args = [
    '--no-sandbox',
    '--renderer-process-limit=1',
    '--in-process-gpu',
    '--enable-features=NetworkServiceInProcess2',
    '--js-flags=--no-maglev,--no-opt',
  ]
  const launching = chromium.launch({ executablePath, args, ...options })
  launched.set(name, launching)
  return launching
}

/** Where a worker keeps its browsers: a module may be read anew for a file. */
const launched: Map<string, Promise<Browser>> = Reflect.get(globalThis, 'browsersOfTests') ?? new Map()
Reflect.set(globalThis, 'browsersOfTests', launched)

/** Waits until the page knows whether there is an application: it takes keys by then. */
export function isReady(page: Page): Promise<void> {
  const known = page.getByText('App connected').or(page.getByText('App answers')).or(page.getByText('No app'))
  return known.first().waitFor()
}

/** Keys one after the other, `g l`: without a wait between them, which on a busy machine is longer than two keys may be apart. */
export async function press(page: Page, keys: string): Promise<void> {
  await Promise.all(keys.split(' ').map((key) => page.keyboard.press(key)))
}

/** How a page is looked at: 1,440 x 900 px, in the light, where nothing else is said. */
export type OpenOptions = Pick<BrowserContextOptions, 'viewport' | 'permissions' | 'colorScheme' | 'reducedMotion'>

export interface Opened {
  readonly page: Page
  /** What the browser itself complains of: errors, and what the policy forbids. */
  readonly complaints: readonly string[]
}

/** A simulator where the one before it was: what the browser has read of the page is still good there. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const port: number = Reflect.get(globalThis, portName) ?? 0
  // Another simulator of the same test is there, or something else has come meanwhile.
  const sim = await createSimulator({ port, ...options }).catch((error) => {
    if (port === 0) throw error
    return createSimulator(options)
  })
  onTestFinished(() => sim.close())
  Reflect.set(globalThis, portName, port === 0 ? Number(new URL(sim.url).port) : port)
  return sim
}

const portName = 'portOfPagesOfTests'

/** A shop that sells tea, with the service beside it. */
export async function shop(options: SimulatorOptions = {}) {
  const sim = await startSimulator(options)
  const app = Fastify()
  onTestFinished(() => app.close())
  const handled: PaymentEvent[] = []
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-address'),
    secret: 'signs the addresses of notices',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    ussd: ({ type }, turn) =>
      type === 'initiation'
        ? turn.menu('Welcome to the shop', ['Tea', 'Rice'])
        : turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    programmable: ({ type }, turn) =>
      type === 'initiation'
        ? turn.menu(
            'What would you like?',
            [
              { label: 'Tea', amount: 5 },
              { label: 'Rice', amount: 60 },
            ],
            {
              label: 'The shop',
              as: 'select',
            },
          )
        : turn.pay('Confirm on the next screen', { name: 'Tea', quantity: 1, price: 5, reference: 'tea-2' }),
    payment: (payment) => void handled.push(payment),
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
  })
  await sim.connect(app)
  return { sim, app, handled }
}

/** A shop that asks the service about each payment, and sends a message for it. */
export async function openShop(
  sim: Simulator,
  given: Partial<Pick<MerchantWebhooksOptions, 'store' | 'payment' | 'retry'>> = {},
) {
  const client = new MerchantClient(sim.clientOptions)
  const reports: string[] = []
  const paid: (string | null)[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-address'),
    secret: 'signs the addresses of notices',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    client,
    ussd: ({ type }, turn) =>
      type === 'initiation'
        ? turn.menu('Welcome', ['Tea'])
        : turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    programmable: (_, turn) => turn.pay('To the checkout', { name: 'Tea', quantity: 1, price: 5, reference: 'tea-2' }),
    payment: async ({ outcome, reference }) => {
      if (outcome !== 'paid') return
      paid.push(reference)
      const content = 'Paid 5.00'
      await client.messages.send({ from: 'Shop', to: '+233000000001', content, registeredDelivery: true })
    },
    deliveryReport: ({ status }) => void reports.push(String(status)),
    ...given,
  })
  await sim.connect(app)
  return { reports, paid }
}
