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

/** A handler that was just called is looked at again. */
async function load(id: number, time: number): Promise<void> {
  const answer = await ask<{ readonly work: NotificationWork | null }>(`log/${id}/work`).catch(() => undefined)
  const row = wholeRow.peek()
  if (answer === undefined || typeof row !== 'object' || row.id !== id) return
  work.value = answer.work ?? undefined
  const isOver = answer.work === null || /^(?:done|rejected|dead)$/.test(answer.work.state)
  if (!isOver && time < mostLooks) again = setTimeout(() => void load(id, time + 1), lookAgain)
}

// ms
const lookAgain = 500
const mostLooks = 20
