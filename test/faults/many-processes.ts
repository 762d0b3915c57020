import { setTimeout as sleep } from 'node:timers/promises'
import { ApplicationProcess } from './harness/application-process.ts'
import { drain } from './harness/drain.ts'
import { Flood } from './harness/flood.ts'
import { Home, type NewDatabase } from './harness/home.ts'
import { Random } from './harness/random.ts'
import { readMoments, type ToldMoment } from './harness/told-moments.ts'

export interface ManyProcessesSettings {
  readonly seed: number
  readonly kills: number
  /** ms between them. */
  readonly every: number
  /** Lanes of each kind of notification, each with one under way. */
  readonly lanesOfKind: number
  readonly newDatabase: NewDatabase
  /** The folder of a checkout of an older version: about every second process is one of it. */
  readonly older?: string | undefined
}

export interface ManyProcesses {
  readonly kills: number
  readonly pushes: number
  readonly acknowledged: number
  readonly unanswered: number
  readonly entries: number
  readonly lost: number
  readonly double: number
  /** Handlers that were at work in a process when it was killed. */
  readonly takenOver: number
  /** ms from a kill until another process had begun the last of them. */
  readonly takeOver: number
  /** ms that the slowest notification waited from its acceptance to its handler. */
  readonly longestWait: number
  readonly violations: readonly string[]
}

/** Three applications on one PostgreSQL, one of which is killed every few seconds and comes back. */
export async function killOneOfThree({
  seed,
  kills,
  every,
  lanesOfKind,
  newDatabase,
  older,
}: ManyProcessesSettings): Promise<ManyProcesses> {
  const home = await Home.open('postgres', newDatabase)
  const random = new Random(seed)
  const versions = new Random(seed)
  const flood = new Flood({ seed, lanesOfKind, pause: 150 })
  const start = (): Promise<ApplicationProcess> =>
    ApplicationProcess.start(home.settings({ handlerTakes: 100 }), {
      momentsFile: home.momentsFile,
      checkout: versions.chance(0.5) ? older : undefined,
    })
  const first = [start(), start(), start()]
  let living: readonly ApplicationProcess[] = []
  const killed = new Map<number, bigint>()
  let isOver = false
  try {
    living = await Promise.all(first)
    const flooding = flood.run(
      () => random.pick([living[0]?.port ?? 0, ...living.slice(1).map(({ port }) => port)]),
      () => !isOver,
    )
    for (let kill = 0; kill < kills; kill++) {
      await sleep(every)
      const [oldest] = living
      if (oldest === undefined) throw new Error('no application is left')
      killed.set(oldest.pid, process.hrtime.bigint())
      await oldest.kill()
      living = living.slice(1)
      living = [...living, await start()]
    }
    await sleep(every)
    isOver = true
    await flooding
    const [last] = living
    if (last === undefined) throw new Error('no application is left')
    await drain(last)
    const { ledger } = flood
    const found = await home.audit(ledger, last, 'asPushed')
    const moments = readMoments(home.momentsFile)
    const takeOvers = takeOversOf(moments, killed)
    const takeOver = Math.max(0, ...takeOvers)
    return {
      kills,
      pushes: ledger.sent.size,
      acknowledged: ledger.acknowledged.size,
      unanswered: ledger.unanswered,
      entries: found.entries,
      lost: found.lost.length,
      double: found.double.length,
      takenOver: takeOvers.length,
      takeOver: Math.round(takeOver),
      longestWait: Math.round(longestWaitOf(moments)),
      violations: [
        ...found.violations,
        ...(takeOver > within ? [`take-over: ${Math.round(takeOver)} ms, ${within} are allowed`] : []),
      ].map((line) => `seed ${seed}: ${line}`),
    }
  } finally {
    isOver = true
    flood.close()
    // Where one of the first did not start, the others have.
    const begun = (await Promise.allSettled(first)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await Promise.all([...begun, ...living].map((one) => one.kill()))
    await home.close()
  }
}

// ms. Some 11,000 on an idle machine; a busy one must not fail for being busy.
const within = 60_000

/** For each handler that was at work when its process was killed: ms until another process had begun it. */
function takeOversOf(moments: readonly ToldMoment[], killed: ReadonlyMap<number, bigint>): number[] {
  const found: number[] = []
  for (const [pid, at] of killed) {
    const begun = new Set<string>()
    for (const told of moments) {
      if (told.pid !== pid) continue
      for (const id of told.ids) {
        if (told.moment === 'attempting') begun.add(id)
        if (told.moment === 'settled') begun.delete(id)
      }
    }
    for (const id of begun) {
      const next = moments.find(
        (told) => told.moment === 'attempting' && told.pid !== pid && told.at > at && told.ids.includes(id),
      )
      // It was settled, and only the moment that tells so was not written any more.
      if (next !== undefined) found.push(toMs(next.at - at))
    }
  }
  return found
}

function longestWaitOf(moments: readonly ToldMoment[]): number {
  const waiting = new Map<string, bigint>()
  const begun = new Set<string>()
  let longest = 0
  for (const { moment, at, ids } of moments) {
    for (const id of ids) {
      if (moment === 'accepted' && !begun.has(id) && !waiting.has(id)) waiting.set(id, at)
      if (moment !== 'attempting' || begun.has(id)) continue
      begun.add(id)
      const from = waiting.get(id)
      if (from !== undefined) longest = Math.max(longest, toMs(at - from))
    }
  }
  return longest
}

function toMs(span: bigint): number {
  return Number(span) / 1e6
}
