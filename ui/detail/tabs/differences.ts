import { faultName } from '../../state/fault-names.ts'
import { verdictOf } from '../../state/log/verdict.ts'
import { billOf } from '../../state/simulator.ts'
import type { WholeRow } from '../../state/types.ts'

/** A field of two rows, each as text; undefined where one has none. */
export interface Difference {
  readonly path: string
  readonly one: string | undefined
  readonly other: string | undefined
  readonly isEqual: boolean
}

/** What two rows say, field by field: how they went, what was sent, what the plugin read, what came back. */
export function differencesOf(one: WholeRow, other: WholeRow) {
  return {
    went: compare(wentOf(one), wentOf(other)),
    push: compare(one.request.read, other.request.read),
    headers: compare(one.request.headers, other.request.headers),
    read: compare(one.plugin?.event ?? {}, other.plugin?.event ?? {}),
    reply: compare(one.response?.read ?? {}, other.response?.read ?? {}),
  }
}

export type ComparedPart = keyof ReturnType<typeof differencesOf>

function wentOf(row: WholeRow): object {
  const { method, url, status, ms, attempt, faults, problem } = row
  return {
    kind: row.kind,
    method,
    url,
    status,
    verdict: verdictOf(row, billOf).word,
    ms: Math.round(ms),
    attempt,
    faults: faults.map(faultName).join(', '),
    problem,
  }
}

function compare(one: unknown, other: unknown): readonly Difference[] {
  const left = leavesOf(one)
  const right = leavesOf(other)
  return [...new Set([...left.keys(), ...right.keys()])].map((path) => ({
    path,
    one: left.get(path),
    other: right.get(path),
    isEqual: left.get(path) === right.get(path),
  }))
}

/** Every value that holds no others, by its path. */
function leavesOf(value: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const add = (held: unknown, path: string): void => {
    if (typeof held !== 'object' || held === null || Object.keys(held).length === 0) {
      leaves.set(path === '' ? '(all)' : path, typeof held === 'string' ? held : JSON.stringify(held))
      return
    }
    for (const [name, inner] of Object.entries(held)) add(inner, path === '' ? name : `${path}.${name}`)
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) add(value, '')
  return leaves
}
