import { computed, signal } from '@preact/signals'
import { go, place } from '../state/address.ts'
import { roots, rows } from '../state/rows.ts'
import { readSearch } from '../state/search.ts'
import { type Story, storiesOf } from '../state/stories.ts'
import type { Row } from '../state/types.ts'

/** What stands in a line of the list: a story's head, or a row. */
export type Entry =
  | { readonly key: string; readonly story: Story; readonly isFolded: boolean }
  | { readonly key: string; readonly row: Row; readonly isInStory: boolean }

const question = computed(() => place.value.q)
const isFlat = computed(() => place.value.flat)
export const search = computed(() => readSearch(question.value))

/** The rows that are searched for, the oldest first. */
export const found = computed(() =>
  question.value.trim() === '' ? rows.value : rows.value.filter(search.value.matches),
)

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

/** The lines of the list, the newest story first; within a story as it went. */
export const entries = computed<readonly Entry[]>(() => {
  if (isFlat.value) return found.value.toReversed().map((row) => entryOf(row, false))
  return storiesOf(found.value, roots.value).flatMap((story): readonly Entry[] => {
    const [first] = story.rows
    if (story.rows.length === 1 && first !== undefined) return [entryOf(first, false)]
    const isFolded = folded.value.has(story.id)
    const head = { key: `story-${story.id}`, story, isFolded }
    return isFolded ? [head] : [head, ...story.rows.map((row) => entryOf(row, true))]
  })
})

function entryOf(row: Row, isInStory: boolean): Entry {
  return { key: `row-${row.id}`, row, isInStory }
}

/** Goes up or down from the chosen row. */
export function step(by: 1 | -1): void {
  const shown = entries.value.flatMap((entry) => ('row' in entry ? [entry.row.id] : []))
  const index = shown.indexOf(place.value.row)
  const next = index === -1 ? shown[0] : shown[Math.min(shown.length - 1, Math.max(0, index + by))]
  if (next !== undefined) go({ row: next })
}
