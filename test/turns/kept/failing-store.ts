import type { TurnStore } from '../../../src/store/turn-store.ts'

type Operation = 'open' | 'close' | 'finish' | 'begin' | 'conclude' | 'resumable' | 'seen' | 'note' | 'end' | 'sweep'

/** How the store fails: it refuses, says nothing until it recovers, or does what is asked and its answer is lost. */
export type Fault = 'refuses' | 'hangs' | 'loses'

/** A store that fails when a test says so. */
export interface FailingStore {
  /** Stands between turns and their store. */
  readonly through: (store: TurnStore) => TurnStore
  /** From here on these operations fail; all of them when none is named. */
  fail(fault: Fault, ...operations: readonly Operation[]): void
  /** From here on it works, and what hangs is done. */
  recover(): void
  /** What was asked of it, in order. */
  readonly asked: Operation[]
}

const all: readonly Operation[] = [
  'open',
  'close',
  'finish',
  'begin',
  'conclude',
  'resumable',
  'seen',
  'note',
  'end',
  'sweep',
]

export function failingStore(): FailingStore {
  const faults = new Map<Operation, Fault>()
  const asked: Operation[] = []
  let recovery = Promise.withResolvers<void>()
  const ask = async <T>(operation: Operation, run: () => Promise<T>): Promise<T> => {
    asked.push(operation)
    const fault = faults.get(operation)
    if (fault === 'hangs') await recovery.promise
    if (fault === 'loses') await run()
    if (fault === 'loses' || fault === 'refuses') throw new Error(`The store ${fault}`)
    return run()
  }
  return {
    asked,
    through: (store) => ({
      ...asObject(store),
      open: (opening) => ask('open', () => store.open(opening)),
      close: (closing) => ask('close', () => store.close(closing)),
      finish: (result) => ask('finish', () => store.finish(result)),
      begin: (effect) => ask('begin', () => store.begin(effect)),
      conclude: (conclusion) => ask('conclude', () => store.conclude(conclusion)),
      resumable: (key) => ask('resumable', () => store.resumable(key)),
      seen: (session) => ask('seen', () => store.seen(session)),
      note: (note) => ask('note', () => store.note(note)),
      end: (ending) => ask('end', () => store.end(ending)),
      sweep: (keep, most) => ask('sweep', () => store.sweep(keep, most)),
    }),
    fail(fault, ...operations) {
      for (const operation of operations.length === 0 ? all : operations) faults.set(operation, fault)
    },
    recover() {
      faults.clear()
      recovery.resolve()
      recovery = Promise.withResolvers()
    },
  }
}

/** A store whose operations can be replaced one by one. */
export function asObject(store: TurnStore): TurnStore {
  return {
    open: (opening) => store.open(opening),
    close: (closing) => store.close(closing),
    finish: (result) => store.finish(result),
    begin: (effect) => store.begin(effect),
    conclude: (conclusion) => store.conclude(conclusion),
    resumable: (key) => store.resumable(key),
    seen: (session) => store.seen(session),
    note: (note) => store.note(note),
    end: (ending) => store.end(ending),
    sweep: (keep, most) => store.sweep(keep, most),
    watch: (session, listener) => store.watch(session, listener),
    list: (query) => store.list(query),
    get: (registration, sessionId) => store.get(registration, sessionId),
  }
}
