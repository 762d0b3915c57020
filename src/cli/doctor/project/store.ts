import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  type LeftBehind,
  leftBehind,
  mostCounted,
  type Registered,
  remedyOfLeftBehind,
} from '../../../admin/left-behind.ts'
import { notificationKinds } from '../../../pushes/kinds.ts'
import type { Inspection } from '../../../registration/inspection.ts'
import { oldSchemaOf } from '../../../store/errors.ts'
import type { Store, StoreLook } from '../../../store/store.ts'
import { printable } from '../../../text/clean-text.ts'
import { codeOf, messageOf } from '../../../text/message-of.ts'
import { countOf } from '../../look/table.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { diskFindings } from './disk.ts'
import type { PackageFile } from './package-file.ts'

/**
 * Whether what is acknowledged is kept, the store can be reached, and nothing in it is left behind.
 *
 * @param all registrations of the application, this one among them
 */
export async function storeFindings(
  registration: Inspection,
  all: readonly Registered[],
  folder: string,
  packageFile: PackageFile,
): Promise<readonly Finding[]> {
  const { store, takesMoney } = registration
  if (store.durability === 'none') return [unkept(takesMoney)]
  const { place } = store
  if (store.name !== 'sqlite' || place === undefined) return reachFindings(registration, all)
  const disk = diskFindings(place)
  // What has no folder can't be opened.
  if (disk.length === 1) return disk
  return [...(await fileFindings(registration, place, all)), ...disk, ...processFindings(folder, place, packageFile)]
}

function unkept(takesMoney: boolean): Finding {
  const remedy = "Choose one: store: sqliteStore('merchant.db'), or postgresStore(…) for several processes."
  if (takesMoney)
    return failure('store', 'Payments are taken, and a restart loses those that were not handled.', remedy)
  return warning('store', 'Nothing is kept: a restart loses sessions and notifications.', remedy)
}

async function fileFindings(
  registration: Inspection,
  place: string,
  all: readonly Registered[],
): Promise<readonly Finding[]> {
  const { existsSync } = await import('node:fs')
  if (!existsSync(place)) return [fine('store', `${registration.store.name}, made at the first start`)]
  return reachFindings(registration, all)
}

/** Looks into it, as the command `inbox` does: nothing is taken from the application that runs. */
async function reachFindings(registration: Inspection, all: readonly Registered[]): Promise<readonly Finding[]> {
  const { store } = registration
  if (store.look === undefined) return [skipped('store', `${printable(store.name)} can not be looked at from outside.`)]
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${longest / 1_000} seconds`)), longest)
  try {
    const { names, left, untaken } = await Promise.race([lookInto(store.look(), registration, all), promise])
    const kept = names.length === 0 ? 'nothing kept yet' : countOf(names.length, 'registration')
    return [fine('store', `${store.name}, with ${kept}`), ...left.map((one) => leftFinding(one, store)), ...untaken]
  } catch (error) {
    return [unusable(store, error)]
  } finally {
    clearTimeout(timer)
  }
}

function unusable({ name }: Store, error: unknown): Finding {
  const old = oldSchemaOf(error)
  if (old !== undefined && old.remedy === undefined) {
    const { found, needed } = old
    return fine(
      'store',
      found === undefined
        ? `${name}, made at the first start`
        : `${name}, with a schema at ${found}: the start takes it to ${needed}`,
    )
  }
  const isSchema = codeOf(error) === 'FMW_STORE_SCHEMA'
  const reach = isSchema ? 'Do what it says.' : 'See that it runs, and that this machine may reach it.'
  return failure('store', `It can't be used: ${messageOf(error)}`, old?.remedy ?? reach)
}

interface LookedInto {
  readonly names: readonly string[]
  readonly left: readonly LeftBehind[]
  readonly untaken: readonly Finding[]
}

async function lookInto(
  looking: ReturnType<NonNullable<Store['look']>>,
  registration: Inspection,
  all: readonly Registered[],
): Promise<LookedInto> {
  const look = await looking
  try {
    await look.check?.()
    return {
      names: await look.registrations(),
      left: await leftBehind(look, registration.store, all),
      untaken: await untakenFindings(look, registration),
    }
  } finally {
    await look.close()
  }
}

