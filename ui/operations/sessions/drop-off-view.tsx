import { Empty } from '../../shared/empty.tsx'
import { reachable } from '../../shared/focus/reachable.ts'
import { grouped, visible } from '../../shared/format.ts'
import { Wire } from '../../shared/payload.tsx'
import { hrefOf, place } from '../address.ts'
import { dropOff } from '../state.ts'
import { texts } from '../texts.ts'

const ways = ['timeout', 'release', 'silence'] as const

/** One screen that sessions were left at: whole, how they were left, and some of them. */
export function DropOffView() {
  const shown = dropOff.value?.screens.find(({ name }) => name === place.value.entry)
  if (shown === undefined) return <Empty title={texts.dropOff.none} />
  return (
    <section
      {...reachable}
      aria-label={texts.tabs.dropOff}
      class="focus-seen h-full overflow-y-auto p-3 flex flex-col gap-4"
    >
      <a href={hrefOf({ entry: '' })} class="underline min-[900px]:hidden">
        {texts.back}
      </a>
      <div>
        <h2 class="font-semibold text-base">
          {grouped(shown.count)} · {texts.dropOff.share(shown.share, shown.kind)}
        </h2>
        <p class="text-quiet">
          {ways
            .filter((way) => shown.ways[way] > 0)
            .map((way) => `${shown.ways[way]} ${texts.dropOff.ways[way]}`)
            .join(' · ')}
        </p>
      </div>
      <Wire text={shown.screen} />
      <p class="text-quiet">{texts.dropOff.masked}</p>
      <section aria-label={texts.dropOff.sessions}>
        <h3 class="font-semibold mb-1">{texts.dropOff.sessions}</h3>
        <ul>
          {shown.sessions.map((session) => (
            <li key={session}>
              <a
                href={hrefOf({ tab: 'sessions', entry: session })}
                class="block py-1 underline [overflow-wrap:anywhere]"
                dir="ltr"
              >
                {visible(session)}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </section>
  )
}
