import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Home, type NewDatabase } from './harness/home.ts'
import { MortalProcess } from './harness/mortal-process.ts'
import { OneOrder } from './harness/one-order.ts'
import { hasRecover, type Order, OrdersRead } from './harness/orders.ts'
import { Random } from './harness/random.ts'
import { talkPoints } from './talk.ts'

export interface ClocksSettings {
  readonly seed: number
  readonly subscribers: number
  /** Subscribers at once. */
  readonly atOnce: number
  readonly newDatabase: NewDatabase
  readonly onEnd: () => void
}

export interface ClocksReport {
  readonly subscribers: number
  readonly turns: number
  readonly dials: number
  /** Pushes without an answer. */
  readonly dead: number
  readonly kills: number
  readonly pauses: number
  /** By their keys: what is ordered takes a key once. */
  readonly orders: number
  /** Subscribers with more than one order. */
  readonly doubled: number
  /**
   * Orders that were asked for once more under their key: by `recover`, while a process that was stopped inside its effect
   * was taken for dead, and then went on.
   */
  readonly again: number
  /** Subscribers who were told their order. */
  readonly told: number
  /** Subscribers who were told that nobody knows. */
  readonly unknown: number
  readonly unkept: number
  readonly violations: readonly string[]
}

/**
 * Three processes on one PostgreSQL whose clocks stand at 0, an hour ahead and an hour behind, killed inside purchases and
 * stopped for longer than the service waits, while each subscriber wants one order: nobody may get two.
 */
export async function buyAmongClocks(settings: ClocksSettings): Promise<ClocksReport> {
  const { seed, subscribers, atOnce, newDatabase, onEnd } = settings
  const random = new Random(seed)
  const home = await Home.open('postgres', newDatabase)
  await writeFile(home.ordersFile, '')
  const living: MortalProcess[] = []
  const violations: string[] = []
  let [kills, pauses, isOver, isGone] = [0, 0, false, false]
  try {
    for (const [index, clockAhead] of clocks.entries()) {
      const own = home.settings({ ussd: 'shop', clockAhead })
      living.push(await MortalProcess.start(own, `${home.orderFile}.${index}`))
    }
    const any = random.fork()
    const port = (): number => living[any.between(0, living.length - 1)]?.port ?? 0
    const people = Array.from(
      { length: subscribers },
      (_, index) => new OneOrder(String(10_000 + index), random.fork(), port),
    )
    const harm = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        await sleep(random.between(300, 1_500))
        const victim = living[random.between(0, living.length - 1)]
        if (victim === undefined || isOver) return
        if (turn % 3 === 2) {
          victim.pause()
          pauses += 1
          // Longer than the service waits, and now and then than it takes to be taken for dead.
          await sleep(random.between(7_500, 12_000))
          victim.goOn()
          continue
        }
        const { moment } = random.pick([talkPoints[0] ?? undecided, ...talkPoints.slice(1)])
        if (moment === undefined) await victim.kill()
        else {
          await victim.order({ moment, count: random.between(1, 3), ends: 'process' })
          await Promise.race([victim.ended, sleep(5_000)])
          await victim.kill()
        }
        kills += 1
        await victim.startAgain()
      }
    }
    const harming = harm()
    harming.catch(() => undefined)
    let next = 0
    const work = async (): Promise<void> => {
      for (let person = people[next++]; person !== undefined; person = people[next++]) {
        await person.live(() => isGone)
        onEnd()
      }
    }
    const tooLate = sleep(longest + subscribers * 500, undefined, { ref: false }).then(() => {
      isGone = true
      violations.push('a purchase has no end')
    })
    await Promise.race([Promise.all(Array.from({ length: atOnce }, work)), tooLate])
    isOver = true
    await harming
    const orders = Map.groupBy(new OrdersRead(home.ordersFile).all, ({ serviceCode }) => serviceCode)
    const unkept = home.linesThatSay('lives in this process alone').length
    const keysOf = (own: readonly Order[]): number => new Set(own.map(({ key }) => key)).size
    const doubled = [...orders].filter(([, own]) => keysOf(own) > 1)
    const again = [...orders].filter(([, own]) => keysOf(own) < own.length)
    const tell = (name: string, what: string): void => {
      const person = people.find((one) => one.name === name)
      const made = orders.get(name)?.map((order) => JSON.stringify(order))
      const logged = home.linesThatSay(`"${name}-`).join('\n')
      violations.push(`${name} has ${what}, ${made}: ${person?.trace.join(' | ')}\n${logged}`)
    }
    for (const [name, own] of doubled) tell(name, `${keysOf(own)} orders`)
    // Without recover nothing asks for an order but the one run of its effect.
    for (const [name] of again) if (!hasRecover(name)) tell(name, 'an order that was asked for twice')
    for (const person of people) violations.push(...person.violations)
    const sum = (count: (person: OneOrder) => number): number => people.reduce((all, one) => all + count(one), 0)
    return {
      subscribers,
      turns: sum(({ turns }) => turns),
      dials: sum(({ dials }) => dials),
      dead: sum(({ dead }) => dead),
      kills,
      pauses,
      orders: [...orders.values()].reduce((all, own) => all + keysOf(own), 0),
      doubled: doubled.length,
      again: again.length,
      told: sum(({ end }) => Number(end === 'told')),
      unknown: sum(({ end }) => Number(end === 'unknown')),
      unkept,
      violations: violations.map((line) => `seed ${seed}, ${home.folder}: ${line}`),
    }
  } finally {
    isOver = true
    isGone = true
    await Promise.all(living.map((one) => one.kill()))
    await home.close()
  }
}

// ms that the processes' clocks stand ahead
const clocks = [0, 3_600_000, -3_600_000] as const
const undecided = { moment: undefined, means: '' }
// ms
const longest = 120_000