/** Notifications that wait for a handler of their kind, such as one that was taken out. */
async function untakenFindings(
  look: StoreLook,
  { registration, store, noticeKinds }: Inspection,
): Promise<readonly Finding[]> {
  // An older version of the package doesn't say which kinds it takes.
  if (noticeKinds === undefined) return []
  const taken = new Set<string>(noticeKinds.map(({ kind }) => kind))
  const untaken = (await look.inbox.backlog(registration, ['waiting'])).filter(
    ({ kind, waiting }) => waiting > 0 && notificationKinds.some((known) => known === kind) && !taken.has(kind),
  )
  if (untaken.length === 0) return []
  const many = untaken.map(({ kind, waiting }) => `${waiting} of ${kind}`).join(', ')
  const unless = store.name === 'sqlite' ? '' : ', unless another process has one'
  return [
    warning(
      'no handler',
      `Notifications wait in it whose kind no handler takes: ${many}.`,
      `Give each kind a handler until none of them waits${unless}.`,
    ),
  ]
}

function leftFinding(left: LeftBehind, store: Store): Finding {
  const name = printable(left.registration)
  if (left.isWorkedOn) return fine('left behind', `another process may work on notifications of '${name}'`)
  return warning(
    'left behind',
    `'${name}' is not registered on it, and has left in it: ${whatIsLeft(left)}.`,
    `${remedyOfLeftBehind(store.name).replace(/^g/, 'G')}.`,
  )
}

function whatIsLeft({ waiting, dead, toReview, stopped }: LeftBehind): string {
  const many = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count}${count === mostCounted ? ' or more' : ''} ${what}`]
  const stops = stopped.map((kind) => `the stop of ${kind}`)
  return [...many(waiting, 'waiting'), ...many(dead, 'dead'), ...many(toReview, 'to review'), ...stops].join(', ')
}

// ms
const longest = 10_000

/** Whether two processes would be started on one SQLite file, or have it open now. @param file of the store */
function processFindings(folder: string, file: string, packageFile: PackageFile): readonly Finding[] {
  const [said] = [
    ...packageFile.scripts.filter(startsSeveral).map(() => 'A script of package.json'),
    ...configFiles(folder).filter((name) => severalInFile.test(readFileSync(join(folder, name), 'utf8'))),
  ]
  const remedy = 'Start one process, or keep the store in PostgreSQL, which many may share.'
  if (said !== undefined) {
    return [warning('processes', `${said} starts several processes, and SQLite has one owner: others wait.`, remedy)]
  }
  const holders = holdersOf(file)
  if (holders === undefined) return [skipped('processes', 'Only Linux tells which processes have a file open.')]
  if (holders.length < 2)
    return [fine('processes', holders.length === 0 ? 'none has the store open' : 'one has the store open')]
  const says = `${holders.length} processes have the store open (${holders.join(', ')}): only one works.`
  return [warning('processes', says, `${remedy} During a rolling deploy this passes.`)]
}

const severalInFile = /\binstances\b["']?\s*:\s*["']?(?!1\b)[\w-]|\breplicas\s*:\s*(?!1\b)\d/

/** `pm2 start app.js -i max`, in one of the commands of a script. */
function startsSeveral(script: string): boolean {
  return script.split(/[|&;]/).some((command) => {
    const words = command.split(/[\s=]/).filter((word) => word !== '')
    const at = words.findIndex((word) => word === '-i' || word === '--instances')
    const count = at === -1 ? undefined : words[at + 1]
    return words.some((word) => word.endsWith('pm2')) && count !== undefined && count !== '1'
  })
}

/** Files that say how many processes there are. */
function configFiles(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) =>
    /^(?:ecosystem\.config\.\w+|pm2\.(?:json|ya?ml)|(?:docker-)?compose\.ya?ml)$/.test(name),
  )
}

/** Ids of other processes that have a file open, as far as this user may see them; undefined where Linux isn't. */
function holdersOf(file: string): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc').filter(
    (id) => /^\d+$/.test(id) && id !== String(process.pid) && openFiles(id).includes(file),
  )
}

function openFiles(id: string): readonly string[] {
  const folder = `/proc/${id}/fd`
  try {
    return readdirSync(folder).map((name) => linkOf(join(folder, name)))
  } catch {
    // Of another user, or gone.
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since.
    return ''
  }
}
