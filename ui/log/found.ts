import { computed, effect, signal } from '@preact/signals'
import { pins, question } from '../state/address.ts'
import { faultNames } from '../state/fault-names.ts'
import { pending, rows } from '../state/log/rows.ts'
import { readSearch } from '../state/log/search.ts'
import { billOf, bills } from '../state/simulator.ts'
import type { Row } from '../state/types.ts'

/** What of the question nobody understood. */
export const unknown = computed(() => readSearch(question.value, pins.value, billOf).unknown)

/** The rows that are searched for, the oldest first. */
export const found = signal<readonly Row[]>(rows.peek())

/** The question, and of each row that was looked at whether it answers it; undefined where nothing is asked. */
const asked = computed(() => {
  if (question.value.trim() === '') return undefined
  const known = bills.value
  // They come later than the rows, and `fault:` finds them.
  faultNames.value
  const { matches } = readSearch(question.value, pins.value, (id) => known.get(id))
  return { matches, answers: new WeakMap<Row, boolean>() }
})

/** The pushes that wait for their answer, and are searched for, the oldest first. */
export const pendingFound = computed(() => {
  const search = asked.value
  return search === undefined ? pending.value : pending.value.filter(search.matches)
})

/** ms that are searched without a moment in which nothing else goes. */
const slice = 8

// A key that is typed waits for no list, and a row that comes costs no look at all others.
effect(() => {
  const all = rows.value
  const search = asked.value
  if (search === undefined) {
    found.value = all
    return undefined
  }
  const hits: Row[] = []
  let at = 0
  const goOn = () => {
    for (const until = performance.now() + slice; performance.now() < until; at += step) {
      if (at >= all.length) {
        found.value = hits
        return
      }
      for (const row of all.slice(at, at + step)) if (answerOf(row, search)) hits.push(row)
    }
    timer = setTimeout(goOn)
  }
  let timer = setTimeout(goOn)
  return () => clearTimeout(timer)
})

/** Rows between two looks at the clock. */
const step = 100

function answerOf(row: Row, { matches, answers }: NonNullable<typeof asked.value>): boolean {
  const answer = answers.get(row) ?? matches(row)
  answers.set(row, answer)
  return answer
}
