import { FMW_ENTRY_UNKNOWN } from '../../admin/errors.ts'
import type { Inbox } from '../../admin/inbox.ts'
import { notificationKinds } from '../../pushes/kinds.ts'
import { isFollowUp } from '../../store/entry.ts'
import { printable } from '../../text/clean-text.ts'
import { cut } from '../look/table.ts'
import { showable } from '../terminal.ts'

/**
 * The id of the entry that a word names: an id or the reference of a single entry, as lists show them, also where they
 * have shortened or cut them. What is none of them comes back as it is, for the inbox to say that there is none.
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
  const listed = [...ids.slice(0, several).map(showable), ...(ids.length > several ? ['and more'] : [])]
    .map((line) => `  ${line}`)
    .join('\n')
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

/** One more than are shown where several fit. */
async function idsOf(inbox: Inbox, word: string): Promise<readonly string[]> {
  for (const kinds of [notificationKinds, undefined]) {
    const { entries } = await inbox.list({ reference: word, kinds, limit: several + 1 })
    if (entries.length > 0) return entries.map(({ id }) => id)
  }
  return word.includes(cut) || word.includes('...') ? shownAs(inbox, word) : []
}

/** Those whose ids a list shows so; where there is none, those whose references it does. */
async function shownAs(inbox: Inbox, word: string): Promise<readonly string[]> {
  const ids: string[] = []
  const notifications: string[] = []
  const followUps: string[] = []
  for await (const { id, kind, reference } of inbox.all({ limit: pageSize })) {
    const isNamed = reference !== null && isShownAs(word, reference)
    const found = isNamed ? (isFollowUp(kind) ? followUps : notifications) : undefined
    const fitting = isShownAs(word, id) ? ids : found
    if (fitting !== undefined && fitting.length <= several) fitting.push(id)
    if (ids.length > several) break
  }
  return [ids, notifications, followUps].find(({ length }) => length > 0) ?? []
}

/** Whether a list may show a name so: shortened, and cut anywhere. */
function isShownAs(word: string, name: string): boolean {
  const shown = showable(name)
  const [start = '', ...rest] = word.split(cut)
  if (rest.length === 0) return shown === word
  const end = rest.join(cut)
  return shown.length >= start.length + end.length && shown.startsWith(start) && shown.endsWith(end)
}

const several = 10
const pageSize = 1_000
