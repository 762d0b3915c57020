import type { Inspection } from '../../../registration/inspection.ts'
import type { Store } from '../../../store/store.ts'
import { printable } from '../../../text/clean-text.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { diskFindings } from './disk.ts'
import type { PackageFile } from './package-file.ts'
import { processFindings } from './processes.ts'

/** Whether what is acknowledged is kept, and the store can be reached. */
export async function storeFindings(
  { store, takesMoney }: Inspection,
  folder: string,
  packageFile: PackageFile,
): Promise<readonly Finding[]> {
  if (store.durability === 'none') return [unkept(takesMoney)]
  const { place } = store
  if (store.name !== 'sqlite' || place === undefined) return [await reachFinding(store)]
  const disk = diskFindings(place)
  // What has no folder can't be opened.
  if (disk.length === 1) return disk
  return [await fileFinding(store, place), ...disk, ...processFindings(folder, place, packageFile)]
}

function unkept(takesMoney: boolean): Finding {
  const remedy = "Choose one: store: sqliteStore('merchant.db'), or postgresStore(…) for several processes."
  if (takesMoney)
    return failure('store', 'Payments are taken, and a restart loses those that were not handled.', remedy)
  return warning('store', 'Nothing is kept: a restart loses sessions and notifications.', remedy)
}

async function fileFinding(store: Store, place: string): Promise<Finding> {
  const { existsSync } = await import('node:fs')
  if (!existsSync(place)) return fine('store', `${store.name}, made at the first start`)
  return reachFinding(store)
}

/** Looks into it, as the command `inbox` does: nothing is taken from the application that runs. */
async function reachFinding(store: Store): Promise<Finding> {
  if (store.look === undefined) return skipped('store', `${printable(store.name)} can not be looked at from outside.`)
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${longest / 1_000} seconds`)), longest)
  try {
    const names = await Promise.race([namesIn(store.look()), promise])
    return fine(
      'store',
      `${store.name}, with ${names.length === 0 ? 'nothing kept yet' : `${names.length} registration${names.length === 1 ? '' : 's'}`}`,
    )
  } catch (error) {
    const why = messageOf(error)
    return failure('store', `It can't be used: ${why}`, 'See that it runs, and that this machine may reach it.')
  } finally {
    clearTimeout(timer)
  }
}

async function namesIn(looking: ReturnType<NonNullable<Store['look']>>): Promise<readonly string[]> {
  const look = await looking
  try {
    return await look.registrations()
  } finally {
    await look.close()
  }
}

// ms
const longest = 10_000
