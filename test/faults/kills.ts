import { ApplicationProcess, EndedEarly } from './harness/application-process.ts'
import { drain } from './harness/drain.ts'
import { Flood } from './harness/flood.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import type { Moment } from './harness/moments.ts'
import { Random } from './harness/random.ts'
import type { Form } from './scenario.ts'

interface KillPoint {
  readonly moment: Moment
  readonly means: string
  /** How often the moment may come before. */
  readonly within: number
  /**
   * Where it is in the short form too. Every point is on one store at least, and where a group is committed on both: what the
   * stores do differently stands there. From the claim on to the end of the handler a store has the same rows.
   */
  readonly short: readonly StoreType[]
}

const both = ['sqlite', 'postgres'] as const

/** Where processes are killed. */
const killPoints: readonly KillPoint[] = [
  { moment: 'committing', means: 'before commit', within: 25, short: both },
  { moment: 'committed', means: 'after commit, nobody told', within: 25, short: both },
  { moment: 'accepted', means: 'after commit, before 2xx', within: 60, short: ['sqlite'] },
  { moment: 'acknowledged', means: 'after 2xx', within: 60, short: ['postgres'] },
  { moment: 'attempting', means: 'before the handler', within: 60, short: ['postgres'] },
  { moment: 'handling', means: 'in the handler, before its effect', within: 60, short: ['postgres'] },
  { moment: 'handled', means: 'in the handler, after its effect', within: 60, short: ['sqlite'] },
  { moment: 'attempted', means: 'after the handler, before done', within: 60, short: ['postgres'] },
  { moment: 'settled', means: 'after done', within: 60, short: ['sqlite'] },
]
const transacting: KillPoint = {
  moment: 'transacting',
  means: 'in store.transaction, before its commit',
  within: 25,
  short: ['postgres'],
}

/** What one kill was, and what came of it. */
export interface Kill {
  readonly moment: Moment
  readonly means: string
  readonly requests: number
  readonly acknowledged: number
  readonly unanswered: number
  /** Acknowledged in this step and never handled. */
  readonly lost: number
}

/** What a chain of kills on one store came to. */
export interface Chain {
  readonly seed: number
  readonly kills: readonly Kill[]
  readonly pushes: number
  readonly acknowledged: number
  readonly repeats: number
  readonly entries: number
  /** Handlers that ran again after their effect, which is allowed beside the store. */
  readonly again: number
  readonly transacted: number
  readonly double: number
  readonly violations: readonly string[]
}

export interface ChainSettings {
  readonly store: StoreType | 'liar'
  readonly seed: number
  readonly kills: number
  /** One after the other, and from the first again. */
  readonly points: readonly KillPoint[]
  /** The kill point that it begins with. */
  readonly firstPoint: number
  readonly newDatabase: NewDatabase
  readonly onKill: () => void
}

/**
 * Kills an application again and again on one store, each time at a named moment while pushes come in, or while it
 * takes up again what the one before it has left; then lets one finish, and compares.
 */
export async function killInChain(settings: ChainSettings): Promise<Chain> {
  const { store, seed, newDatabase } = settings
  const home = await Home.open(store, newDatabase)
  const run = new ChainRun(settings, home)
  try {
    for (let step = 0; step < settings.kills; step++) {
      await run.kill(step)
      settings.onKill()
    }
    return await run.finish()
  } catch (error) {
    const lines = home.lastLines(5).join('\n')
    throw new Error(`${store}, seed ${seed}: ${error instanceof Error ? error.message : error}\n${lines}`)
  } finally {
    await run.close()
    await home.close()
  }
}

class ChainRun {
  readonly #settings: ChainSettings
  readonly #home: Home
  readonly #random: Random
  readonly #flood: Flood
  readonly #kills: Omit<Kill, 'lost'>[] = []
  readonly #violations: string[] = []
  #application: ApplicationProcess | undefined

  constructor(settings: ChainSettings, home: Home) {
    this.#settings = settings
    this.#home = home
    this.#random = new Random(settings.seed)
    this.#flood = new Flood({ seed: this.#random.between(0, 2 ** 32 - 1), lanesOfKind })
  }

