import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { type PhoneOptions, phone } from '../../../src/testing/index.ts'
import { newDatabase } from '../../postgres-shared.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { type Ran, run } from '../run.ts'
import build, { type Change } from './apps/school.ts'

/** A school that is in production, with callers in the middle of their sessions. */
export interface LiveSchool {
  /** As --store names it. */
  readonly place: string
  /** Somebody calls, and gives these answers so far. */
  call(...answers: readonly string[]): Promise<void>
  /** Somebody does the same in a web store. */
  order(...answers: readonly string[]): Promise<void>
  /** A caller whose session has timed out. */
  leave(...answers: readonly string[]): Promise<void>
  /** Holds the next build against them. Nobody calls after it: what they do would leave its lines with those of the build. */
  check(change: Change, ...more: string[]): Promise<Ran>
  /** Whether the build has read, looked up or done anything. */
  readonly wasTouched: boolean
}

/** The answers up to the end, in the order of the school's questions. */
export const answers = ['1', '2', '1234', '2', '2580', '99', '99', '1', '1'] as const

/** A new store, by the name that --store gives it. */
type NewStore = () => Promise<readonly [place: string, store: Store]>

export const sqlite: NewStore = async () => {
  const file = join(folderOfTest(), 'merchant.db')
  return [file, storeOn(startHere, file, {})]
}

export const postgres: NewStore = async () => {
  const url = await newDatabase(inject('postgresPort'))
  return [url, postgresStore(url)]
}

export const stores: readonly (readonly [name: string, store: NewStore])[] = [
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
]

export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @param production what is in production, where that is not the school without a change */
export async function liveSchool(
  [place, store]: readonly [string, Store],
  production: Change = 'nothing',
): Promise<LiveSchool> {
  const folder = folderOfTest()
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('SCHOOL', production)
  vi.stubEnv('SCHOOL_TRACE', join(folder, 'live'))
  const app = await build({ store })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
  })
  let callers = 0
  const trace = join(folder, 'next')
  const dial = (given: readonly string[], options: PhoneOptions = {}) => {
    callers += 1
    const mobile = `+23300000${String(callers).padStart(4, '0')}`
    const caller = phone(app, { mobile, ...options }).dial(options.kind === undefined ? '*713#' : '')
    for (const answer of given) caller.reply(answer)
    return caller
  }
  return {
    place,
    call: async (...given) => {
      await dial(given)
    },
    order: async (...given) => {
      await dial(given, { kind: 'programmable', operator: 'webstore' })
    },
    leave: async (...given) => {
      await dial(given).timeout()
    },
    check: (change, ...more) => {
      vi.stubEnv('SCHOOL', change)
      vi.stubEnv('SCHOOL_TRACE', trace)
      return run('check-sessions', '--store', place, '--against', school, ...more)
    },
    get wasTouched() {
      return existsSync(trace)
    },
  }
}

export const school = new URL('./apps/school.ts', import.meta.url).pathname
