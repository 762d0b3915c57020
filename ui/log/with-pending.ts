import type { Roots } from '../state/log/stories.ts'
import type { Row } from '../state/types.ts'
import type { Entry } from './entry.ts'

/**
 * Lines with those of pushes that wait for their answer: each where its row will stand, at the end of its story, which is the
 * newest. Without one of them they stay as they are.
 *
 * @param pushes the oldest first
 */
export function withPending(
  lines: readonly Entry[],
  pushes: readonly Row[],
  { roots, folded, isFlat }: Listed,
): readonly Entry[] {
  if (pushes.length === 0) return lines
  if (isFlat) return [...pushes.map((push) => lineOf(push, false)).toReversed(), ...lines]
  const stories = Map.groupBy(pushes, (push) => roots.named(push.about) ?? push)
  let all = lines
  for (const [root, own] of stories) {
    const [from, to] = typeof root === 'number' ? placeOf(root, all, roots) : none
    const isFolded = typeof root === 'number' && folded.has(root) && to > from
    const told = typeof root === 'number' ? headed(root, all.slice(from, to), own.length, isFolded) : []
    const waiting = isFolded ? [] : own.map((push) => lineOf(push, told.length > 0))
    all = [...told, ...waiting, ...all.slice(0, from), ...all.slice(to)]
  }
  return all
}

interface Listed {
  readonly roots: Roots
  readonly folded: ReadonlySet<number>
  readonly isFlat: boolean
}

const none = [0, 0] as const

/** Where the lines of a story begin, and where they end. */
function placeOf(root: number, lines: readonly Entry[], roots: Roots): readonly [number, number] {
  const from = lines.findIndex((line) => {
    if ('story' in line) return line.story.id === root
    return 'row' in line && !line.isInStory && roots.get(line.row.id) === root
  })
  const first = lines[from]
  if (first === undefined) return none
  if (!('story' in first)) return [from, from + 1]
  const after = lines.findIndex((line, index) => index > from && !isWithin(line, root))
  return [from, after === -1 ? lines.length : after]
}

function isWithin(line: Entry, root: number): boolean {
  return ('row' in line && line.isInStory) || ('jump' in line && line.key.endsWith(`-in-${root}`))
}

/** The lines of a story whose head says how many wait. A row that stood alone gets a head. */
function headed(root: number, lines: readonly Entry[], waits: number, isFolded: boolean): readonly Entry[] {
  const [first] = lines
  if (first === undefined) return []
  if ('story' in first) return [{ ...first, waits }, ...lines.slice(1)]
  if (!('row' in first)) return lines
  const { key, row } = first
  const head = { key: `story-${root}`, story: { id: root, rows: [row] }, isFolded, waits }
  return isFolded ? [head] : [head, { key, row, isInStory: true }]
}

function lineOf(push: Row, isInStory: boolean): Entry {
  return { key: `pending-${push.pendingAs}`, pending: push, isInStory }
}
