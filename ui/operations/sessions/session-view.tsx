import { Empty } from '../../shared/empty.tsx'
import { duration, visible } from '../../shared/format.ts'
import { Wire } from '../../shared/payload.tsx'
import { reachable } from '../../shared/reachable.ts'
import { hrefOf, place } from '../address.ts'
import { transcripts } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { Transcript, Turn } from '../types.ts'
import { TimeBar } from './time-bar.tsx'

/** What a subscriber entered and saw, masked, with the time of each answer. Ids may come again: the newest is first. */
export function SessionView() {
  const { entry } = place.value
  const found = transcripts.value.filter(({ sessionId }) => sessionId === entry)
  if (entry === '') return <Empty title={texts.chooseOne} />
  return (
    <section {...reachable} aria-label={texts.session} class="focus-seen h-full overflow-y-auto p-3">
      <a href={hrefOf({ entry: '' })} class="underline min-[900px]:hidden">
        {texts.back}
      </a>
      {found.map((session) => (
        <OneSession key={session.startedAt} session={session} />
      ))}
    </section>
  )
}

function OneSession({ session }: { session: Transcript }) {
  return (
    <article class="mb-6 flex flex-col gap-3">
      <div>
        <h2 class="font-semibold text-base [overflow-wrap:anywhere]" dir="ltr">
          {visible(session.sessionId)}
        </h2>
        <p class="text-quiet">
          {session.kind} · {visible(session.phone)} · {shownTime(session.startedAt)} · {texts.sessionState(session)}
        </p>
        {session.budget !== null && <p class="text-quiet">{texts.budget(duration(session.budget))}</p>}
      </div>
      <ol class="flex flex-col gap-3">
        {session.transcript.map((turn) => (
          <li key={turn.at} class="min-w-0">
            <OneTurn turn={turn} />
          </li>
        ))}
      </ol>
    </article>
  )
}

function OneTurn({ turn: { type, entered, screen, ms, isFallback } }: { turn: Turn }) {
  return (
    <>
      <p class="[overflow-wrap:anywhere]">
        <span class="text-quiet">{visible(type)}</span> <span dir="ltr">{visible(entered ?? texts.masked)}</span>
        {ms === null && <span class="text-quiet"> · {texts.stillRuns}</span>}
        {isFallback && <span class="text-warning"> · {texts.notInTime}</span>}
      </p>
      {ms !== null && <TimeBar ms={ms} />}
      {screen !== null && <Wire text={screen} />}
    </>
  )
}
