import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Log, silentLog } from '../../../src/log.ts'
import type { Claim, Reviewed } from '../../../src/store/inbox-store.ts'
import { type PostgresStore, type PostgresStoreOptions, postgresStore } from '../../../src/store/postgres/index.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { newDatabase } from '../../postgres-shared.ts'
import { entryOf } from './samples.ts'

export interface Opened extends OpenStore {
  readonly store: PostgresStore
}

/** An empty database of the test file's own. */
export function freshDatabase(): Promise<string> {
  return newDatabase(inject('postgresPort'))
}

/** Opens a store that is closed when the test is over. */
export async function opened(
  source: Parameters<typeof postgresStore>[0],
  options: PostgresStoreOptions = {},
  log: Log = silentLog,
): Promise<Opened> {
  const user = unready(source, options, log)
  await user.ready
  return user
}

/** The same, without waiting until it can be used. */
export function unready(
  source: Parameters<typeof postgresStore>[0],
  options: PostgresStoreOptions = {},
  log: Log = silentLog,
): Opened {
  const store = postgresStore(source, options)
  const user = store.open({ registration: 'default', log })
  onTestFinished(() => user.close())
  const { inbox, turns, trail, stops, ready } = user
  return { store, inbox, turns, trail, stops, ready, health: () => user.health(), close: () => user.close() }
}

/** Asks until there is an answer, ever less often, and fails when there is none in time. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  patience = 200_000,
): Promise<T> {
  const start = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    const passed = Date.now() - start
    if (passed > patience) throw new Error(`${what}: not within ${patience} ms`)
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, 10 + passed / 10)))
  }
}

/** One statement on a connection of its own. */
export async function sql(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** What a handler gets beside an event, and the claim that it is an attempt at. */
export async function attemptAt(
  { inbox }: Pick<Opened, 'inbox'>,
  signal?: AbortSignal,
  review: Reviewed = {},
): Promise<{ attempt: object; claim: Claim }> {
  const entry = entryOf()
  const acceptance = await inbox.accept(entry, true)
  const claim = 'claim' in acceptance ? acceptance.claim : undefined
  if (claim === undefined) throw new Error('not claimed')
  const attempt = signal === undefined ? {} : { signal }
  inbox.attach?.(attempt, claim, review)
  return { attempt, claim }
}
