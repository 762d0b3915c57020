import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../text/message-of.ts'
import { type Finding, failure, fine, warning } from '../finding.ts'

/** Whether a SQLite store can live where its file is. @param file of the store, from the root */
export function diskFindings(file: string): readonly Finding[] {
  const folder = dirname(file)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return [failure('store folder', `${folder} is no folder.`, `mkdir -p ${folder}`)]
  const { type, bsize, bavail } = statfsSync(folder)
  return [kindFinding(type, folder), roomFinding(bsize * bavail), walFinding(folder)]
}

/** What kind of file system it is. @param type as statfs has it */
export function kindFinding(type: number, folder: string): Finding {
  const known = kinds.get(type)
  if (known === undefined) return fine('store disk', folder)
  const { level, what, remedy } = known
  const says = `${folder} is ${what}`
  return level === 'error' ? failure('store disk', says, remedy) : warning('store disk', says, remedy)
}

/** How much is left. @param bytes that may be written */
export function roomFinding(bytes: number): Finding {
  const left = `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB are free`
  const remedy = 'Make room, or keep less: retention in the options. The store needs up to 1 GB.'
  if (bytes < 100_000_000) return failure('disk space', `${left}: soon nothing can be kept.`, remedy)
  if (bytes < 1_000_000_000) return warning('disk space', `${left}.`, remedy)
  return fine('disk space', left)
}

/** SQLite needs memory that processes share beside its file; some file systems have none. */
function walFinding(folder: string): Finding {
  const file = join(folder, `doctor-${randomUUID()}.db`)
  try {
    const tried = new DatabaseSync(file)
    try {
      tried.exec('PRAGMA journal_mode = WAL; CREATE TABLE tried (it)')
      const mode = Object.values(tried.prepare('PRAGMA journal_mode').get() ?? {})[0]
      if (mode === 'wal') return fine('SQLite', 'its write-ahead log works here')
      return failure('SQLite', `It has no write-ahead log here: its mode is ${mode}.`, elsewhere)
    } finally {
      tried.close()
    }
  } catch (error) {
    return failure('SQLite', `No file can be written in ${folder}: ${messageOf(error)}.`, writable)
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  }
}

const elsewhere = 'Put the file on a disk of this machine, or keep the store in PostgreSQL.'
const writable = 'Give the folder to the user that the application runs as.'

const inMemory = {
  level: 'error',
  what: 'in memory: a restart of the machine loses what was acknowledged.',
  remedy: 'Put the file on a disk.',
} as const
const network = {
  level: 'error',
  what: 'on a network: SQLite loses data there, since locks and shared memory fail.',
  remedy: elsewhere,
} as const
const layer = {
  level: 'warning',
  what: 'in the layers of a container: it is gone with the container.',
  remedy: 'Mount a volume, and put the file there: MERCHANT_STORE=/data/merchant.db.',
} as const

/** By the magic numbers of Linux. */
const kinds: ReadonlyMap<number, typeof inMemory | typeof network | typeof layer> = new Map<
  number,
  typeof inMemory | typeof network | typeof layer
>([
  [0x01_02_19_94, inMemory],
  [0x85_84_58_f6, inMemory],
  [0x69_69, network],
  [0xff_53_4d_42, network],
  [0xfe_53_4d_42, network],
  [0x51_7b, network],
  [0x01_02_19_97, network],
  [0x79_4c_76_30, layer],
])
