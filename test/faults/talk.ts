import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import type { Moment } from './harness/moments.ts'
import { MortalProcess } from './harness/mortal-process.ts'
import { OrdersRead } from './harness/orders.ts'
import { Random } from './harness/random.ts'
import { Subscriber, type SubscriberCounts } from './harness/subscriber.ts'
import { until } from './harness/until.ts'

interface TalkPoint {
  readonly moment: Moment | undefined
  readonly means: string
  /** Where it is in the short form too: on both stores while a store writes, and where it has the same rows on one of them. */
  readonly short: readonly StoreType[]
}

const both = ['sqlite', 'postgres'] as const

/** Where a process of the shop is killed. */
export const talkPoints: readonly TalkPoint[] = [
  { moment: undefined, means: 'between two turns', short: both },
  { moment: 'ordering', means: 'in once, before the order', short: ['postgres'] },
  { moment: 'ordered', means: 'in once, after the order', short: ['sqlite'] },
  { moment: 'returned', means: 'while its outcome is recorded', short: both },
  { moment: 'recorded', means: 'after once, before the screen', short: ['postgres'] },
]

export interface TalkSettings {
  readonly store: StoreType
  readonly seed: number
  readonly kills: number
  /** One after the other, and from the first again. */
  readonly points: readonly TalkPoint[]
  /** Over one store: on SQLite there is one. */
  readonly processes: number
  readonly subscribers: number
  readonly newDatabase: NewDatabase
  readonly onKill: () => void
}

/** What became of the conversations of a shop whose processes were killed. */
export interface TalkReport extends SubscriberCounts {
  /** By what the points of {@link talkPoints} mean. */
  readonly killed: Readonly<Record<string, number>>
  readonly orders: number
  /** Orders beyond the first for one idempotency key. */
  readonly doubled: number
  /** Sessions and screens that went on without a store that was too slow: what they knew is lost with their process. */
  readonly unkept: number
  /** Subscribers of those, who were told something else than they had answered. */
  readonly unjudged: number
  readonly violations: readonly string[]
}

/**
 * Kills the processes of a shop again and again, between two turns and inside its effect, while subscribers buy. None is
 * asked again what a screen has shown to be answered, what is paid is what was answered, and nothing is ordered twice.
 */
export async function killInTalk(settings: TalkSettings): Promise<TalkReport> {
  const { store, seed, kills, points, processes, newDatabase, onKill } = settings
  const random = new Random(seed)
  const home = await Home.open(store, newDatabase)
  await writeFile(home.ordersFile, '')
  const orders = new OrdersRead(home.ordersFile)
  const living: MortalProcess[] = []
  const killed: Record<string, number> = {}
  const violations: string[] = []
  let answers = 0
  let isOver = false
  let isGone = false
  try {
    for (let index = 0; index < processes; index++) {
      living.push(await MortalProcess.start(home.settings({ ussd: 'shop' }), `${home.orderFile}.${index}`))
    }
    const any = random.fork()
    const shop = {
      port: () => living[any.between(0, living.length - 1)]?.port ?? 0,
      goesOn: () => !isOver,
      isGone: () => isGone,
      orders: () => orders.all,
      onAnswer: () => {
        answers += 1
      },
    }
    const subscribers = Array.from(
      { length: settings.subscribers },
      (_, index) => new Subscriber(String(700 + index), random.fork(), shop),
    )
    const lives = Promise.all(subscribers.map((subscriber) => subscriber.live()))
    lives.catch(() => undefined)
    for (let kill = 0; kill < kills; kill++) {
      const { moment, means } = points[(seed + kill) % points.length] ?? { moment: undefined, means: '' }
      const victim = living[random.between(0, living.length - 1)]
      if (victim === undefined) break
      if (moment === undefined) {
        const enough = answers + random.between(1, 30)
        await until('turns were to be answered', 60_000, () => answers >= enough)
        await victim.kill()
      } else {
        await victim.order({ moment, count: random.between(1, 3), ends: 'process' })
        await until(`it was to be killed ${means}`, 60_000, () => victim.isOver)
      }
      const why = await victim.ended
      if (why !== 'SIGKILL') violations.push(`a process ended with ${why}: ${home.lastLines(1)}`)
      killed[means] = (killed[means] ?? 0) + 1
      onKill()
      await victim.startAgain()
    }
    isOver = true
    const late = new AbortController()
    const tooLate = sleep(patience, undefined, { signal: late.signal }).then(
      () => violations.push('a purchase has no end'),
      () => undefined,
    )
    await Promise.race([lives, tooLate])
    late.abort()
    const all = orders.all
    const doubled = all.length - new Set(all.map(({ key }) => key)).size
    if (doubled > 0) violations.push(`${doubled} orders are doubled`)
    const confirmed = subscribers.reduce((sum, subscriber) => sum + subscriber.confirmed, 0)
    if (all.length > confirmed) violations.push(`${all.length} orders for ${confirmed} purchases`)
    const unkept = withoutStore.flatMap((words) => home.linesThatSay(words))
    const isUnkept = ({ serviceCode }: Subscriber): boolean =>
      unkept.some((line) => line.includes(`"sessionId":"${serviceCode}-`))
    const unjudged = subscribers.filter((one) => one.violations.length > 0 && isUnkept(one))
    for (const one of subscribers) if (!unjudged.includes(one)) violations.push(...one.violations)
    return {
      killed,
      ...sumOf(subscribers.map(({ counts }) => counts)),
      orders: all.length,
      doubled,
      unkept: unkept.length,
      unjudged: unjudged.length,
      violations: violations.map((line) => `${store}, seed ${seed}, ${home.folder}: ${line}`),
    }
  } finally {
    isOver = true
    isGone = true
    await Promise.all(living.map((one) => one.kill()))
    await home.close()
  }
}

/** The counts of all together. */
export function sumOf(counts: readonly SubscriberCounts[]): SubscriberCounts {
  const sum: SubscriberCounts = {
    turns: 0,
    sessions: 0,
    dead: 0,
    resumed: 0,
    waited: 0,
    paid: 0,
    unknown: 0,
    unseen: 0,
    again: 0,
  }
  for (const one of counts) {
    sum.turns += one.turns
    sum.sessions += one.sessions
    sum.dead += one.dead
    sum.resumed += one.resumed
    sum.waited += one.waited
    sum.paid += one.paid
    sum.unknown += one.unknown
    sum.unseen += one.unseen
    sum.again += one.again
  }
  return sum
}

const withoutStore = ['lives in this process alone', 'before the store had confirmed it', 'could not be kept']

// ms that the last purchases may take: a dead process of PostgreSQL is taken for dead after some seconds.
const patience = 90_000
