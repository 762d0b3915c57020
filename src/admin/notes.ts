import { maskWritten } from '../text/phone.ts'
import { checkNames } from './check-query.ts'
import { readName, readNote, type Trail } from './trail.ts'

/**
 * What somebody found or did about an entry, and who.
 *
 * @example
 * const note: NoteOptions = { by: 'Ama', note: 'the payer called: it was paid in cash' }
 * await app.merchant.inbox.note(id, note)
 */
export interface NoteOptions {
  /** The name of a person, or of a part of your application. 1 to 200 characters. A phone number in it is shortened before it is kept. */
  readonly by: string
  /** 1 to 2,000 characters. Phone numbers in it are shortened before it is kept; name no secret in it. */
  readonly note: string
}

/** @throws FMW_LOOK naming what is wrong */
export function readNoteOptions(given: NoteOptions): NoteOptions {
  const { by, note } = checkNames('the note', given, ['by', 'note'])
  return { by: readName(by), note: readNote('note', note) }
}

/** A note on an entry, as it may be shown: phone numbers in it are shortened. */
export interface ShownNote {
  readonly at: Date
  /** Null where nobody said who: your application may add lines of its own. */
  readonly by: string | null
  readonly note: string
}

/** The notes on an entry, newest first: of the last 1,000 things that people did to it. */
export async function notesOf(trail: Trail, entry: string): Promise<readonly ShownNote[]> {
  const { lines } = await trail.list({ entry, limit: mostLines })
  return lines.flatMap(({ act, at, by, reason }) =>
    act === noteAct && reason !== null ? [{ at, by: by && maskWritten(by), note: maskWritten(reason) }] : [],
  )
}

/** What the trail calls it. */
export const noteAct = 'note'

const mostLines = 1_000
