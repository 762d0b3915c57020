import { Inbox, type InboxParts } from '../../../src/admin/inbox.ts'
import type { KeptNotification } from '../../../src/admin/inbox-entry.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { writePayload } from '../../../src/inbox/entry.ts'
import { silentLog } from '../../../src/log.ts'
import type { Incoming } from '../../../src/pushes/event.ts'
import type { Fields } from '../../../src/pushes/reading/json.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import type { InboxLook, InboxStore } from '../../../src/store/inbox-store.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'

export const registration = 'shop'
export const noon = Date.UTC(2026, 10, 20, 12)

/** An inbox over a real store that keeps everything in memory. */
export function inboxOf(parts: Partial<InboxParts> = {}): {
  readonly inbox: Inbox
  readonly store: InboxStore
  readonly trail: Trail
} {
  const opened = memoryStore().open({ registration, log: silentLog })
  const [store, trail] = [opened.inbox, new Trail(opened.trail, registration)]
  return { store, trail, inbox: new Inbox({ look: store, trail, registration, ...parts }) }
}

/** A look of which one part is another. */
export function instead(look: InboxLook, part: Partial<InboxLook>): InboxLook {
  return {
    list: (query) => look.list(query),
    get: (name, id) => look.get(name, id),
    count: (filter) => look.count(filter),
    backlog: (name) => look.backlog(name),
    replay: (name, id) => look.replay(name, id),
    redrive: (filter, most) => look.redrive(filter, most),
    settleReview: (...asked) => look.settleReview(...asked),
    ...part,
  }
}

/** A delivery report, on its way into the inbox. */
export function report(id: string, more: Partial<NewEntry> = {}): NewEntry {
  return {
    kind: 'deliveryReport',
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '',
    lane: `deliveryReport:${id}`,
    reference: id,
    receivedAt: noon,
    form: 'push',
    payload: pushOf({ MessageId: id, Status: 'Delivered', To: '+233000000000' }),
    reason: null,
    ...more,
  }
}

export function pushOf(fields: Fields, carrier: Incoming['carrier'] = 'json', raw: unknown = fields): Uint8Array {
  return writePayload({ carrier, fields, raw })
}

/** A body that could not be read. */
export function rejected(id: string, body: string, reason: string): NewEntry {
  return report(id, { state: 'rejected', form: 'body', payload: Buffer.from(body), reason, reference: null })
}

/** Works the oldest entry that is due, and lets it end. */
export async function end(store: InboxStore, state: 'done' | 'dead', error: string | null = null): Promise<void> {
  const [claim] = await store.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 1, startedAt: noon + 5, ms: 7, error, replay: false }
  await store.settle(claim, { state, attempt })
}

/** An entry as a store gives it. */
export function stored(entry: Partial<KeptNotification> & Pick<KeptNotification, 'payload'>): KeptNotification {
  return {
    kind: 'checkout',
    id: 'checkout:1',
    state: 'done',
    lane: 'checkout:1',
    reference: null,
    conflictsWith: null,
    receivedAt: noon,
    dueAt: null,
    finishedAt: noon,
    replay: false,
    attempts: [],
    failures: 0,
    form: 'push',
    reason: null,
    ...entry,
  }
}
