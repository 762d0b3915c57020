import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Conversation, conversation } from '../../src/conversation/conversation.ts'
import merchantWebhooks from '../../src/plugin.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import type { TurnStore } from '../../src/store/turn-store.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { openStore } from './application/open-store.ts'
import { Buyer } from './harness/buyer.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import { pushTurn, type TurnAnswer, type TurnPush } from './harness/push-turn.ts'
import { Random } from './harness/random.ts'

/** Where a purchase is when something crosses with its end. */
export const raceSteps = [
  'before it is opened',
  'in the script',
  'in the effect, before the order',
  'in the effect, after the order',
  'after the effect',
  'before its commit',
  'after its commit',
  'after its answer',
] as const

export type RaceStep = (typeof raceSteps)[number]

/** What crosses with it: the end of its session, or another dial of the same phone. */
export const crossings = ['Timeout', 'Release', 'redial'] as const

const endings = ['Timeout', 'Release'] as const

export interface RaceSettings {
  readonly store: StoreType | 'memory'
  readonly seed: number
  readonly races: number
  readonly newDatabase: NewDatabase
  readonly onRace: () => void
}

/** What came of the races at one step. */
export interface RaceCounts {
  races: number
  orders: number
  /** Orders beyond the first of one purchase. */
  second: number
  /** Purchases whose last screen the service took. */
  answered: number
  /** Purchases of which the subscriber learned by dialling again. */
  toldAgain: number
  /** Sent again, the turn got another screen than the first time. */
  otherScreen: number
  /** No order after all, or a shop that does not begin anew when everything was seen. */
  stuck: number
}

export interface RaceReport {
  readonly steps: ReadonlyMap<RaceStep, RaceCounts>
  readonly violations: readonly string[]
}

/**
 * Lets each purchase's last turn cross with a Timeout, a Release or a redial, aimed at one step of it. The subscriber came
 * for one order, and dials until they have read of it: nobody may get two.
 */
export async function race({ store, seed, races, newDatabase, onRace }: RaceSettings): Promise<RaceReport> {
  const home = store === 'memory' ? undefined : await Home.open(store, newDatabase)
  const aims = new Aims()
  const orders = new Map<string, string[]>()
  const apps: FastifyInstance[] = []
  const steps = new Map(raceSteps.map((step) => [step, newCounts()]))
  const violations: string[] = []
  // In memory nothing is opened or committed.
  const aimed = raceSteps.filter((step) => store !== 'memory' || !inStore.includes(step))
  try {
    // Two processes in all but name: each has a pool, watchers and sessions of its own.
    for (let index = 0; index < (store === 'postgres' ? 2 : 1); index++) {
      const opened = home === undefined ? memoryStore() : (await openStore(home.store)).store
      apps.push(await openShop(opened, aims, orders))
    }
    const ports = apps.map(portOf)
    const random = new Random(seed)
    let next = 0
    const work = async (own: Random): Promise<void> => {
      for (let index = next++; index < races; index = next++) {
        const step = aimed[index % aimed.length] ?? 'in the script'
        // Without a store nobody can tell which was first.
        const crossing = own.pick(store === 'memory' ? endings : crossings)
        const found = await run({ step, crossing, name: String(10_000 + index), random: own, ports, aims, orders })
        const counts = steps.get(step) ?? newCounts()
        for (const key of raceCounts) counts[key] += found.counts[key]
        violations.push(...found.problems.map((line) => `${store}, seed ${seed}: ${step}, ${crossing}: ${line}`))
        onRace()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, () => work(random.fork())))
    return { steps, violations }
  } finally {
    await Promise.all(apps.map((app) => app.close()))
    await home?.close()
  }
}

interface Race {
  readonly step: RaceStep
  readonly crossing: (typeof crossings)[number]
  /** The service code of the subscriber, whom nobody else has. */
  readonly name: string
  readonly random: Random
  readonly ports: readonly number[]
  readonly aims: Aims
  readonly orders: ReadonlyMap<string, readonly string[]>
}

interface Raced {
  readonly counts: RaceCounts
  readonly problems: readonly string[]
}

