import { createHook } from 'node:async_hooks'
import crypto from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { type HeapProfiler, Session } from 'node:inspector'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { promiseHooks } from 'node:v8'
import { isMainThread, MessagePort, threadId, Worker } from 'node:worker_threads'

// Loaded into each thread of a server before anything else: counts what is done, and writes it into a file of its own.
const counts: Record<string, number> = {}
const add = (name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Counts calls of a method from now on. */
function countCalls(owner: object, name: string, as: string): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') throw new TypeError(`${name} is no method`)
  const counted = function (this: unknown, ...given: unknown[]): unknown {
    add(as)
    return Reflect.apply(original, this, given)
  }
  Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true })
}

for (const name of ['parse', 'stringify']) countCalls(JSON, name, `JSON.${name}`)
for (const name of ['hash', 'createHash', 'createHmac', 'randomUUID', 'randomBytes'])
  countCalls(crypto, name, 'digests and random')
syncBuiltinESMExports()
countCalls(Worker.prototype, 'postMessage', 'messages between threads')
if (!isMainThread) countCalls(MessagePort.prototype, 'postMessage', 'messages between threads')
const { StatementSync, DatabaseSync } = process.getBuiltinModule('node:sqlite')
for (const name of ['run', 'get', 'all', 'iterate']) countCalls(StatementSync.prototype, name, 'SQLite statements')
countCalls(DatabaseSync.prototype, 'exec', 'SQLite statements')
const pg: { readonly Client: { readonly prototype: object } } = createRequire(import.meta.url)('pg')
countCalls(pg.Client.prototype, 'query', 'PostgreSQL queries')
const stopCounting = promiseHooks.onInit(() => add('promises'))
const hook = createHook({
  init: (_id, type) => {
    if (type === 'Timeout') add('timers')
    else if (type === 'Immediate') add('immediates')
    else if (type === 'TickObject') add('ticks')
  },
}).enable()

const folder = process.env.COUNTS_FOLDER ?? '.'
const write = (): void => {
  // Whoever reads meanwhile sees the last one whole.
  writeFileSync(join(folder, `${threadId}.new`), JSON.stringify(counts))
  renameSync(join(folder, `${threadId}.new`), join(folder, `${threadId}.json`))
}
if (isMainThread) {
  const session = new Session()
  session.connect()
  process.on('message', (question) => {
    if (question === 'count bytes') {
      // What counts allocates too.
      hook.disable()
      stopCounting()
      session.post('HeapProfiler.startSampling', {
        samplingInterval: 4_096,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      })
    } else if (question === 'tell bytes') {
      session.post('HeapProfiler.stopSampling', (error, answer) => {
        if (error === null) counts['bytes allocated'] = sizeOf(answer.profile.head)
        write()
      })
    }
  })
}
setInterval(write, 50).unref()

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}
