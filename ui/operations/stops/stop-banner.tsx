import { reachable } from '../../shared/focus/reachable.ts'
import { visible } from '../../shared/format.ts'
import { hrefOf } from '../address.ts'
import { ask } from '../ask.ts'
import { attempt, may, overview, reload } from '../state.ts'
import { shownTime } from '../times.ts'
import type { StoppedKind } from '../types.ts'
import { stopTexts } from './texts.ts'

/** On every view: which kinds are stopped, of other registrations too, by whom, since when and why. */
export function StopBanner() {
  const { stops = [], others = [] } = overview.value ?? {}
  const elsewhere = others.flatMap(({ name, stops }) => stops.map((stop) => ({ name, stop })))
  if (stops.length + elsewhere.length === 0) return null
  return (
    <section aria-label={stopTexts.banner} class="border-b-4 border-warning">
      <div role="alert">
        <ul class="max-h-[40dvh] overflow-y-auto">
          {stops.map((stop) => (
            <Stopped key={stop.kind} stop={stop} />
          ))}
          {elsewhere.map(({ name, stop }) => (
            <Stopped key={`${name} ${stop.kind}`} stop={stop} registration={name} />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** @param registration if it isn't the one that is looked at */
function Stopped({ stop: { kind, by, since, reason }, registration }: { stop: StoppedKind; registration?: string }) {
  return (
    <li class="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div class="min-w-0 basis-full sm:basis-0 grow break-words">
        <p>
          <strong class="text-warning">
            {registration === undefined ? stopTexts.isStopped(kind) : stopTexts.isStoppedIn(kind, registration)}
          </strong>{' '}
          {stopTexts.by(visible(by), shownTime(since))}
        </p>
        {/* Three lines and a half: that it goes on is seen. */}
        <p {...reachable} class="focus-seen max-h-[3.5lh] overflow-y-auto">
          {visible(reason)}
        </p>
      </div>
      {registration !== undefined && (
        <a class="btn btn-sm" href={hrefOf({ registration, entry: '' })}>
          {stopTexts.look(registration)}
        </a>
      )}
      {registration === undefined && may('stop') && (
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
