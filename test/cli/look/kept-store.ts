import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writePayload } from '../../../src/inbox/entry.ts'
import { silentLog } from '../../../src/log.ts'
import type { Fields } from '../../../src/pushes/reading/json.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'

export const noon = Date.UTC(2026, 2, 1, 12)

/** A real SQLite file with an application at work on it. */
export interface Kept {
  readonly file: string
  readonly folder: string
  readonly opened: OpenStore
  /** Accepts entries, in this order. */
  accept(...entries: readonly NewEntry[]): Promise<void>
  /** Works the entry that is due first. */
  end(state: 'done' | 'dead', error?: string | null): Promise<void>
  /** The same file, opened for another registration. */
  openFor(registration: string): Promise<OpenStore>
}

export async function keptStore(registration = 'default'): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'merchant.db')
  const store = storeOn(startHere, file, {})
  const openFor = async (name: string) => {
    const opened = store.open({ registration: name, log: silentLog })
    onTestFinished(() => opened.close())
    await opened.ready
    return opened
  }
  const opened = await openFor(registration)
  return {
    file,
    folder,
    opened,
    openFor,
    accept: async (...entries) => {
      for (const entry of entries) await opened.inbox.accept(entry, false)
    },
    end: async (state, error = null) => {
      const [claim] = await opened.inbox.claim(1)
      if (claim === undefined) throw new Error('Nothing is due')
      await opened.inbox.settle(claim, {
        state,
        attempt: { number: 1, startedAt: noon + 5, ms: 7.4, error, replay: false },
      })
    },
  }
}

/** A checkout callback that was paid. */
export function paid(reference: string, more: Partial<NewEntry> = {}): NewEntry {
  const id = `checkout:checkoutId:${reference}|paid`
  return {
    kind: 'checkout',
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '',
    lane: `checkout:checkoutId:${reference}`,
    reference,
    receivedAt: noon,
    form: 'push',
    payload: payloadOf(callback(reference)),
    reason: null,
    ...more,
  }
}

export function callback(reference: string, more: Fields = {}): Fields {
  return {
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: reference,
      ClientReference: reference,
      Status: 'Success',
      Amount: 5,
      CustomerPhoneNumber: '+233000000042',
      Description: 'Tea for Ama',
      ...more,
    },
  }
}

export function payloadOf(fields: Fields): Uint8Array {
  return writePayload({ carrier: 'json', fields, raw: fields })
}

/** A message that a subscriber sent: its lane names them. */
export function message(keyword: string, more: Partial<NewEntry> = {}): NewEntry {
  const id = `inboundMessage:${keyword}`
  const payload = payloadOf({ from: '+233000000042', to: '1713', fulltext: `${keyword} Ama`, keyword, text: 'Ama' })
  return paid(keyword, {
    kind: 'inboundMessage',
    id,
    identity: id,
    lane: 'inboundMessage:+233000000042|1713',
    payload,
    ...more,
  })
}

export function rejected(id: string, body: string, reason: string): NewEntry {
  return paid(id, {
    id,
    identity: id,
    state: 'rejected',
    reference: null,
    form: 'body',
    payload: Buffer.from(body),
    reason,
  })
}
