import { TriangleAlert } from 'lucide-preact'
import { visible } from '../shared/format.ts'
import { stream } from '../state/log/rows.ts'
import { simulator } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { appState, lastPush } from './app-state.tsx'

/** Loud where nothing can come: the simulator is gone, no application is there, or it says nothing. */
export function Banner() {
  if (appState.value.tone !== 'wrong') return null
  const text =
    stream.value === 'down'
      ? texts.banner.simulatorDown
      : (downText() ??
        (simulator.value?.isConnected === false
          ? texts.banner.noApp
          : texts.banner.silent(lastPush.value?.problem ?? '')))
  return (
    <p role="alert" class="flex gap-2 items-start px-3 py-2 bg-error text-error-content font-medium">
      <TriangleAlert size={18} aria-hidden="true" class="shrink-0 mt-px" />
      <span class="min-w-0 break-words">{text}</span>
    </p>
  )
}

/** What the process of the application said when it went down. */
function downText(): string | undefined {
  const app = simulator.value?.app
  return app?.state === 'down' ? texts.banner.down(visible(app.name), app.problem && visible(app.problem)) : undefined
}
