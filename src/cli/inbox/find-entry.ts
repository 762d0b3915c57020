import { FMW_ENTRY_UNKNOWN } from '../../admin/errors.ts'
import type { Inbox } from '../../admin/inbox.ts'
import { notificationKinds } from '../../pushes/kinds.ts'
import { printable } from '../../text/clean-text.ts'
import { cut } from '../look/table.ts'
import { showable } from '../terminal.ts'

/**
 * The id of the entry that a word names: an id as lists show it, also where they have shortened or cut it, or the
 * reference of a single entry. What is none of them comes back as it is, for the inbox to say that there is none.
 *
 * A reference names the notification where there is one, whatever the application still has to do by itself about it:
 * that has the same reference.
 *
 * @throws an error listing their ids where several fit
 */
export async function findEntry(inbox: Inbox, word: string): Promise<string> {
  if (await isThere(inbox, word)) return word
  const ids = await idsOf(inbox, word)
  const [only = word, ...others] = ids
  if (others.length === 0) return only
  const listed = ids.map((id) => `  ${showable(id)}`).join('\n')
  throw new Error(`Several entries are meant by '${printable(word)}': name one by its id.\n${listed}`)
}

async function isThere(inbox: Inbox, id: string): Promise<boolean> {
  try {
    await inbox.get(id)
    return true
  } catch (error) {
    if (error instanceof FMW_ENTRY_UNKNOWN) return false
    throw error
  }
}

/** As many as are shown where several fit. */
async function idsOf(inbox: Inbox, word: string): Promise<readonly string[]> {
  for (const kinds of [notificationKinds, undefined]) {
    const { entries } = await inbox.list({ reference: word, kinds, limit: several })
    if (entries.length > 0) return entries.map(({ id }) => id)
  }
  return word.endsWith(cut) || word.includes('...') ? shownAs(inbox, word) : []
}

async function shownAs(inbox: Inbox, word: string): Promise<readonly string[]> {
  const start = word.endsWith(cut) ? word.slice(0, -cut.length) : undefined
  const ids: string[] = []
  for await (const { id } of inbox.all({ limit: pageSize })) {
    const shown = showable(id)
    if (start === undefined ? shown === word : shown.startsWith(start)) ids.push(id)
    if (ids.length === several) break
  }
  return ids
}

const several = 10
const pageSize = 1_000