  async kill(step: number): Promise<void> {
    const { moment, means, within } = this.#pointOf(step)
    const order = { moment, count: this.#random.between(1, within), ends: 'process' } as const
    const { ledger } = this.#flood
    const { requests, unanswered } = ledger
    const acknowledged = ledger.acknowledged.size
    ledger.step = step
    // Some are killed while they take up what the one before has left.
    const isAtOnce = this.#random.chance(atOnceShare)
    if (isAtOnce) await this.#home.order(order)
    const application = await this.#start()
    if (application !== undefined) {
      if (!isAtOnce) {
        if (this.#random.chance(drainShare[this.#settings.store])) await drain(application)
        await this.#home.order(order)
      }
      await this.#pushUntilItEnds(application)
      const why = await application.ended
      if (why !== 'SIGKILL') this.#violations.push(`the application ended with ${why} instead of being killed`)
    }
    await this.#home.withdraw()
    this.#kills.push({
      moment,
      means,
      requests: ledger.requests - requests,
      acknowledged: ledger.acknowledged.size - acknowledged,
      unanswered: ledger.unanswered - unanswered,
    })
  }

  async finish(): Promise<Chain> {
    const application = await ApplicationProcess.start(this.#home.settings(), { orderFile: this.#home.orderFile })
    this.#application = application
    await drain(application)
    const { ok, why } = await application.ask('health')
    if (!ok) this.#violations.push(`the store is not well after all: ${why}`)
    const { ledger } = this.#flood
    const found = await this.#home.audit(ledger, application, 'asPushed')
    await application.close()
    const { seed } = this.#settings
    const lostIn = (step: number): number => found.lost.filter((key) => ledger.acknowledged.get(key) === step).length
    return {
      seed,
      kills: this.#kills.map((kill, step) => ({ ...kill, lost: lostIn(step) })),
      pushes: ledger.sent.size,
      acknowledged: ledger.acknowledged.size,
      repeats: ledger.repeats,
      entries: found.entries,
      again: found.again,
      transacted: found.transacted,
      double: found.double.length,
      violations: [...this.#violations, ...found.violations].map((line) => `seed ${seed}: ${line}`),
    }
  }

  async close(): Promise<void> {
    this.#flood.close()
    await this.#application?.kill()
  }

  /** @returns nothing when it was killed before it listened */
  async #start(): Promise<ApplicationProcess | undefined> {
    try {
      this.#application = await ApplicationProcess.start(this.#home.settings(), { orderFile: this.#home.orderFile })
      return this.#application
    } catch (error) {
      if (error instanceof EndedEarly && error.why === 'SIGKILL') return undefined
      throw error
    }
  }

  async #pushUntilItEnds(application: ApplicationProcess): Promise<void> {
    const giveUpAt = performance.now() + patience
    const isLate = (): boolean => performance.now() > giveUpAt
    const { port } = application
    const goesOn = (): boolean => !application.isOver && !isLate()
    await this.#flood.run(() => port, goesOn)
    if (application.isOver || !isLate()) return
    const health = JSON.stringify(await application.ask('health').catch(String))
    await application.kill()
    throw new Error(`the moment did not come in ${patience} ms: ${health}`)
  }

  #pointOf(step: number): KillPoint {
    const { points, firstPoint } = this.#settings
    const point = points[(firstPoint + step) % points.length]
    if (point === undefined) throw new Error('there are no kill points')
    return point
  }
}

/** The kill points that a store can have, and has in this form. */
export function pointsOf(store: ChainSettings['store'], form: Form): readonly KillPoint[] {
  if (store === 'liar') return killPoints.filter(({ moment }) => !moment.startsWith('commit'))
  const all = store === 'postgres' ? [...killPoints, transacting] : killPoints
  return form === 'long' ? all : all.filter(({ short }) => short.includes(store))
}

const lanesOfKind = 4
const atOnceShare = 0.3
// On PostgreSQL whoever follows has to wait until the one before is taken for dead.
const drainShare = { sqlite: 0.6, liar: 0.6, postgres: 0.2 }
// ms
const patience = 120_000
