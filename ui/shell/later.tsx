import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../state/notices.ts'
import { texts } from '../texts.ts'

/** A view that is a file of its own: it comes when somebody wants it. */
function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined
  return function Later() {
    const [View, setView] = useState<ComponentType | undefined>(() => loaded)
    useEffect(() => {
      if (View !== undefined) return
      load().then(
        (view) => {
          loaded = view
          setView(() => view)
        },
        () => say(texts.notLoaded, undefined, 'wrong'),
      )
    }, [])
    return View === undefined ? <div class="h-full bg-base-100" /> : <View />
  }
}

export const LaterLedger = later(async () => (await import('../ledger/ledger-view.tsx')).LedgerView)
export const LaterMap = later(async () => (await import('../map/map-view.tsx')).MapView)
export const LaterFaults = later(async () => (await import('../faults/faults-view.tsx')).FaultsView)
