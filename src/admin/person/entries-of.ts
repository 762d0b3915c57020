import { sessionName } from '../../inbox/entry.ts'
import { eventOf } from '../../inbox/read-entry.ts'
import { readAsked } from '../../payments/sessions/asked-entry.ts'
import { checkout } from '../../pushes/checkout.ts'
import { deliveryReport } from '../../pushes/delivery-report.ts'
import type { PushEvent } from '../../pushes/event.ts'
import { fulfilment } from '../../pushes/fulfilment.ts'
import { inboundMessage } from '../../pushes/inbound-message.ts'
import type { NotificationKind } from '../../pushes/kinds.ts'
import type { NotificationPushKind } from '../../pushes/push-kind.ts'
import { readBytes } from '../../pushes/reading/body-text.ts'
import { ussdPayment } from '../../pushes/ussd-payment.ts'
import { type EntrySummary, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import type { EntryFilter, EntryQuery, InboxLook } from '../../store/inbox-store.ts'
import { pagesOf } from '../check-query.ts'
import type { Whose } from './whose.ts'

/** How far a search has come that reads every entry. */
export type OnRead = (read: number, total: number) => void

/** The entries of one person: those that their phone finds, and those of the sessions in which they were asked to pay. */
export async function entriesOf(inbox: InboxLook, registration: string, whose: Whose): Promise<readonly StoredEntry[]> {
  const found = new Map<string, StoredEntry>()
  const take = async (filter: Pick<EntryFilter, 'phone' | 'session'>): Promise<void> => {
    const query = { registration, ...filter, limit: pageSize }
    for await (const { entries } of pagesOf((asked: EntryQuery) => inbox.list(asked), query))
      for (const entry of await whole(inbox, registration, entries)) found.set(entry.id, entry)
  }
  await take({ phone: whose.key })
  const asked = [...found.values()].filter(({ kind }) => kind === 'askedPayment').map(readAsked)
  // A USSD notice names no phone.
  for (const session of new Set(asked.map(({ kind, noticeTo }) => sessionName(kind, noticeTo)))) await take({ session })
  return [...found.values()]
}

/** What was found of one person. */
export interface FoundEntries {
  readonly own: readonly StoredEntry[]
  /** Of somebody else, who wrote their number into a text: nothing of theirs but that. */
  readonly others: readonly StoredEntry[]
}

/** The same, and every entry in which their number stands: also of before entries had digests, and what could not be read. */
export async function everyEntryOf(
  inbox: InboxLook,
  registration: string,
  whose: Whose,
  onRead: OnRead | undefined,
): Promise<FoundEntries> {
  const own = new Map((await entriesOf(inbox, registration, whose)).map((entry) => [entry.id, entry]))
  const others: StoredEntry[] = []
  const counts = await inbox.count({ registration })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let read = 0
  const query = { registration, limit: pageSize }
  for await (const { entries } of pagesOf((asked: EntryQuery) => inbox.list(asked), query)) {
    for (const entry of await whole(inbox, registration, entries)) {
      if (own.has(entry.id) || !names(entry, whose)) continue
      if (isOfOther(entry, whose)) others.push(entry)
      else own.set(entry.id, entry)
    }
    read += entries.length
    onRead?.(read, Math.max(read, total))
  }
  return { own: [...own.values()], others }
}

/** Whether it is of people, and not of them. What can't be read may be anybody's, and is theirs for the number in it. */
function isOfOther(entry: StoredEntry, whose: Whose): boolean {
  const { kind, form } = entry
  if (form === 'body' || isFollowUp(kind)) return false
  try {
    const phones = phonesIn[kind](entry).map((phone) => phone?.trim() ?? '')
    return phones.join('') !== '' && !phones.some((phone) => whose.is(phone))
  } catch {
    return false
  }
}

type PhonesIn = (entry: StoredEntry) => readonly (string | null)[]

const phonesIn: Readonly<Record<NotificationKind, PhonesIn>> = {
  checkout: phonesBy(checkout),
  fulfilment: phonesBy(fulfilment),
  ussdPayment: phonesBy(ussdPayment),
  deliveryReport: phonesBy(deliveryReport),
  inboundMessage: phonesBy(inboundMessage),
}

function phonesBy<Event extends PushEvent>(push: NotificationPushKind<Event>): PhonesIn {
  return (entry) => push.phones(eventOf({ push, country: undefined }, entry))
}

function names({ id, lane, reference, payload }: StoredEntry, whose: Whose): boolean {
  return [id, lane, reference ?? '', readBytes(payload).text].some((text) => whose.isIn(text))
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
