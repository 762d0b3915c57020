import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../state/notices.ts'
import { texts } from '../texts.ts'

let loaded: ComponentType | undefined

/** The map is a file of its own: it comes when somebody wants it. */
export function LaterMap() {
  const [View, setView] = useState<ComponentType | undefined>(() => loaded)
  useEffect(() => {
    if (View !== undefined) return
    import('../map/map-view.tsx').then(
      ({ MapView }) => {
        loaded = MapView
        setView(() => MapView)
      },
      () => say(texts.map.notLoaded, undefined, 'wrong'),
    )
  }, [])
  return View === undefined ? <div class="h-full bg-base-100" /> : <View />
}
