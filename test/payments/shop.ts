import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import type { Attempt, CheckoutEvent, MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import type { FollowUpIncident } from '../../src/registration/events/activity.ts'
import { createSimulator, type LogRow, type Simulator } from '../../src/simulator/index.ts'
import type { EntryState } from '../../src/store/index.ts'
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.ts'
import { appWith, type Host, post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dueEarlier } from '../store/new-postgres.ts'
import { realStores } from '../store/real-stores.ts'
import { skippedTime } from '../store/skipped-time.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'
import { keptInMemory } from '../testing/stores.ts'
import { type PayingService, payingService } from './paying-service.ts'

/** A shop whose service is told what a test thinks up: the simulator behind a script. The test pushes what it likes. */
export interface Shop extends Till {
  readonly service: PayingService
  /** Posts a checkout callback, and expects it to be acknowledged. */
  push(fields?: Readonly<Record<string, unknown>>, url?: string): Promise<void>
  /** Creates an invoice over 50.00, and gives the path of its callbacks. */
  create(reference?: string, terms?: Terms): Promise<string>
}

/** A shop beside the simulator, whose customers pay, and whose pushes come by themselves. */
export interface SimulatedShop extends Till {
  readonly sim: Simulator
  /** Creates an invoice over 50.00, and gives its CheckoutId. */
  create(reference?: string, terms?: Terms): Promise<string>
  /** The questions that came. */
  questions(): readonly LogRow[]
}

interface Terms {
  readonly amount?: number
  readonly currency?: string
}

/** What asks a service about every payment, and what its handler was told. */
interface Till {
  readonly app: FastifyInstance
  readonly told: Told[]
  readonly givenUp: FollowUpIncident[]
  /** Until it is so. Seconds until the next entry is due are skipped. */
  reached(isSo: () => boolean | Promise<boolean>): Promise<void>
  /** Until an entry is in a state. */
  until(id: string, state: EntryState): Promise<void>
  /** Until the handler was told so often, and nothing waits or runs but what is named. */
  untilTold(times: number, besides?: number): Promise<void>
  /** Ids and states of all entries of a kind. */
  entries(kind?: 'checkout' | 'expectedPayment' | 'ussdPayment'): Promise<readonly (readonly [string, EntryState])[]>
}

/** One call of the handler. */
export interface Told {
  readonly event: PaymentEvent
  readonly attempt: Pick<Attempt, 'entryId' | 'number' | 'replay' | 'conflictsWith'>
}

export const reference = 'order-17'
/** The id of what a payment came to. */
export const idOf = (outcome: string, of = reference) => `checkout:clientReference:${of}|${outcome}`
/** The id of what is expected of it. */
export const expectedOf = (of = reference) => `expectedPayment:checkout:clientReference:${of}`

const publicUrl = 'https://shop.example'

/** Opens it; a store of its own or time of its own come with the options. */
export async function openShop(options: MerchantWebhooksOptions = {}, parts: ShopParts = {}): Promise<Shop> {
  const { service = await payingService(), host } = parts
  const till = await openTill({ client: service.client(), ...options }, host)
  const { app } = till
  return {
    ...till,
    service,
    async push(fields, url = '/checkout') {
      expect((await post(app, url, callback(fields))).statusCode).toBe(200)
    },
    async create(clientReference = reference, terms = {}) {
      await invoiceOf(app, clientReference, terms)
      const { callbackUrl } = Object.assign({ callbackUrl: '' }, service.invoiceOf(clientReference))
      return callbackUrl.slice(publicUrl.length)
    },
  }
}

/** The same beside the simulator; one that there is comes with the parts, and pushes to the newest shop. */
export async function openSimulatedShop(
  options: MerchantWebhooksOptions = {},
  { sim, host }: SimulatedParts = {},
): Promise<SimulatedShop> {
  const service = sim ?? (await startSimulator())
  const client = new MerchantClient({ ...service.clientOptions, retries: 0 })
  const till = await openTill({ client, ...options }, host)
  await service.connect(till.app)
  return {
    ...till,
    sim: service,
    create: async (clientReference = reference, terms = {}) => {
      return String((await invoiceOf(till.app, clientReference, terms)).checkoutId)
    },
    questions: () => service.log.rows({ kind: 'transactionStatus' }),
  }
}

/** A simulator that ends with the test. */
export async function startSimulator(clock?: ManualClock): Promise<Simulator> {
  const sim = await createSimulator({ clock, money: { settlesAfter: 0 } })
  onTestFinished(() => sim.close())
  return sim
}

function invoiceOf({ merchant }: FastifyInstance, clientReference: string, { amount = 50, currency }: Terms) {
  return merchant.checkout.create({ ...order, clientReference, amount, currency })
}

async function openTill(options: MerchantWebhooksOptions, host: Host | undefined): Promise<Till> {
  const told: Told[] = []
  const tell = (event: PaymentEvent, { entryId, number, replay, conflictsWith }: Attempt) =>
    void told.push({ event, attempt: { entryId, number, replay, conflictsWith } })
  onTestFinished(() => skippedTime.reset())
  const given = { publicUrl, secret: 'a secret of this test', payment: tell, clock: skippedTime, ...options }
  const app = await appWith(given, host)
  const givenUp: FollowUpIncident[] = []
  app.merchant.events.on('followUpDead', ({ kind, id, reference }) => givenUp.push({ kind, id, reference }))
  await app.ready()
  const { inbox } = app.merchant
  const reached = (isSo: () => boolean | Promise<boolean>) =>
    eventually(async () => {
      if (await isSo()) return true
      if (given.clock === skippedTime) await skip(app, given.store?.name === 'postgres')
      return false
    })
  return {
    app,
    told,
    givenUp,
    reached,
    until: (id, state) =>
      reached(async () =>
        (await inbox.list({ limit: 100 })).entries.some((one) => one.id === id && one.state === state),
      ),
    untilTold: (times, besides = 0) =>
      reached(async () => {
        const { waiting, running } = await inbox.count()
        const open = await inbox.list({ kinds: 'expectedPayment', states: ['waiting', 'running'], limit: 100 })
        // What is asked about once more has its own time, and so has what waits for another entry's end.
        const rechecks = open.entries.filter(({ id }) => /\|(\d+|failed|beside paid|cut off)$| behind /.test(id)).length
        // Their notices were told, and they look for them later.
        const asked = await inbox.count({ kinds: 'askedPayment' })
        const own = rechecks + asked.waiting + asked.running
        return told.length >= times && waiting + running - own === besides
      }),
    async entries(kind = 'checkout') {
      const { entries } = await inbox.list({ kinds: kind, limit: 100 })
      return entries.map(({ id, state }) => [id, state] as const).toSorted()
    },
  }
}

/** Skips the seconds until the next entry is due, where nothing is worked on meanwhile. What is due later stays so. */
async function skip({ merchant }: FastifyInstance, onServer: boolean): Promise<void> {
  const { entries } = await merchant.inbox.list({ states: ['waiting', 'running'], limit: 100 })
  if (entries.some(({ state }) => state === 'running')) return
  const now = onServer ? Date.now() : skippedTime.now()
  const waits = entries.map(({ dueAt }) => Number(dueAt ?? now) - now).filter((ms) => ms > 0)
  const next = Math.ceil(Math.min(...waits))
  if (next > mostSkipped) return
  if (onServer) await dueEarlier(next)
  skippedTime.skip(next)
}

// ms
const mostSkipped = 5_000

/** What a shop is opened with besides its options. */
export interface ShopParts {
  readonly service?: PayingService
  readonly host?: Host
}

interface SimulatedParts {
  readonly sim?: Simulator
  readonly host?: Host
}

/** A shop whose time stands still until it is moved. */
export type ShopInTime = Shop & InTime

interface InTime {
  readonly clock: ManualClock
  /** Moves time on by `step` ms whenever nothing is worked on, until it is so. */
  passing(step: number, isSo: () => boolean | Promise<boolean>): Promise<void>
}

/** Opens a shop with time of its own. */
export async function openShopInTime(
  options: MerchantWebhooksOptions = {},
  { clock = manualClock(), ...parts }: ShopParts & { readonly clock?: ManualClock } = {},
): Promise<ShopInTime> {
  const shop = await openShop({ clock, store: keptInMemory({ clock }), ...options }, parts)
  return { ...shop, ...inTime(shop, clock) }
}

/** The same beside the simulator, which has the same time. */
export async function openSimulatedShopInTime(options: MerchantWebhooksOptions = {}): Promise<SimulatedShop & InTime> {
  const clock = manualClock()
  const sim = await startSimulator(clock)
  const shop = await openSimulatedShop({ clock, store: keptInMemory({ clock }), ...options }, { sim })
  return { ...shop, ...inTime(shop, clock) }
}

function inTime({ app }: Till, clock: ManualClock): InTime {
  return {
    clock,
    passing: (step, isSo) =>
      eventually(async () => {
        if (await isSo()) return true
        if ((await app.merchant.inbox.count()).running === 0) clock.advance(step)
        return false
      }, atOnce),
  }
}

const atOnce = () => 2

/** Stores that keep what they accept, each new. */
export const keepingStores: readonly (readonly [name: string, make: () => Promise<Store>])[] = realStores.map(
  ([name, make]) => [name, async () => make()()],
)

/** The same, and memory that acknowledges first. */
export const everyStore: typeof keepingStores = [...keepingStores, ['memory', async () => keptInMemory()]]

/** A file that goes with the test. */
export function sqliteFile(): string {
  const file = newFile()
  onTestFinished(() => removeFiles(file))
  return file
}

/** What is ordered. */
export const order = {
  clientReference: reference,
  amount: 50,
  description: 'Two bags of rice',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}

/** A callback that says paid, or by its status word something else, with some fields of its `Data` otherwise. */
export function callback(fields: Readonly<Record<string, unknown>> = {}) {
  const usual = { CheckoutId: 'invoice-order-17', ClientReference: reference, Status: 'Success', Amount: 50 }
  const Data = { ...usual, ...fields }
  return { ResponseCode: codes[`${Data.Status}`] ?? '0000', Status: Data.Status, Data }
}

const codes: Readonly<Record<string, string>> = { Failed: '2001', Cancelled: '2001', Pending: '0002' }

/** A callback that says failed. */
export const failed = { Status: 'Failed', Amount: 0 }

/** What a handler was told, as far as money goes. */
export function inShort({ event, attempt }: Told) {
  const { outcome, evidence, needsReview, amountMinor } = event
  return { id: attempt.entryId, outcome, evidence, needsReview, amountMinor }
}

/** The event as a checkout has it. */
export function checkoutOf(told: Told | undefined): CheckoutEvent {
  if (told?.event.kind !== 'checkout') throw new Error('no checkout was told of')
  return told.event
}
