import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as gather, setTimeout as pause } from 'node:timers/promises'
import { openBeside } from './worker/connection.ts'

/** Writes into the application's file. Settles when it is on the disk. */
export type WriteBeside = <Value>(work: (connection: DatabaseSync) => Value) => Promise<Value>

/**
 * Writes what is asked for at one moment in one transaction, and leaves the file alone for much longer than that took: the
 * application writes in between, and a process that is frozen is hardly ever frozen while it holds the file.
 *
 * @param timeout ms that a lock of the application's is waited for
 * @param use tells failures as the store does
 */
export function writesBeside(file: string, timeout: number, use: <Value>(act: () => Value) => Value): WriteBeside {
  let waiting: Waiting[] = []
  let isWriting = false

  const writeAll = async (): Promise<void> => {
    isWriting = true
    await gather()
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await pause(Math.min(writeGroup(group) * restFactor, longestRest))
    }
    isWriting = false
  }

  const writeGroup = (group: readonly Waiting[]): number => {
    try {
      const { ends, held } = use(() => inOneTransaction(file, timeout, group))
      for (const end of ends) end()
      return held
    } catch (error) {
      for (const { fail } of group) fail(error)
      return 0
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = (connection: DatabaseSync) => {
        const value = work(connection)
        return () => resolve(value)
      }
      waiting.push({ run, fail: reject })
      if (!isWriting) void writeAll()
    })
}

interface Waiting {
  /** @returns what tells of its end, once all is on the disk */
  readonly run: (connection: DatabaseSync) => () => void
  readonly fail: (error: unknown) => void
}

function inOneTransaction(file: string, timeout: number, group: readonly Waiting[]) {
  const connection = openBeside(file, timeout)
  try {
    connection.exec('BEGIN IMMEDIATE')
    const began = performance.now()
    const ends = group.map(({ run }) => run(connection))
    connection.exec('COMMIT')
    return { ends, held: performance.now() - began }
  } finally {
    // What it has begun ends with it.
    connection.close()
  }
}

// How many times longer the file is left alone than it was held.
const restFactor = 10
// ms
const longestRest = 250
