import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'

/** What stands in the files of a SQLite store, one by one. */
export function digestsOf(file: string): readonly string[] {
  const parts = ['', '-wal', '-turns', '-turns-wal']
  return parts.map((part) =>
    createHash('sha256')
      .update(readFileSync(file + part))
      .digest('hex'),
  )
}

/** The same, once the store that has them open has moved what was committed from its logs. */
export async function settledDigestsOf(file: string): Promise<readonly string[]> {
  for (let before = digestsOf(file); ; ) {
    await rest(severalCheckpoints)
    const now = digestsOf(file)
    if (now.join() === before.join()) return now
    before = now
  }
}

// ms
const severalCheckpoints = 2_000
