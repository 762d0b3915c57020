import { ApplicationProcess } from './harness/application-process.ts'
import { drain } from './harness/drain.ts'
import { Flood } from './harness/flood.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import type { Sync, SyncShim } from './harness/sync-shim.ts'
import { readMoments, type ToldMoment } from './harness/told-moments.ts'

/** What a count of syncs came to. */
export interface SyncCount {
  readonly requests: number
  readonly acknowledged: number
  /** Groups that the store says it has committed. */
  readonly commits: number
  /** Syncs of the inbox's files while it ran. */
  readonly syncs: number
  readonly violations: readonly string[]
}

export interface SyncSettings {
  readonly store: StoreType
  readonly seed: number
  /** ms of pushes. */
  readonly ms: number
  /** ms that each sync takes besides. */
  readonly delay: number
  readonly shim: SyncShim
  /** Whether the store syncs in the application's own process, which is then the one that is watched. */
  readonly isOwn: boolean
  readonly newDatabase: NewDatabase
}

/** Pushes for a while, and compares what was synced with what was committed and acknowledged. */
export async function countSyncs(settings: SyncSettings): Promise<SyncCount> {
  const { store, seed, ms, delay, shim, isOwn, newDatabase } = settings
  const home = await Home.open(store, newDatabase)
  const flood = new Flood({ seed, lanesOfKind: 8 })
  const before = process.hrtime.bigint()
  const application = await ApplicationProcess.start(home.settings(), {
    momentsFile: home.momentsFile,
    env: isOwn ? shim.env : {},
  })
  try {
    shim.delay(delay)
    const stopAt = performance.now() + ms
    await flood.run(
      () => application.port,
      () => performance.now() < stopAt,
    )
    shim.delay(0)
    await drain(application)
    const { commits } = await application.ask('health')
    const syncs = shim.syncs().filter(({ ended }) => ended > before)
    const { ledger } = flood
    return {
      requests: ledger.requests,
      acknowledged: ledger.acknowledged.size,
      commits,
      syncs: syncs.length,
      violations: [
        ...(commits === 0 ? ['syncs: nothing was committed'] : []),
        ...(ledger.acknowledged.size === 0 ? ['syncs: nothing was acknowledged'] : []),
        ...(commits > syncs.length ? [`syncs: ${syncs.length} for ${commits} commits`] : []),
        ...compareSyncs(readMoments(home.momentsFile).map(byIdentity), syncs, ledger.times),
      ].map((line) => `${store}, seed ${seed}, delay ${delay} ms: ${line}`),
    }
  } finally {
    flood.close()
    await application.kill()
    await home.close()
  }
}

/** Copies of a message differ in the time that their ids end with, and only the first of them is kept. */
function byIdentity(told: ToldMoment): ToldMoment {
  return { ...told, ids: told.ids.map((id) => id.replace(/^(inboundMessage:[^|]*)\|.*$/, '$1')) }
}

/**
 * Each group was synced between its commit and the first acknowledgement of what is in it. One that holds nothing but
 * repeats of what is kept writes nothing, so it may do without.
 */
export function compareSyncs(
  moments: readonly ToldMoment[],
  syncs: readonly Sync[],
  acknowledged: readonly bigint[],
): string[] {
  const accepted = firstOf(moments, 'accepted')
  const durable = new Map<string, bigint>()
  const found: string[] = []
  for (const { ids, from, to } of groupsOf(moments)) {
    const sync = syncs.find(({ began, ended }) => began >= from && ended <= to)
    const isNew = ids.some((id) => !durable.has(id))
    if (sync === undefined) {
      if (isNew) found.push(`syncs: a group of ${ids.length} was committed without one`)
      continue
    }
    for (const id of ids) {
      if (durable.has(id)) continue
      durable.set(id, sync.ended)
      const at = accepted.get(id)
      if (at !== undefined && at < sync.ended) found.push(`syncs: ${id} was accepted before its sync had returned`)
    }
  }
  for (const id of accepted.keys()) {
    if (!durable.has(id)) found.push(`syncs: ${id} was accepted in no group that was synced`)
  }
  // Seen from outside: at no time were more pushes acknowledged than synced.
  const times = [...durable.values()].sort((a, b) => (a < b ? -1 : 1))
  acknowledged.forEach((at, index) => {
    const synced = times[index]
    if (synced === undefined || at < synced) found.push(`syncs: the acknowledgement ${index + 1} came before a sync`)
  })
  return found
}

/** When each entry had a moment first. */
function firstOf(moments: readonly ToldMoment[], wanted: ToldMoment['moment']): Map<string, bigint> {
  const first = new Map<string, bigint>()
  for (const { moment, at, ids } of moments) {
    if (moment === wanted) for (const id of ids) if (!first.has(id)) first.set(id, at)
  }
  return first
}

/** The commits, in their order: from the moment before one to the moment after it. */
function* groupsOf(moments: readonly ToldMoment[]): Iterable<{ ids: readonly string[]; from: bigint; to: bigint }> {
  const begun = new Map<string, bigint>()
  for (const { moment, pid, thread, ids, at } of moments) {
    const group = `${pid} ${thread} ${ids.join()}`
    if (moment === 'committing') begun.set(group, at)
    const from = begun.get(group)
    if (moment === 'committed' && from !== undefined) yield { ids, from, to: at }
  }
}
