import { setTimeout as sleep } from 'node:timers/promises'
import { drain } from './harness/drain.ts'
import { linesOf } from './harness/effects.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import type { Moment } from './harness/moments.ts'
import { MortalProcess } from './harness/mortal-process.ts'
import { Customers } from './harness/payments/customers.ts'
import { newHistory, type PaymentHistory, type Told } from './harness/payments/history.ts'
import { judgePayments } from './harness/payments/judge.ts'
import { judgeSales } from './harness/payments/judge-sales.ts'
import { drawPlan, type Times } from './harness/payments/plan.ts'
import { type Sale, Sellers, saleOf } from './harness/payments/sales.ts'
import { findSecrets } from './harness/payments/secrets.ts'
import { PaymentService } from './harness/payments/service.ts'
import { Random } from './harness/random.ts'
import { until } from './harness/until.ts'

/** Where a process of the till is killed. */
export const paymentPoints: readonly { readonly moment: Moment | undefined; readonly means: string }[] = [
  { moment: undefined, means: 'at any moment' },
  { moment: 'invoiced', means: 'after the invoice, before it is expected' },
  { moment: 'committing', means: 'before commit' },
  { moment: 'committed', means: 'after commit, nobody told' },
  { moment: 'accepted', means: 'after commit, before 2xx' },
  { moment: 'asking', means: 'before the service is asked' },
  { moment: 'asked', means: 'after the service has answered' },
  { moment: undefined, means: 'at any moment' },
  { moment: 'acknowledged', means: 'after 2xx' },
  { moment: 'attempting', means: 'before the work on an entry' },
  { moment: 'handling', means: 'in the handler, before its effect' },
  { moment: 'handled', means: 'in the handler, after its effect' },
  { moment: 'attempted', means: 'after the work, before done' },
  { moment: 'settled', means: 'after done' },
]

export interface PaymentsSettings {
  readonly store: StoreType
  readonly seed: number
  readonly payments: number
  readonly kills: number
  /** Over one store: on SQLite there is one. */
  readonly processes: number
  /** How far the clock of each process is ahead, ms. */
  readonly clocks: readonly number[]
  readonly times: Times
  readonly newDatabase: NewDatabase
  readonly progress: (line: string) => void
}

/** What became of payments whose tills were killed. */
export interface PaymentsReport {
  /** By what the points of {@link paymentPoints} mean. */
  readonly killed: Readonly<Record<string, number>>
  readonly histories: readonly PaymentHistory[]
  readonly told: readonly Told[]
  readonly sales: readonly Sale[]
  readonly asks: number
  readonly poorAsks: number
  /** Orders that were placed again because nobody knew what became of them. */
  readonly ordersAgain: number
  /** How often a process was stopped for a while. */
  readonly pauses: number
  /** Orders that were placed once more when all was over. */
  readonly ordersAtTheEnd: number
  readonly violations: readonly string[]
}

/**
 * Kills the processes of a till again and again while payments of every fate run through it, and somebody forges
 * callbacks. Every payment ends in the right outcome, once, and nothing is confirmed that the service did not say.
 */
export async function killAmongPayments(settings: PaymentsSettings): Promise<PaymentsReport> {
  const home = await Home.open(settings.store, settings.newDatabase)
  const run = new PaymentsRun(
    settings,
    home,
    await PaymentService.open(keys, settings.times, new Random(settings.seed).fork()),
  )
  try {
    return await run.run()
  } catch (error) {
    const lines = home.lastLines(5).join('\n')
    throw new Error(
      `${settings.store}, seed ${settings.seed}: ${error instanceof Error ? error.message : error}\n${lines}`,
    )
  } finally {
    await run.close()
    await home.close()
  }
}

class PaymentsRun {
  readonly #settings: PaymentsSettings
  readonly #home: Home
  readonly #service: PaymentService
  readonly #random: Random
  readonly #customers: Customers
  readonly #sellers: Sellers
  readonly #histories: readonly PaymentHistory[]
  /** One for so many payments. */
  readonly #sales: readonly Sale[]
  readonly #living: MortalProcess[] = []
  readonly #killed: Record<string, number> = {}
  readonly #violations: string[] = []
  #kills = 0
  #pauses = 0
  #begun = 0
  #over = 0
  #isGone = false
  #said = ''

