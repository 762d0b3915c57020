import { onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { SqliteOptions } from '../../../src/store/sqlite/index.ts'
import { type StartThread, startThread, type Thread, type WorkerRole } from '../../../src/store/sqlite/main/thread.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { newFile, removeFiles } from './files.ts'

/** A file that goes when the test has ended. */
export function fileOfTest(): string {
  const file = newFile()
  onTestFinished(() => removeFiles(file))
  return file
}

/** A store of the test, open, and closed when the test has ended. */
export async function openStore(
  file: string,
  start: StartThread = startThread,
  options: SqliteOptions = {},
): Promise<OpenStore> {
  const opened = storeOn(start, file, options).open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  return opened
}

/** Real threads that a test can end. */
export function endableThreads(): { start: StartThread; end(role: WorkerRole['role']): void; started: string[] } {
  const threads = new Map<string, Thread>()
  const started: string[] = []
  return {
    started,
    start: (role, listener) => {
      const thread = startThread(role, listener)
      threads.set(role.role, thread)
      started.push(role.role)
      return thread
    },
    end: (role) => threads.get(role)?.end(),
  }
}
