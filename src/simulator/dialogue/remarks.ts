import type { Dialogue } from './dialogue.ts'

const remarks = new WeakMap<Dialogue, readonly string[]>()

/** Sentences about a dialogue that stand above it when it's written. They are no part of it, and a copy has none. */
export function withRemarks(dialogue: Dialogue, sentences: readonly string[]): Dialogue {
  remarks.set(dialogue, sentences)
  return dialogue
}

/** None where none are known. */
export function remarksOf(dialogue: Dialogue): readonly string[] {
  return remarks.get(dialogue) ?? []
}
