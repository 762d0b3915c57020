import { duration, visible } from '../../shared/format.ts'
import type { WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { Scale } from './time/scale.tsx'

/** What the application did with a turn: how it came to its answer, what the subscriber reads, and where the time went. */
export function TurnDone({ row: { kind, screen, timing, ms, deadline } }: { row: WholeRow }) {
  if (kind !== 'ussd' && kind !== 'programmable') return null
  const how = texts.work.turns[timing?.source ?? '']
  if (how === undefined && screen === null) return null
  return (
    <section aria-label={texts.work.title} class="rounded-box border border-base-300 p-3 flex flex-col gap-2">
      <h3 class="font-semibold">{texts.work.title}</h3>
      {how !== undefined && <p class="text-pretty">{how.long}</p>}
      {screen !== null && <p class="as-said border-l-2 border-base-300 pl-3">{visible(screen)}</p>}
      {timing !== null && deadline !== null && (
        <>
          <Scale steps={timing.steps} took={timing.ms ?? ms} deadline={deadline} size="small" />
          <ul class="flex flex-wrap gap-x-3 text-quiet">
            {timing.steps.map(({ name, label, from, to }) => (
              <li key={`${name} ${label} ${from}`} class="tabular-nums [overflow-wrap:anywhere]">
                {[texts.time.names[name], label, to === null ? texts.time.goesOn : duration(to - from)]
                  .filter((part) => part !== null)
                  .join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