  constructor(settings: PaymentsSettings, home: Home, service: PaymentService) {
    this.#settings = settings
    this.#home = home
    this.#service = service
    this.#random = new Random(settings.seed)
    const any = this.#random.fork()
    const outside = {
      service,
      port: () => this.#living[any.between(0, this.#living.length - 1)]?.port ?? 0,
      isGone: () => this.#isGone,
    }
    this.#customers = new Customers({ ...outside, random: this.#random.fork() })
    this.#histories = this.#drawHistories()
    this.#sellers = new Sellers({ ...outside, random: new Random(settings.seed + 1) })
    this.#sales = Array.from({ length: Math.ceil(settings.payments / paymentsForSale) }, (_, index) => saleOf(index))
  }

  async run(): Promise<PaymentsReport> {
    const { processes, clocks, store, seed } = this.#settings
    for (let index = 0; index < processes; index++) {
      this.#living.push(
        await MortalProcess.start(this.#tillSettings(), `${this.#home.orderFile}.${index}`, clocks[index]),
      )
    }
    const paying = this.#payAll()
    paying.catch(() => undefined)
    await this.#killAll()
    await this.#end(paying)
    const ordersAtTheEnd = await this.#orderAgain()
    const all: Told[] = linesOf(this.#home.toldFile).map((line) => JSON.parse(line))
    const told = all.filter(({ address }) => address === null)
    const [first] = this.#living
    const entries = (await first?.running.ask('entries')) ?? []
    const histories = this.#histories
    const broken = [
      ...this.#violations,
      ...judgePayments({ histories, told, entries, giveUpAfter: this.#settings.times.giveUpAfter }),
      ...judgeSales(
        this.#sales,
        all.filter(({ address }) => address !== null),
      ),
      ...findSecrets(`${this.#home.log()}\n${this.#said}`, keys),
    ]
    return {
      killed: this.#killed,
      histories,
      told,
      sales: this.#sales,
      asks: this.#service.counts.asks,
      poorAsks: this.#service.counts.poor,
      ordersAgain: this.#customers.again,
      pauses: this.#pauses,
      ordersAtTheEnd,
      violations: broken.map((line) => `${store}, seed ${seed}, ${this.#home.folder}: ${line}`),
    }
  }

  async close(): Promise<void> {
    this.#isGone = true
    await Promise.all(this.#living.map((one) => one.kill()))
    this.#customers.close()
    this.#sellers.close()
    this.#service.close()
  }

  #drawHistories(): PaymentHistory[] {
    const { payments, times } = this.#settings
    const references = Array.from({ length: payments }, (_, index) => `order-${index + 1}`)
    return references.map((reference, index) => {
      // Those that run at the same time.
      const others = references.slice(Math.max(0, index - 20), index + 20).filter((one) => one !== reference)
      const plan = drawPlan(reference, others, this.#random.fork(), times)
      return newHistory(plan)
    })
  }

  #tillSettings() {
    const { reconcileAfter, giveUpAfter } = this.#settings.times
    const { toldFile } = this.#home
    return this.#home.settings({
      till: { ...keys, serviceUrl: this.#service.url, reconcileAfter, giveUpAfter, toldFile },
    })
  }

  /** Begins payments in a random order of events, spread over the kills. */
  async #payAll(): Promise<void> {
    const { kills, payments } = this.#settings
    const lives: Promise<void>[] = []
    for (const [index, history] of this.#histories.entries()) {
      while (!this.#isGone && this.#begun > (payments * (this.#kills + 1)) / (kills * killsWhileBegun)) await sleep(10)
      this.#begun += 1
      await sleep(this.#random.between(0, 2 * betweenOrders))
      const sale = index % paymentsForSale === 0 ? this.#sales[index / paymentsForSale] : undefined
      if (sale !== undefined) lives.push(this.#sellers.sell(sale))
      lives.push(
        this.#customers.pay(history).then(() => {
          this.#over += 1
        }),
      )
    }
    await Promise.all(lives)
  }

  async #killAll(): Promise<void> {
    const { kills, seed, times } = this.#settings
    const random = this.#random.fork()
    while (this.#kills < kills) {
      const { moment, means } = paymentPoints[(seed + this.#kills) % paymentPoints.length] ?? {
        moment: undefined,
        means: '',
      }
      const victim = this.#living[random.between(0, this.#living.length - 1)]
      if (victim === undefined) return
      // It gets some work done in between; but orders come at once when it is back.
      if (moment !== 'invoiced') await sleep(random.between(0, 2 * times.unit))
      if (moment !== undefined) {
        await victim.order({ moment, count: random.between(1, moment === 'invoiced' ? 4 : 20), ends: 'process' })
        // It may be long in coming: then any moment will do.
        await Promise.race([victim.ended, sleep(this.#patience)])
      }
      await this.#replace(victim, means, random)
      if (random.chance(0.3)) await this.#pause(random)
    }
  }

  /** Some are killed again while they take up what was left. */
  async #replace(victim: MortalProcess, means: string, random: Random): Promise<void> {
    const wasThere = victim.isOver
    await victim.kill()
    this.#said += victim.running.said
    const why = await victim.ended
    if (why !== 'SIGKILL') this.#violations.push(`a process ended with ${why}: ${victim.running.said}`)
    this.#count(wasThere || means === 'at any moment' ? means : 'at any moment')
    if (random.chance(0.2) && this.#kills < this.#settings.kills) {
      const order = { moment: random.pick<Moment>(early), count: random.between(1, 10), ends: 'process' } as const
      if (await victim.startInDanger(order)) await Promise.race([victim.ended, sleep(this.#patience)])
      await victim.kill()
      this.#count('while it takes up what was left')
    }
    await victim.startAgain()
  }

  /** One stands still: now and then for so long that the others take it for dead. */
  async #pause(random: Random): Promise<void> {
    const one = this.#living[random.between(0, this.#living.length - 1)]
    if (one === undefined) return
    one.running.pause()
    await sleep(random.chance(0.2) ? takenForDead : random.between(0, 2_000))
    one.running.resume()
    this.#pauses += 1
  }

  /** All is over, so nothing is to be paid: no order gets a page any more. @returns how many were placed */
  async #orderAgain(): Promise<number> {
    for (const history of this.#histories) {
      if (!(await this.#customers.order(history))) continue
      this.#violations.push(
        `${history.plan.reference}, ${history.plan.fate}: it is over, and there is a page to pay it at`,
      )
    }
    return this.#histories.length
  }

  /** How long a moment is waited for, ms. */
  get #patience(): number {
    return Math.max(1_000, 4 * this.#settings.times.unit)
  }

  #count(means: string): void {
    this.#kills += 1
    this.#killed[means] = (this.#killed[means] ?? 0) + 1
    this.#tell()
  }

  #tell(): void {
    const { store, payments, kills } = this.#settings
    const counts = `${this.#kills} of ${kills} kills, ${this.#begun} of ${payments} payments begun, ${this.#over} told of`
    this.#settings.progress(`${store}: ${counts}`)
  }

  /** Everything was pushed, and nothing waits. */
  async #end(paying: Promise<void>): Promise<void> {
    const { giveUpAfter } = this.#settings.times
    let isPaid = false
    paying.then(() => {
      isPaid = true
    })
    // What is planned ends a while after a payment is given up, and the last look at it may be a quarter of that late.
    const longest = 3 * giveUpAfter + 60_000
    await until('everybody was to have paid', longest, async () => {
      this.#tell()
      await sleep(200)
      return isPaid
    })
    const [first] = this.#living
    if (first !== undefined) await drain(first.running, longest)
  }
}

const keys = { apiId: 'shop-api-id', apiKey: 'k3y-that-nobody-may-log', secret: 'a-s3cret-that-nobody-may-log' }
// While it starts, requests are rare.
const early = ['committing', 'committed', 'attempting', 'asked', 'handled', 'attempted', 'settled'] as const
// Of all kills: the others come while the last payments end.
const killsWhileBegun = 0.8
const paymentsForSale = 3
// ms
const betweenOrders = 5
const takenForDead = 12_000
