import type { Way } from '../detail/actions.ts'
import type { WholeRow } from '../state/types.ts'

/** What is written of a push that isn't sent yet. */
export interface Draft {
  readonly text: string
  readonly url: string
  readonly way: Way
}

const drafts = new Map<string, Draft>()

/** What was written of a row before its dialog was closed; undefined where nothing was. */
export function draftOf(row: WholeRow): Draft | undefined {
  return drafts.get(keyOf(row))
}

export function keepDraft(row: WholeRow, draft: Draft): void {
  drafts.set(keyOf(row), draft)
}

export function dropDraft(row: WholeRow): void {
  drafts.delete(keyOf(row))
}

/** After a reset another row has its number. */
function keyOf({ id, at }: WholeRow): string {
  return `${id} ${at}`
}
