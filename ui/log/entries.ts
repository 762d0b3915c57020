import { computed, signal } from '@preact/signals'
import { askForFocus } from '../shared/focus/focus-when-there.ts'
import { rowLine } from '../shared/focus/row-line.ts'
import { chosenRow, go, isFlat, question } from '../state/address.ts'
import { placeOf, roots } from '../state/log/rows.ts'
import { storiesOf } from '../state/log/stories.ts'
import { clockJumps } from '../state/simulator.ts'
import type { ClockJump, Row } from '../state/types.ts'
import type { Entry } from './entry.ts'
import { found, pendingFound } from './found.ts'
import { withPending } from './with-pending.ts'

const folded = signal<ReadonlySet<number>>(new Set())

export function fold(story: number): void {
  const next = new Set(folded.value)
  if (!next.delete(story)) next.add(story)
  folded.value = next
}

export function foldAll(): void {
  const all = storiesOf(found.value, roots.value).filter((story) => story.rows.length > 1)
  folded.value = folded.value.size > 0 ? new Set() : new Set(all.map(({ id }) => id))
}

/** The lines of the log's rows, the newest story first; within a story as it went. */
const entries = computed<readonly Entry[]>(() => {
  // What is searched for leaves most of the log out: where in it the time was moved says nothing there.
  const jumps = question.value.trim() === '' ? clockJumps.value : []
  if (isFlat.value) {
    const flat = found.value.toReversed().map((row) => ({ newest: row.id, entries: [entryOf(row, false)] }))
    return withJumps(flat, jumps)
  }
  const told = new Set<ClockJump>()
  const stories = storiesOf(found.value, roots.value).map(({ id, rows }) => {
    const newest = rows.at(-1)?.id ?? 0
    const [first] = rows
    if (rows.length === 1 && first !== undefined) return { newest, entries: [entryOf(first, false)] }
    const isFolded = folded.value.has(id)
    const head = { key: `story-${id}`, story: { id, rows }, isFolded }
    if (isFolded) return { newest, entries: [head] }
    const within = rows.flatMap((row, index): readonly Entry[] => {
      const next = rows[index + 1]?.id ?? 0
      const between = jumps.filter(({ after }) => row.id <= after && after < next)
      for (const jump of between) told.add(jump)
      return [entryOf(row, true), ...between.map((jump) => jumpOf(jump, `in-${id}`))]
    })
    return { newest, entries: [head, ...within] }
  })
  return withJumps(
    stories,
    jumps.filter((jump) => !told.has(jump)),
  )
})

/** The lines of the list: what waits for its answer stands where its row will. */
export const lines = computed(() =>
  withPending(entries.value, pendingFound.value, {
    roots: roots.value,
    folded: folded.value,
    isFlat: isFlat.value,
  }),
)

/** Puts each jump above what was there before it. @param groups the newest first */
function withJumps(
  groups: readonly { readonly newest: number; readonly entries: readonly Entry[] }[],
  jumps: readonly ClockJump[],
): readonly Entry[] {
  if (jumps.length === 0) return groups.flatMap(({ entries }) => entries)
  const left = [...jumps]
  const lines: Entry[] = []
  for (const { newest, entries } of groups) {
    for (let jump = left.at(-1); jump !== undefined && jump.after >= newest; jump = left.at(-1)) {
      lines.push(jumpOf(jump, 'over'))
      left.pop()
    }
    lines.push(...entries)
  }
  return lines
}

function jumpOf(jump: ClockJump, where: string): Entry {
  return { key: `jump-${jump.after}-${where}`, jump }
}

/** A row's lines are kept for as long as the row: a list of 10,000 is made anew whenever one comes. */
const kept = { alone: new WeakMap<Row, Entry>(), inStory: new WeakMap<Row, Entry>() }

function entryOf(row: Row, isInStory: boolean): Entry {
  const known = isInStory ? kept.inStory : kept.alone
  const entry = known.get(row) ?? { key: `row-${row.id}`, row, isInStory }
  known.set(row, entry)
  return entry
}

/** How many rows in these lines came after that one; what moved with them is not new. */
export function countNew(lines: readonly Entry[], after: number): number {
  return lines
    .flatMap((line) => {
      if ('row' in line) return line.row
      return 'story' in line && line.isFolded ? line.story.rows : []
    })
    .filter(({ id }) => id > after).length
}

/** Goes up or down from the chosen row. */
export function step(by: 1 | -1): void {
  const shown = lines.value.flatMap((entry) => {
    if ('pending' in entry) return [placeOf(entry.pending)]
    return 'row' in entry ? [entry.row.id] : []
  })
  const index = shown.indexOf(chosenRow.value)
  const next = index === -1 ? shown[0] : shown[Math.min(shown.length - 1, Math.max(0, index + by))]
  if (next === undefined) return
  go({ row: next })
  // What is pressed from now on is about the row, and not about what had the focus before.
  const isMine = askForFocus()
  requestAnimationFrame(() => isMine() && rowLine()?.focus({ preventScroll: true }))
}