async function run({ step, crossing, name, random, ports, aims, orders }: Race): Promise<Raced> {
  const port = (): number => random.pick([ports[0] ?? 0, ...ports.slice(1)])
  const send = (push: TurnPush): Promise<TurnAnswer | undefined> => pushTurn(port(), push)
  const buyer = new Buyer(name, send)
  const sessionId = await buyer.comeToYes()
  const yes = buyer.yes
  if (crossing === 'redial') aims.redial(sessionId)
  const crossed = Promise.withResolvers<void>()
  const jitter = random.between(0, 2)
  const cross = async (): Promise<void> => {
    for (let turn = 0; turn < jitter; turn++) await sleep(random.between(0, 3))
    if (crossing !== 'redial') await send({ ...yes, Type: crossing, Message: '', Sequence: yes.Sequence + 1 })
    crossed.resolve()
  }
  if (step === 'before it is opened' && random.chance(0.5)) cross()
  else aims.aim(sessionId, step, cross)
  // Who dials again does not wait for the answer.
  const answering = send(yes)
  // Where the turn never comes to that step, it crosses with the answer.
  answering.then(() => aims.reach(sessionId, step))
  if (crossing === 'redial') await Promise.race([crossed.promise, answering.then(() => undefined)])
  const answer = crossing === 'redial' ? undefined : await answering
  await crossed.promise
  // Who leaves has not seen the answer, though it came first; who dials again has seen what went out before that.
  await buyer.redialUntilTold((dialled) => (aims.wasOut(sessionId, dialled) ? last(orders.get(name)) : undefined))
  const first = answer ?? (await answering)
  const again = await send(yes)
  const own = orders.get(name) ?? []
  const counts = newCounts()
  const problems: string[] = []
  const told = buyer.told
  counts.races = 1
  counts.orders = own.length
  counts.second = Math.max(0, own.length - 1)
  counts.answered = first?.Message === `Your order ${own[0]} was made` ? 1 : 0
  counts.toldAgain = told === undefined ? 0 : 1
  if (counts.second > 0) problems.push(`${own.length} orders for one purchase`)
  if (told !== `Your order ${own[0]} was made`) problems.push(`told ${JSON.stringify(told)} of ${own.join(', ')}`)
  // A machine that is too busy answers too late, which says nothing.
  if (first !== undefined && again !== undefined && first.Message !== again.Message) {
    counts.otherScreen = 1
    problems.push(`answered with ${JSON.stringify(first?.Message)}, then with ${JSON.stringify(again?.Message)}`)
  }
  // The word of a screen that went out may come later than somebody who dials at once: they are told once more.
  let fresh = await buyer.dial()
  for (let dials = 0; dials < 5 && fresh?.Message === told; dials++) {
    await sleep(100)
    fresh = await buyer.dial()
  }
  if (!buyer.isFirstScreen(fresh) || own.length === 0) {
    counts.stuck = 1
    problems.push(`after all was seen came ${JSON.stringify(fresh?.Message)}`)
  }
  return { counts, problems }
}

/** What is to happen where in which session. */
class Aims {
  readonly #aims = new Map<string, { readonly step: RaceStep; readonly act: () => unknown }>()
  readonly #out = new Set<string>()
  readonly #begunAfter = new Set<string>()
  readonly #redials = new Set<string>()

  aim(sessionId: string, step: RaceStep, act: () => unknown): void {
    this.#aims.set(sessionId, { step, act })
  }

  /** The last screen of a session went out. */
  out(sessionId: string): void {
    const [name = ''] = sessionId.split('-')
    this.#out.add(name)
  }

  /** A session begins. */
  begin(sessionId: string): void {
    const [name = ''] = sessionId.split('-')
    if (this.#out.has(name)) this.#begunAfter.add(sessionId)
  }

  /** Whether the last screen of a session had gone out when another was begun by a redial alone. */
  wasOut(sessionId: string, dialled: string): boolean {
    return this.#redials.has(sessionId) && this.#begunAfter.has(dialled)
  }

  redial(sessionId: string): void {
    this.#redials.add(sessionId)
  }

  /** A session has come to a step. */
  reach(sessionId: string, step: RaceStep): void {
    const aim = this.#aims.get(sessionId)
    if (aim?.step !== step) return
    this.#aims.delete(sessionId)
    aim.act()
  }
}

async function openShop(store: Store, aims: Aims, orders: Map<string, string[]>): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: 'none',
    store: tellingStore(store, aims),
    ussd: shopOf(aims, orders),
  })
  await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  return app
}

function shopOf(aims: Aims, orders: Map<string, string[]>): Conversation {
  return conversation(async (talk) => {
    const { sessionId } = talk
    const { serviceCode } = talk.caller
    const item = await talk.choose("Ama's shop", ['Rice', 'Oil'])
    if (!(await talk.confirm(`Buy ${item}?`))) return talk.end('Cancelled')
    aims.reach(sessionId, 'in the script')
    const order = await talk.once('order', async (key) => {
      aims.reach(sessionId, 'in the effect, before the order')
      await sleep(0)
      const own = orders.get(serviceCode) ?? []
      const made = `o${key.slice(0, 12)}`
      orders.set(serviceCode, [...own, made])
      aims.reach(sessionId, 'in the effect, after the order')
      await sleep(0)
      return made
    })
    aims.reach(sessionId, 'after the effect')
    return talk.end(`Your order ${order} was made`)
  })
}

/** The same store, which tells how far a session has come. */
function tellingStore(store: Store, aims: Aims): Store {
  return {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      const turns: TurnStore = {
        ...asObject(opened.turns),
        open: (opening) => {
          if (opening.type === 'initiation') aims.begin(opening.sessionId)
          aims.reach(opening.sessionId, 'before it is opened')
          return opened.turns.open(opening)
        },
        seen: (session) => {
          aims.out(session.sessionId)
          return opened.turns.seen(session)
        },
        close: async (closing) => {
          const isLast = closing.session.isOver
          if (isLast) aims.reach(closing.sessionId, 'before its commit')
          const isClosed = await opened.turns.close(closing)
          if (!isLast) return isClosed
          aims.reach(closing.sessionId, 'after its commit')
          await sleep(Math.random() * 2)
          return isClosed
        },
      }
      const { inbox, ready } = opened
      const { trail, stops } = opened
      return { inbox, ready, turns, trail, stops, health: () => opened.health(), close: () => opened.close() }
    },
  }
}

function last(orders: readonly string[] = []): string | undefined {
  return orders.length === 0 ? undefined : `Your order ${orders.at(-1)} was made`
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function newCounts(): RaceCounts {
  return { races: 0, orders: 0, second: 0, answered: 0, toldAgain: 0, otherScreen: 0, stuck: 0 }
}

export const raceCounts = ['races', 'orders', 'second', 'answered', 'toldAgain', 'otherScreen', 'stuck'] as const
const inStore: readonly RaceStep[] = ['before it is opened', 'before its commit', 'after its commit']
const atOnce = 16
