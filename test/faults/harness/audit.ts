import type { KeptEntry } from './application-process.ts'
import type { Effect } from './effects.ts'
import type { Ledger } from './ledger.ts'
import { readKey } from './pushes.ts'

/** What is compared once the inbox is empty. */
export interface Evidence {
  readonly ledger: Ledger
  /** Effects that were written beside the store, oldest first: at least once each. */
  readonly effects: readonly Effect[]
  /** Effects that were written inside `store.transaction`: exactly once each. */
  readonly transacted: readonly Effect[]
  readonly entries: readonly KeptEntry[]
  /** Whether handlers failed only where their push says so: nothing else that they use was taken away. */
  readonly failures: 'asPushed' | 'any'
}

export interface Audit {
  /** Keys that were acknowledged and never handled. */
  readonly lost: readonly string[]
  /** Effects inside `store.transaction` beyond the first of a push. */
  readonly double: readonly string[]
  /** Handlers that ran again because a kill came between their effect and its settlement: this is allowed. */
  readonly again: number
  /** Everything that must not be, in words. */
  readonly violations: readonly string[]
}

/** Compares what was promised with what was done. */
export function audit({ ledger, effects, transacted, entries, failures }: Evidence): Audit {
  const all = [...effects, ...transacted]
  const handled = new Set(all.map(({ key }) => key))
  const lost = [...ledger.acknowledged.keys()].filter((key) => !handled.has(key))
  const double = repeatsIn(transacted)
  return {
    lost,
    double,
    again: repeatsIn(effects).length,
    violations: [
      ...lost.map((key) => `lost: ${key} was acknowledged and never handled`),
      ...double.map((key) => `double: ${key} had its effect twice inside store.transaction`),
      ...[...handled]
        .filter((key) => !ledger.sent.has(key))
        .map((key) => `invented: ${key} was handled and never sent`),
      ...outOfOrder(effects),
      ...outOfOrder(transacted),
      ...checkEntries(entries, handled.size),
      ...(failures === 'asPushed' ? checkAttempts(all, entries) : []),
    ],
  }
}

function repeatsIn(effects: readonly Effect[]): string[] {
  const seen = new Set<string>()
  return effects.filter(({ key }) => seen.size === seen.add(key).size).map(({ key }) => key)
}

/** First effects of a lane come in the order in which its pushes were accepted. */
function outOfOrder(effects: readonly Effect[]): string[] {
  const highest = new Map<string, number>()
  const seen = new Set<string>()
  const found: string[] = []
  for (const { key } of effects) {
    const isFirst = seen.size !== seen.add(key).size
    const { lane, place } = readKey(key)
    const before = highest.get(lane) ?? 0
    if (isFirst && place < before) found.push(`order: ${key} was handled after ${lane}#${before}`)
    highest.set(lane, Math.max(before, place))
  }
  return found
}

function checkEntries(entries: readonly KeptEntry[], handled: number): string[] {
  const found: string[] = []
  // Each entry was handled, so more entries than handled pushes means that a push has two.
  if (entries.length !== handled) found.push(`entries: ${entries.length} for ${handled} pushes that were handled`)
  for (const { state, conflictsWith } of entries) {
    if (state !== 'done') found.push(`entries: one is ${state}`)
    if (conflictsWith !== null) found.push('entries: one is a conflict')
  }
  return found
}

/** A kill uses up no attempt: only a handler that fails does. */
function checkAttempts(effects: readonly Effect[], entries: readonly KeptEntry[]): string[] {
  const found: string[] = []
  for (const { key, number } of effects) {
    const expected = readKey(key).failsAtFirst ? 2 : 1
    if (number !== expected) found.push(`attempts: ${key} was handled in attempt ${number}, not ${expected}`)
  }
  for (const { failures, attempts } of entries) {
    if (attempts !== failures + 1) found.push(`attempts: an entry has ${attempts}, of which ${failures} failed`)
    if (failures > 1) found.push(`attempts: ${failures} failed of an entry whose handler fails once at most`)
  }
  return found
}
