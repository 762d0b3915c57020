import { readFileSync } from 'node:fs'
import pg from 'pg'

/** What one run of a handler has done. */
export interface Effect {
  /** Of the push. */
  readonly key: string
  /** `attempt.number`. */
  readonly number: number
  readonly pid: number
}

/** Everything that handlers have written to a file, oldest first. */
export function readEffects(file: string): Effect[] {
  return linesOf(file).map((line) => JSON.parse(line))
}

/** The lines of a file that is appended to; none while it is not there. */
export function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}

/** The merchant's own table, written inside `store.transaction`. Nothing in it keeps an effect from coming twice. */
export const effectsTable = `
  CREATE TABLE IF NOT EXISTS merchant_effects
    (position bigserial PRIMARY KEY, key text NOT NULL, number integer NOT NULL, pid integer NOT NULL)`

export const insertEffect = 'INSERT INTO merchant_effects (key, number, pid) VALUES ($1, $2, $3)'

/** Makes the table. */
export async function makeEffectsTable(url: string): Promise<void> {
  await ask(url, effectsTable)
}

/** Everything that was committed to the table, oldest first. */
export function readEffectsTable(url: string): Promise<Effect[]> {
  return ask(url, 'SELECT key, number, pid FROM merchant_effects ORDER BY position')
}

async function ask(url: string, text: string): Promise<Effect[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Effect>(text)
    return rows
  } finally {
    await client.end()
  }
}
