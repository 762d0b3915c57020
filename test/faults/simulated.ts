import { setTimeout as sleep } from 'node:timers/promises'
import {
  createSimulator,
  type HandledPayment,
  type LedgerRow,
  type LogRow,
  type PayOptions,
  profiles,
  type Simulator,
} from '../../src/simulator/index.ts'
import { drain } from './harness/drain.ts'
import { linesOf } from './harness/effects.ts'
import { Home } from './harness/home.ts'
import { MortalProcess } from './harness/mortal-process.ts'
import { buying } from './harness/payments/buying.ts'
import type { MoneySource, Told } from './harness/payments/history.ts'
import { fair, type Weather } from './harness/payments/weather.ts'
import { Random } from './harness/random.ts'
import { until } from './harness/until.ts'
import { type PaymentsSettings, paymentPoints } from './payments.ts'

/** How many processes are killed, and payments begin, at how many processes of which till. */
export interface SimulatedSettings extends Omit<PaymentsSettings, 'progress'> {
  readonly onCount: (done: SimulatedCounts) => void
}

/** How far it is. */
export interface SimulatedCounts {
  readonly kills: number
  readonly begun: number
  /** Payments that the customer has done with. */
  readonly over: number
}

/** What became of payments that the simulator's customers made at a till whose processes were killed. */
export interface SimulatedReport {
  readonly killed: Readonly<Record<string, number>>
  /** How many went each way. */
  readonly ways: Readonly<Record<string, number>>
  /** How many were asked for by an invoice, by a prompt, and by a cart. */
  readonly sources: Readonly<Record<MoneySource, number>>
  /** How often a process stood still for a while. */
  readonly pauses: number
  /** Notices of money; turns. */
  readonly pushes: number
  readonly turns: number
  /** How the pushes were answered: by their status, or why there was no answer. */
  readonly answers: Readonly<Record<string, number>>
  readonly forgeries: number
  readonly asks: number
  /** Calls of the payment handler; those that came again, since nobody knew how the first had ended; reports of carts. */
  readonly deliveries: number
  readonly again: number
  readonly reports: number
  readonly violations: readonly string[]
}

/** What a forger says was paid. */
interface Forged {
  readonly source: MoneySource
  readonly reference: string
  readonly bill: string
  readonly asked: number
}

/** What a customer does with a bill. */
type Way = (sim: Simulator, bill: string, asked: number, pause: () => Promise<void>) => Promise<unknown>

const once =
  (options: PayOptions): Way =>
  (sim, bill) =>
    sim.customer.pays(bill, options)

const ways: Readonly<Record<string, Way>> = {
  paid: once({}),
  'paid by card': once({ method: 'card' }),
  'paid late': once({ takes: 2_000 }),
  underpaid: (sim, bill, asked) => sim.customer.pays(bill, { amount: asked - 0.5 }),
  overpaid: (sim, bill, asked) => sim.customer.pays(bill, { amount: asked + 5 }),
  failed: once({ fails: '2101' }),
  cancelled: once({ cancels: true }),
  left: once({ leaves: true }),
  'paid in a second try': async (sim, bill, _asked, pause) => {
    await sim.customer.pays(bill, { fails: '2050' })
    await pause()
    await sim.customer.pays(bill)
  },
  'paid after a long prompt': async (sim, bill, _asked, pause) => {
    await sim.customer.pays(bill, { hangs: true })
    await pause()
    await sim.customer.finishes(bill)
  },
  'failed after nobody knew': async (sim, bill, _asked, pause) => {
    await sim.customer.pays(bill, { fails: '0005' })
    await pause()
    await sim.customer.finishes(bill, { fails: '2001' })
  },
  refunded: async (sim, bill, _asked, pause) => {
    await sim.customer.pays(bill)
    await pause()
    await sim.customer.refunds(bill, { isTold: true })
  },
}

/**
 * Kills the processes of a till again and again while customers of the simulator pay at it. The simulator knows what they
 * paid, and its ledger is the judge: nothing unpaid is handled as paid, and nothing paid stays unhandled.
 */
