import { effect, signal } from '@preact/signals'
import { ask } from '../state/api.ts'
import type { NotificationWork } from '../state/types.ts'
import { wholeRow } from './whole-row.ts'

/** What became of the chosen notification in the inbox of the application; undefined where nobody knows. */
export const work = signal<NotificationWork | undefined>(undefined)

let again: ReturnType<typeof setTimeout> | undefined

effect(() => {
  const row = wholeRow.value
  clearTimeout(again)
  work.value = undefined
  if (typeof row === 'object' && row.timing?.entryId !== undefined) void load(row.id, 0)
})

/** Looked at again until it is over: soon at first, as its handler was just called; then as one that is tried again for hours. */
async function load(id: number, time: number): Promise<void> {
  const answer = await ask<{ readonly work: NotificationWork | null }>(`log/${id}/work`).catch(() => undefined)
  const row = wholeRow.peek()
  if (answer === undefined || typeof row !== 'object' || row.id !== id) return
  work.value = answer.work ?? undefined
  const isOver = answer.work === null || /^(?:done|rejected|dead)$/.test(answer.work.state)
  const wait = time < quickLooks ? lookAgain.soon : lookAgain.later
  if (!isOver) again = setTimeout(() => void load(id, time + 1), wait)
}

// ms
const lookAgain = { soon: 500, later: 3_000 }
const quickLooks = 20
