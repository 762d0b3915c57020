import { visible } from '../../shared/format.ts'
import { ask, attempt, may, overview, reload } from '../state.ts'
import { shownTime } from '../times.ts'
import type { StoppedKind } from '../types.ts'
import { stopTexts } from './texts.ts'

/** On every view: which kinds are stopped, by whom, since when and why. */
export function StopBanner() {
  const stops = overview.value?.stops ?? []
  if (stops.length === 0) return null
  return (
    <section aria-label={stopTexts.banner} class="border-b-4 border-warning">
      <div role="alert">
        <ul>
          {stops.map((stop) => (
            <Stopped key={stop.kind} stop={stop} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Stopped({ stop: { kind, by, since, reason } }: { stop: StoppedKind }) {
  return (
    <li class="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <strong class="text-warning">{stopTexts.isStopped(kind)}</strong>
      <span class="break-words min-w-0">{stopTexts.by(visible(by), shownTime(since))}</span>
      <span class="break-words min-w-0 flex-1">{visible(reason)}</span>
      {may('stop') && (
        <button type="button" class="btn btn-sm" onClick={() => void start(kind)}>
          {stopTexts.start(kind)}
        </button>
      )}
    </li>
  )
}

async function start(kind: string): Promise<void> {
  await attempt(async () => {
    await ask('start', { kind })
    await reload(stopTexts.started(kind))
  })
}
