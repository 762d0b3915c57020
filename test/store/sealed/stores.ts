import { onTestFinished, vi } from 'vitest'
import { type Log, silentLog } from '../../../src/log.ts'
import { sealStore } from '../../../src/store/sealed/sealed-store.ts'
import type { OpenStore, Store } from '../../../src/store/store.ts'

export const [first, second] = ['the first secret of all', 'the second secret of all']
export const registration = 'default'

/** Opens a store as an application does that was given these secrets. */
export async function openWith(
  store: Store,
  secrets: readonly string[],
  isSealing = true,
  log: Log = silentLog,
): Promise<OpenStore> {
  const opened = sealStore(store, { secrets, isSealing }).open({ registration, log })
  onTestFinished(() => opened.close())
  await opened.ready
  return opened
}

/** Opens a store as whoever reads its rows. */
export async function openBare(store: Store): Promise<OpenStore> {
  const opened = store.open({ registration, log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  return opened
}

/** A log that a test looks into. */
export function heard() {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
}

export const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
