import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Channel } from '../../src/conversation/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import type { Application } from './applications/application.ts'
import { applications } from './applications/index.ts'
import { Explorer } from './explore.ts'
import { type Finding, Findings } from './findings.ts'
import { OpenHouse } from './house.ts'
import { Chance } from './random.ts'
import { pushesOfOne, wander } from './wander.ts'

export interface WalkSettings {
  /** About so many. */
  readonly pushes: number
  readonly seed: number
  /** The six when not given. */
  readonly walks?: readonly Application[]
  readonly progress?: (walked: Walked) => void
}

/** What was walked of an application on a channel. */
export interface Walked {
  readonly application: string
  readonly channel: Channel
  readonly pushes: number
  readonly screens: number
  /** Screens at which every class of answers was taken. */
  readonly walkedScreens: number
  /** Classes of answers at the screens that were seen, and those of them that were taken. */
  readonly classes: number
  readonly taken: number
  /** How many of the pushes walked breadth first. */
  readonly explored: number
  /** Every class of answers was taken at every screen that was seen. */
  readonly isWhole: boolean
}

/** Walks every application on every channel: breadth first, then by chance, in memory and on SQLite. */
export async function walk({ pushes, seed, walks = applications, progress = () => undefined }: WalkSettings): Promise<{
  readonly walked: readonly Walked[]
  readonly findings: readonly Finding[]
}> {
  const findings = new Findings()
  const pairs: Pair[] = []
  const budget = { left: pushes * explored }
  for (const [at, application] of walks.entries()) {
    for (const [place, channel] of channels.entries()) {
      const chance = new Chance(seed * 1_000 + at * channels.length + place)
      const house = await OpenHouse.open(application, findings)
      pairs.push({ application, channel, house, chance, explorer: new Explorer(house, channel, budget) })
    }
  }
  const walked: Walked[] = []
  try {
    await explore(pairs)
    const share = (pushes - pairs.reduce((sum, { explorer }) => sum + explorer.pushes, 0)) / pairs.length
    for (const pair of pairs) {
      const done = await finish(pair, share, findings)
      walked.push(done)
      progress(done)
    }
  } finally {
    for (const { house } of pairs) await house.close()
  }
  return { walked, findings: findings.all }
}

/** An application on a channel. */
interface Pair {
  readonly application: Application
  readonly channel: Channel
  readonly house: OpenHouse
  readonly chance: Chance
  readonly explorer: Explorer
}

/** Screen by screen, the one with the fewest pushes next: what one does not need is there for the others. */
async function explore(pairs: readonly Pair[]): Promise<void> {
  const open = pairs.map(({ explorer }) => explorer).filter(({ hasMore }) => hasMore)
  while (open.length > 0) {
    const least = open.reduce((one, other) => (other.pushes < one.pushes ? other : one))
    await least.next()
    if (!least.hasMore) open.splice(open.indexOf(least), 1)
  }
}

/** Half of its callers of chance are in memory, half on SQLite. */
async function finish(pair: Pair, share: number, findings: Findings): Promise<Walked> {
  const { application, channel, house, chance, explorer } = pair
  const inMemory = await wanderAll(house, channel, share / 2, chance)
  const isKept = application.isSlow !== true && onDiskToo.includes(channel)
  const rest = isKept
    ? await wanderOnDisk(application, channel, share - inMemory, chance, findings)
    : await wanderAll(house, channel, share - inMemory, chance)
  return {
    application: application.name,
    channel,
    pushes: explorer.pushes + inMemory + rest,
    screens: explorer.screens,
    walkedScreens: explorer.walked,
    classes: explorer.classes,
    taken: explorer.taken,
    explored: explorer.pushes,
    isWhole: explorer.isWhole,
  }
}

async function wanderOnDisk(
  application: Application,
  channel: Channel,
  most: number,
  chance: Chance,
  findings: Findings,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-walk-'))
  const house = await OpenHouse.open(application, findings, sqliteStore(join(folder, 'merchant.db')))
  try {
    return await wanderAll(house, channel, most, chance)
  } finally {
    await house.close()
    rmSync(folder, { recursive: true })
  }
}

/** Several callers at a time, each with a chance of their own: their screens do not depend on who is first. */
async function wanderAll(house: OpenHouse, channel: Channel, most: number, chance: Chance): Promise<number> {
  const atOnce = house.clock === undefined ? 6 : 1
  let pushes = 0
  while (pushes < most) {
    const length = Math.min(atOnce, Math.ceil((most - pushes) / pushesOfOne))
    const callers = Array.from({ length }, () => new Chance(Math.floor(chance.next() * 2 ** 32)))
    const counts = await Promise.all(callers.map((own) => wander(house, channel, own)))
    for (const count of counts) pushes += count
  }
  return pushes
}

const channels: readonly Channel[] = ['ussd', 'webstore', 'pos', 'app']

/** The others draw as the web store does. */
const onDiskToo: readonly Channel[] = ['ussd', 'webstore']

/** How much of the pushes goes into walking breadth first, at most. */
const explored = 0.93
