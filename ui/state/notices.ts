import { signal } from '@preact/signals'
import { texts } from '../texts/index.ts'

/** A sentence that floats for a while, with a way to undo or go on. */
export interface Notice {
  readonly id: number
  readonly tone: 'plain' | 'wrong'
  readonly text: string
  readonly action?: { readonly name: string; readonly run: () => void } | undefined
}

export const notices = signal<readonly Notice[]>([])

let last = 0

export function say(text: string, action?: Notice['action'], tone: Notice['tone'] = 'plain'): void {
  last += 1
  const id = last
  // What was said before is over, but for errors that nobody has read, and what can still be undone.
  const left = notices.value.filter((one) => one.text !== text && (one.tone === 'wrong' || isUndo(one)))
  notices.value = [...left, { id, tone, text, action }]
}

export function isUndo({ action }: Notice): boolean {
  return action?.name === texts.undo
}

/** Does what a notice offers: that is over then. */
export function use({ id, action }: Notice): void {
  drop(id)
  action?.run()
}

export function drop(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id)
}

/** Does something, and says what went wrong. */
export async function attempt<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), undefined, 'wrong')
    return undefined
  }
}
