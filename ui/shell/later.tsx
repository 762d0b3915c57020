import { later } from '../state/later.ts'

/** In the place of a view that is on its way. */
const until = <div class="h-full bg-base-100" />

export const LaterLedger = later(async () => (await import('../ledger/ledger-view.tsx')).LedgerView, until)
export const LaterMap = later(async () => (await import('../map/map-view.tsx')).MapView, until)
export const LaterFaults = later(async () => (await import('../faults/faults-view.tsx')).FaultsView, until)
