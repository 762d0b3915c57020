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
  /** How many of the pushes walked breadth first. */
  readonly explored: number
  /** Every class of answers was taken at every screen that was seen. */
  readonly isWhole: boolean
  /** It should be, within the pushes of the long form. */
  readonly isToBeWhole: boolean
}

/** Walks every application on every channel: breadth first, then by chance, in memory and on SQLite. */
export async function walk({ pushes, seed, walks = applications, progress = () => undefined }: WalkSettings): Promise<{
  readonly walked: readonly Walked[]
  readonly findings: readonly Finding[]
}> {
  const findings = new Findings()
  const walked: Walked[] = []
  const share = pushes / (walks.length * channels.length)
  for (const [at, application] of walks.entries()) {
    for (const [place, channel] of channels.entries()) {
      const chance = new Chance(seed * 1_000 + at * channels.length + place)
      const done = await walkOne(application, channel, share, chance, findings)
      walked.push(done)
      progress(done)
    }
  }
  return { walked, findings: findings.all }
}

async function walkOne(
  application: Application,
  channel: Channel,
  share: number,
  chance: Chance,
  findings: Findings,
): Promise<Walked> {
  const house = await OpenHouse.open(application, findings)
  const explorer = new Explorer(house, channel, share * explored)
  try {
    while (explorer.hasMore) await explorer.next()
    const pushes = explorer.pushes + (await wanderAll(house, channel, (share - explorer.pushes) / 2, chance))
    const { isWhole } = explorer
    const rest = share - pushes
    const isKept = application.isSlow !== true && onDiskToo.includes(channel)
    const onDisk = isKept
      ? await wanderOnDisk(application, channel, rest, chance, findings)
      : await wanderAll(house, channel, rest, chance)
    return {
      application: application.name,
      channel,
      pushes: pushes + onDisk,
      screens: explorer.screens,
      explored: explorer.pushes,
      isWhole,
      isToBeWhole: application.vastOn === undefined || (application.vastOn === 'phones' && channel !== 'ussd'),
    }
  } finally {
    await house.close()
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
const explored = 0.8
