import { signal } from '@preact/signals'
import { Empty } from '../../shared/empty.tsx'
import { reachable } from '../../shared/focus/reachable.ts'
import { duration, visible } from '../../shared/format.ts'
import { Wire } from '../../shared/payload.tsx'
import { hrefOf, place } from '../address.ts'
import { ask } from '../ask.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { may, overview, problem, transcripts } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { Transcript, Turn } from '../types.ts'
import { TimeBar } from './time-bar.tsx'

/** Whether it is asked why it should be unmasked. */
const isAsking = signal(false)

/** What a subscriber entered and saw, masked, with the time of each answer. Ids may come again: the newest is first. */
export function SessionView() {
  const { entry } = place.value
  const found = transcripts.value.filter(({ name }) => name === entry)
  if (entry === '') return <Empty title={texts.chooseSession} />
  return (
    <section {...reachable} aria-label={texts.session} class="focus-seen h-full overflow-y-auto p-3">
      <a href={hrefOf({ entry: '' })} class="block w-fit mb-2 underline min-[900px]:hidden">
        {texts.back}
      </a>
      {found.some(({ masked }) => !masked) && <p class="text-warning mb-3">{texts.unmasked}</p>}
      {may('unmask') && found.some(({ masked }) => masked) && (
        <button type="button" class="btn btn-sm mb-3" onClick={askWhy}>
          {texts.unmask}
        </button>
      )}
      {isAsking.value && (
        <AskDialog
          title={texts.unmaskSession}
          what={texts.unmaskSessionWhat}
          field={{ label: texts.reason, most: 2_000 }}
          close={close}
          act={async (reason) => {
            const answer = await ask<{ readonly sessions: readonly Transcript[] }>('session/unmask', {
              session: entry,
              reason,
            })
            transcripts.value = answer.sessions
            close()
          }}
        />
      )}
      {found.map((session) => (
        <OneSession key={session.startedAt} session={session} />
      ))}
    </section>
  )
}

function askWhy(): void {
  problem.value = ''
  isAsking.value = true
}

function close(): void {
  isAsking.value = false
}

function OneSession({ session }: { session: Transcript }) {
  return (
    <article class="mb-6 flex flex-col gap-3">
      <div>
        <h2 class="font-semibold text-base [overflow-wrap:anywhere]" dir="ltr">
          {visible(session.sessionId)}
        </h2>
        <p class="text-quiet">
          {session.kind} · {visible(session.phone)} · {shownTime(session.startedAt)} ·{' '}
          {texts.sessionState(session, overview.value?.now ?? Date.now())}
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