export async function killAmongSimulated(
  settings: SimulatedSettings,
  weather: Weather = fair,
): Promise<SimulatedReport> {
  const { store, seed, newDatabase } = settings
  const home = await Home.open(store, newDatabase)
  const sim = await createSimulator({
    apiId: keys.apiId,
    apiKey: keys.apiKey,
    merchantAccountNumber: '11684',
    paths: { transactionStatus: '/status' },
    seed,
    money: { settlesAfter: 2_000 },
    // What changes after it was settled only its notice tells, so the sender doesn't give up.
    profile: { ...profiles.plain, retries: Array.from({ length: 200 }, () => 500) },
  })
  const run = new SimulatedRun(settings, home, sim)
  try {
    return await run.run(weather)
  } finally {
    await run.close()
    await sim.close()
    await home.close()
  }
}

class SimulatedRun {
  readonly #settings: SimulatedSettings
  readonly #home: Home
  readonly #sim: Simulator
  readonly #random: Random
  readonly #living: MortalProcess[] = []
  readonly #killed: Record<string, number> = {}
  readonly #ways: Record<string, number> = {}
  readonly #sources: Record<MoneySource, number> = { checkout: 0, ussdPayment: 0, fulfilment: 0 }
  readonly #rows: Partial<Record<LogRow['kind'], number>> = {}
  readonly #answers: Record<string, number> = {}
  #kills = 0
  #begun = 0
  #over = 0
  #pauses = 0
  #forgeries = 0
  #isGone = false

  constructor(settings: SimulatedSettings, home: Home, sim: Simulator) {
    this.#settings = settings
    this.#home = home
    this.#sim = sim
    this.#random = new Random(settings.seed)
    // The log forgets its oldest rows.
    sim.log.onRow(({ kind, response, problem }) => {
      this.#rows[kind] = this.#count(kind) + 1
      if (!moneyKinds.has(kind)) return
      const answer = response === null ? (problem ?? 'nothing') : String(response.status)
      this.#answers[answer] = (this.#answers[answer] ?? 0) + 1
    })
  }

  async run(weather: Weather): Promise<SimulatedReport> {
    const { processes, clocks, times, store, seed } = this.#settings
    const { toldFile } = this.#home
    const { reconcileAfter, giveUpAfter } = times
    const till = { ...keys, serviceUrl: this.#sim.url, reconcileAfter, giveUpAfter, toldFile }
    for (let index = 0; index < processes; index++) {
      const file = `${this.#home.orderFile}.${index}`
      this.#living.push(await MortalProcess.start(this.#home.settings({ till }), file, clocks[index]))
    }
    await this.#connect()
    const longest = 3 * giveUpAfter + 60_000
    let isPaid = false
    const paying = this.#payAll(this.#random.fork()).then(() => {
      isPaid = true
    })
    paying.catch(() => undefined)
    let isOver = false
    const changing = weather(this.#sim, new Random(seed), () => !isOver)
    try {
      await this.#killAll()
      await Promise.race([paying, until('everybody was to have paid', longest, () => isPaid)])
    } finally {
      isOver = true
      await changing
    }
    let pushes = -1
    let quietSince = performance.now()
    await until('every notice was to be taken, or none to come any more', 120_000, async () => {
      await sleep(200)
      const sent = this.#count(...moneyKinds)
      if (sent !== pushes) quietSince = performance.now()
      pushes = sent
      const isQuiet = performance.now() - quietSince > 5_000
      return isQuiet || this.#sim.ledger().rows.every(({ told }) => told.at(-1)?.isTaken ?? true)
    })
    const [first] = this.#living
    if (first !== undefined) await drain(first.running, longest)
    const told: Told[] = linesOf(toldFile).map((line) => JSON.parse(line))
    const { rows } = this.#sim.ledger({ handled: handledOf(told) })
    return {
      killed: this.#killed,
      ways: this.#ways,
      sources: this.#sources,
      pauses: this.#pauses,
      forgeries: this.#forgeries,
      pushes: this.#count(...moneyKinds),
      answers: this.#answers,
      turns: this.#count('ussd', 'programmable'),
      asks: this.#count('transactionStatus'),
      deliveries: told.length,
      again: told.length - new Set(told.map(({ id }) => id)).size,
      reports: this.#count('fulfilmentReport'),
      violations: rows.flatMap(violationsOf).map((line) => `${store}, seed ${seed}, ${this.#home.folder}: ${line}`),
    }
  }

