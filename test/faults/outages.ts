import { ApplicationProcess } from './harness/application-process.ts'
import { drain } from './harness/drain.ts'
import { Flood, type FloodSettings } from './harness/flood.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import { until } from './harness/until.ts'

/** What takes the store away under load, and gives it back. */
export interface Outage {
  readonly name: string
  /** The store cannot write from here on. */
  begin(home: Home): Promise<void>
  /** It can again. */
  end(home: Home): Promise<void>
}

export interface OutageSettings {
  readonly store: StoreType
  readonly seed: number
  readonly outage: Outage
  /** How long each outage lasts, one after the other, ms. */
  readonly lasts: readonly number[]
  readonly newDatabase: NewDatabase
  readonly flood?: Partial<FloodSettings>
  /** ms after which the service gives a request up while the store is away; without it as long as at other times. */
  readonly givesUpAfter?: number
  /** Where SQLite's files are to be. */
  readonly disk?: string | undefined
  /** For the application. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

export interface OutageReport {
  readonly outage: string
  readonly pushes: number
  readonly acknowledged: number
  readonly unavailable: number
  /** Requests without any answer. */
  readonly unanswered: number
  readonly lost: number
  readonly double: number
  /** ms from the end of an outage to the first acknowledgement, the longest. */
  readonly recovery: number
  /** Bytes that the application's memory grew by while the store was away. */
  readonly growth: number
  readonly violations: readonly string[]
}

/** Takes the store away and gives it back while pushes come in; then lets the application finish, and compares. */
export async function outlive(settings: OutageSettings): Promise<OutageReport> {
  const { store, seed, outage, lasts, newDatabase, disk, env, givesUpAfter } = settings
  const home = await Home.open(store, newDatabase, disk)
  const flood = new Flood({ seed, lanesOfKind: 8, pause: 2, ...settings.flood })
  const { ledger, sender } = flood
  const { patience: usually } = sender
  const application = await ApplicationProcess.start(home.settings(), { orderFile: home.orderFile, env })
  const violations: string[] = []
  let isOver = false
  const flooding = flood.run(
    () => application.port,
    () => !isOver && !application.isOver,
  )
  const beyond = (count: number, of: () => number, what: string): Promise<void> =>
    until(what, patience, () => {
      if (application.isOver) throw new Error('the application has ended')
      return of() > count
    })
  const unavailable = (): number => ledger.statuses.get(503) ?? 0
  let recovery = 0
  let growth = 0
  try {
    await beyond(50, () => ledger.acknowledged.size, 'pushes were to be acknowledged at first')
    for (const ms of lasts) {
      const refused = unavailable()
      const memory = await application.ask('memory')
      const backAt = performance.now() + ms
      await outage.begin(home)
      sender.patience = givesUpAfter ?? usually
      await beyond(refused, unavailable, '503 was to be answered')
      while (performance.now() < backAt) {
        growth = Math.max(growth, (await application.ask('memory')) - memory)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const taken = ledger.acknowledged.size
      await outage.end(home)
      sender.patience = usually
      const endedAt = performance.now()
      await beyond(taken, () => ledger.acknowledged.size, 'pushes were to be acknowledged again')
      recovery = Math.max(recovery, performance.now() - endedAt)
    }
    const settled = ledger.acknowledged.size
    await beyond(settled + 50, () => ledger.acknowledged.size, 'pushes were to be acknowledged at last')
    isOver = true
    await flooding
    await drain(application)
    await until('the store was to be well', patience, async () => (await application.ask('health')).ok)
    const found = await home.audit(ledger, application, 'any')
    const odd = [...ledger.statuses.keys()].filter((status) => status !== 200 && status !== 503)
    violations.push(...found.violations, ...odd.map((status) => `a push was answered with ${status}`))
    return {
      outage: outage.name,
      pushes: ledger.sent.size,
      acknowledged: ledger.acknowledged.size,
      unavailable: unavailable(),
      unanswered: ledger.unanswered,
      lost: found.lost.length,
      double: found.double.length,
      recovery: Math.round(recovery),
      growth,
      violations: violations.map((line) => `${outage.name}, seed ${seed}: ${line}`),
    }
  } catch (error) {
    const lines = home.lastLines(5).join('\n')
    throw new Error(`${outage.name}, seed ${seed}: ${error instanceof Error ? error.message : error}\n${lines}`)
  } finally {
    isOver = true
    flood.close()
    await application.kill()
    await home.close()
  }
}

// ms
const patience = 150_000
