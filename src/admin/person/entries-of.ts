import { sessionName } from '../../inbox/entry.ts'
import { readAsked } from '../../payments/work/asked-entry.ts'
import type { EntrySummary, StoredEntry } from '../../store/entry.ts'
import type { EntryFilter, InboxLook } from '../../store/inbox-store.ts'
import type { Whose } from './whose.ts'

/** How far a search has come that reads every entry. */
export type OnRead = (read: number, total: number) => void

/** The entries of one person: those that their phone finds, and those of the sessions in which they were asked to pay. */
export async function entriesOf(inbox: InboxLook, registration: string, whose: Whose): Promise<readonly StoredEntry[]> {
  const found = new Map<string, StoredEntry>()
  const take = async (filter: Pick<EntryFilter, 'phone' | 'session'>): Promise<void> => {
    for await (const page of pagesOf(inbox, { registration, ...filter }))
      for (const entry of await whole(inbox, registration, page)) found.set(entry.id, entry)
  }
  await take({ phone: whose.key })
  const asked = [...found.values()].filter(({ kind }) => kind === 'askedPayment').map(readAsked)
  // A USSD notice names no phone.
  for (const session of new Set(asked.map(({ kind, noticeTo }) => sessionName(kind, noticeTo)))) await take({ session })
  return [...found.values()]
}

/** The same, and every entry in which their number stands: also of before entries had digests, and what could not be read. */
export async function everyEntryOf(
  inbox: InboxLook,
  registration: string,
  whose: Whose,
  onRead: OnRead | undefined,
): Promise<readonly StoredEntry[]> {
  const found = new Map((await entriesOf(inbox, registration, whose)).map((entry) => [entry.id, entry]))
  const counts = await inbox.count({ registration })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let read = 0
  for await (const page of pagesOf(inbox, { registration })) {
    for (const entry of await whole(inbox, registration, page)) if (names(entry, whose)) found.set(entry.id, entry)
    read += page.length
    onRead?.(read, Math.max(read, total))
  }
  return [...found.values()]
}

function names({ id, lane, reference, payload }: StoredEntry, whose: Whose): boolean {
  return [id, lane, reference ?? '', Buffer.from(payload).toString()].some((text) => whose.isIn(text))
}

async function* pagesOf(inbox: InboxLook, filter: EntryFilter): AsyncGenerator<readonly EntrySummary[]> {
  let cursor: string | undefined
  do {
    const { entries, next } = await inbox.list({ ...filter, limit: pageSize, cursor })
    yield entries
    cursor = next
  } while (cursor !== undefined)
}

/** One that is forgotten meanwhile is left out. */
async function whole(
  inbox: InboxLook,
  registration: string,
  entries: readonly EntrySummary[],
): Promise<readonly StoredEntry[]> {
  const found = await Promise.all(entries.map(({ id }) => inbox.get(registration, id)))
  return found.filter((entry) => entry !== undefined)
}

// So many are read at once.
const pageSize = 100