  async close(): Promise<void> {
    this.#isGone = true
    await Promise.all(this.#living.map((one) => one.kill()))
  }

  #count(...kinds: readonly LogRow['kind'][]): number {
    return kinds.reduce((sum, kind) => sum + (this.#rows[kind] ?? 0), 0)
  }

  /** Pushes go to this one, or to any that lives. */
  async #connect(one?: MortalProcess): Promise<void> {
    const alive = this.#living.filter(({ isOver }) => !isOver)
    const { port } = one ?? alive[this.#random.between(0, Math.max(0, alive.length - 1))] ?? { port: 0 }
    await this.#sim.connect(`http://127.0.0.1:${port}/push`, {
      publicUrl: 'http://shop.example',
      urls: { fulfilment: `/push/fulfilment/${keys.secret}` },
    })
  }

  /** Begins payments in proportion to the kills, so that each of these comes while somebody pays. */
  async #payAll(random: Random): Promise<void> {
    const { kills, payments } = this.#settings
    const lives: Promise<void>[] = []
    for (let number = 1; number <= payments; number++) {
      while (!this.#isGone && number > (payments * (this.#kills + 1)) / (kills * killsWhileBegun)) await sleep(10)
      await sleep(random.between(0, 2 * betweenPayments))
      this.#begun += 1
      lives.push(
        this.#live(number, random.fork()).then(() => {
          this.#over += 1
          this.#tell()
        }),
      )
    }
    await Promise.all(lives)
  }

  #tell(): void {
    this.#settings.onCount({ kills: this.#kills, begun: this.#begun, over: this.#over })
  }

  async #live(number: number, random: Random): Promise<void> {
    const { times } = this.#settings
    const hundredths = random.between(100, 50_000)
    const asked = hundredths / 100
    const reference = `order-${number}`
    const source = random.pick<MoneySource>(['checkout', 'ussdPayment', 'fulfilment'])
    const bill = await this.#insist(() =>
      source === 'checkout' ? this.#order(reference, asked) : buying[source](this.#sim, { number, asked: hundredths }),
    )
    if (bill === undefined) return
    this.#sources[source] += 1
    const name = random.pick(wayNames)
    this.#ways[name] = (this.#ways[name] ?? 0) + 1
    const pause = () => sleep(random.between(0, 4 * times.unit))
    const forged = { source, reference: random.chance(0.8) ? reference : `${reference}-of-nobody`, bill, asked }
    await Promise.all([
      ways[name]?.(this.#sim, bill, asked, pause),
      random.chance(0.4) ? pause().then(() => this.#forge(forged)) : undefined,
    ])
  }

  /** Somebody who knows the address says that it was paid. */
  async #forge({ source, reference, bill, asked }: Forged): Promise<void> {
    this.#forgeries += 1
    const Data = { ClientReference: reference, Amount: asked }
    const money = { ResponseCode: '0000', Data }
    if (source === 'checkout')
      await this.#post('/push/checkout', {
        ...money,
        Status: 'Success',
        Data: { ...Data, CheckoutId: bill, Status: 'Success' },
      })
    if (source === 'ussdPayment')
      await this.#post('/push/ussd-payment', { ...money, Message: 'Success', Data: { ...Data, TransactionId: bill } })
    // Who forges one of a cart knows its session too, but no secret.
    if (source === 'fulfilment')
      await this.#post('/push/fulfilment/a-s3cret-that-somebody-guessed', {
        OrderId: bill,
        OrderInfo: paidOrder(asked),
      })
  }

  /** To any that lives; undefined where it didn't answer. */
  async #post(path: string, body: object): Promise<Response | undefined> {
    const port = this.#living[this.#random.between(0, this.#living.length - 1)]?.port ?? 0
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
  }

  /** Until there is a bill. */
  async #insist(buys: () => Promise<string | undefined>): Promise<string | undefined> {
    while (!this.#isGone) {
      const bill = await buys()
      if (bill !== undefined) return bill
      await sleep(500)
    }
    return undefined
  }

  async #order(reference: string, amount: number): Promise<string | undefined> {
    const response = await this.#post('/orders', { reference, amount })
    if (response?.status !== 201) return undefined
    return String(Reflect.get(Object(await response.json()), 'checkoutId'))
  }

  async #killAll(): Promise<void> {
    const { kills, seed, times } = this.#settings
    for (let index = 0; index < kills; index++) {
      const { moment, means } = paymentPoints[(seed + index) % paymentPoints.length] ?? { moment: undefined, means: '' }
      const victim = this.#living[this.#random.between(0, this.#living.length - 1)]
      if (victim === undefined) return
      await sleep(this.#random.between(0, 2 * times.unit))
      if (moment !== undefined) {
        await this.#connect(victim)
        await victim.order({ moment, count: this.#random.between(1, 5), ends: 'process' })
        await Promise.race([victim.ended, sleep(Math.max(1_000, 4 * times.unit))])
      }
      const point = victim.isOver ? means : 'at any moment'
      await victim.kill()
      this.#killed[point] = (this.#killed[point] ?? 0) + 1
      this.#kills += 1
      this.#tell()
      await this.#connect()
      await victim.startAgain()
      await this.#connect()
      if (this.#random.chance(0.3)) await this.#pause()
    }
  }

  /** One stands still, and pushes to it wait. */
  async #pause(): Promise<void> {
    const one = this.#living[this.#random.between(0, this.#living.length - 1)]
    if (one === undefined) return
    one.pause()
    await sleep(this.#random.between(0, 2 * this.#settings.times.unit))
    one.goOn()
    this.#pauses += 1
  }
}

const moneyKinds: ReadonlySet<LogRow['kind']> = new Set(['checkout', 'ussdPayment', 'fulfilment'])
const keys = { apiId: 'shop-api-id', apiKey: 'k3y-that-nobody-may-log', secret: 'a-s3cret-that-nobody-may-log' }

// Of all kills: the others come while the last payments end.
const killsWhileBegun = 0.8
// ms
const betweenPayments = 10

const [firstWay = 'paid', ...otherWays] = Object.keys(ways)
const wayNames: readonly [string, ...string[]] = [firstWay, firstWay, firstWay, ...otherWays]

/** What is told again under the same id is one: a handler was killed before its end was kept. */
function handledOf(told: readonly Told[]): HandledPayment[] {
  const byId = new Map(told.map((one) => [one.id, one]))
  return [...byId.values()].map(({ source, outcome, amountMinor, paymentId, transactionId, reference, ...one }) => ({
    outcome,
    amount: amountMinor === null ? null : amountMinor / 100,
    checkoutId: paymentId,
    transactionId,
    clientReference: reference,
    // That nobody can be asked about a cart is known: its address is secret, and what is paid is what was asked.
    needsReview: one.needsReview.filter((reason) => source !== 'fulfilment' || reason !== 'unconfirmable'),
  }))
}

/** That somebody pays another amount than was asked is no fault of the application, nor is what a notice says that is not so. */
function violationsOf(row: LedgerRow): string[] {
  const { source, reference, bill, differs, told, confirmed, handled, reported } = row
  const wrong = differs.filter((line) => !line.endsWith(' was asked') && !line.startsWith('told '))
  // The hour of a report isn't over yet.
  if (source === 'fulfilment' && handled?.some(isHandledAsPaid) && reported.length === 0) wrong.push('never reported')
  if (wrong.length === 0) return []
  return [`${source} ${reference} (${bill}): ${wrong.join('; ')}: ${JSON.stringify({ told, confirmed, handled })}`]
}

function isHandledAsPaid({ outcome, needsReview = [] }: HandledPayment): boolean {
  return outcome === 'paid' && needsReview.length === 0
}

function paidOrder(amount: number): object {
  return { Status: 'Paid', Payment: { AmountPaid: amount, AmountAfterCharges: amount, IsSuccessful: true } }
}
