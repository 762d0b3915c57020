import { silentLog } from '../../src/log.ts'
import type { NewEntry } from '../../src/store/entry.ts'
import type { InboxStore } from '../../src/store/inbox-store.ts'
import { type Store, standardRoom } from '../../src/store/store.ts'
import { postgresStore, sqliteStore } from '../servers/built.ts'

/** Fills the inbox of a file through the store itself, so that it is as it would be. */
export async function fillSqlite(file: string, fill: (inbox: InboxStore) => Promise<void>): Promise<void> {
  await fillStore(sqliteStore(file), fill)
}

/** The same in a database. */
export async function fillPostgres(url: string, fill: (inbox: InboxStore) => Promise<void>): Promise<void> {
  await fillStore(postgresStore(url), fill)
}

async function fillStore(store: Store, fill: (inbox: InboxStore) => Promise<void>): Promise<void> {
  const opened = store.open({ registration: 'default', log: silentLog, room: { ...standardRoom, entries: roomForAll } })
  try {
    await opened.ready
    await fill(opened.inbox)
  } finally {
    await opened.close()
  }
}

/** Payments that are done, each in a lane of its own. */
export async function addDone(inbox: InboxStore, count: number, told: (count: number) => void): Promise<void> {
  await manyAtOnce(count, told, async (index) => {
    const id = `checkout:old${index}|paid`
    const accepted = await inbox.accept({ ...entry('checkout', id, `checkout:old${index}`), fingerprint: id }, true)
    if (accepted.status !== 'accepted' || accepted.claim === undefined) return
    const attempt = { number: 1, startedAt: Date.now(), ms: 1, error: null, replay: false }
    await inbox.settle(accepted.claim, { state: 'done', attempt })
  })
}

/** Reports that wait in one lane, whose first one never succeeds. */
export async function addWaiting(inbox: InboxStore, count: number, told: (count: number) => void): Promise<void> {
  await manyAtOnce(count, told, async (index) => {
    await inbox.accept(entry('deliveryReport', `deliveryReport:stuck|s${index}`, 'deliveryReport:stuck'), false)
  })
}

async function manyAtOnce(
  count: number,
  told: (count: number) => void,
  add: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await add(index)
      if (index % 1_000 === 0) told(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const atOnce = 500

/** Bytes: what is old is not forgotten for want of room. */
export const roomForAll = 2_147_483_647

function entry(kind: NewEntry['kind'], id: string, lane: string): NewEntry {
  const fields = { MessageId: 'stuck', Status: id, ClientReference: null }
  return {
    kind,
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '',
    lane,
    reference: id.slice(0, 100),
    receivedAt: Date.now(),
    form: 'push',
    payload: Buffer.from(JSON.stringify({ carrier: 'json', fields })),
    reason: null,
  }
}
