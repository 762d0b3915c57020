import { Empty } from '../../shared/empty.tsx'
import { duration } from '../../shared/format.ts'
import type { WholeRow } from '../../state/types.ts'
import { texts } from '../../texts.ts'
import { Runs } from './runs.tsx'
import { StepTable } from './step-table.tsx'
import { fillOf, type Step } from './steps.ts'

/** Where the time of a push went: on the scale of its deadline, then step by step. */
export function TimeTab({ row }: { row: WholeRow }) {
  const { timing, ms, deadline } = row
  if (timing === null || deadline === null) {
    return (
      <Empty title={texts.time.none}>
        <p class="text-quiet text-pretty">{texts.time.noneWhy}</p>
      </Empty>
    )
  }
  const took = timing.ms ?? ms
  const rest = ms - took
  return (
    <div class="p-3 flex flex-col gap-4">
      <section>
        <h3 class="font-semibold mb-1">{texts.time.whole}</h3>
        <Scale steps={timing.steps} took={took} deadline={deadline} />
      </section>
      <StepTable
        title={texts.time.steps}
        steps={timing.steps}
        from={0}
        to={took}
        // Of a notification the plugin may ask the service first.
        names={timing.entryId === undefined ? texts.time.names : { ...texts.time.names, handler: texts.time.handled }}
      />
      {rest >= 1 && <p class="text-quiet">{texts.time.wire(duration(rest))}</p>}
      {timing.entryId !== undefined && <Runs row={row} />}
      {timing.late !== null && timing.late.length > 0 && (
        <div class="flex flex-col gap-1">
          <StepTable
            title={texts.time.late}
            steps={timing.late}
            from={Math.min(...timing.late.map(({ from }) => from))}
            to={Math.max(0, ...timing.late.map(({ to }) => to ?? 0))}
          />
          <p class="text-quiet text-pretty">{texts.time.lateWhy}</p>
        </div>
      )}
    </div>
  )
}

/** From the arrival to the deadline, with marks at 5, 6 and 7 of 7 seconds. */
function Scale({ steps, took, deadline }: { steps: readonly Step[]; took: number; deadline: number }) {
  const whole = Math.max(deadline, took)
  const at = (ms: number) => `${(100 * ms) / whole}%`
  // Only turns have something at 5 and 6 s.
  const marks = (deadline === 7_000 ? [5, 6, 7] : [7]).map((part) => (deadline * part) / 7)
  return (
    <div role="img" aria-label={texts.time.title(duration(took), duration(deadline))}>
      <div class="relative h-6 rounded-field bg-base-200 border border-base-300 overflow-hidden">
        {steps.map(({ name, label, from, to }) => (
          <span
            key={`${name} ${label} ${from}`}
            class={`absolute inset-y-0 ${fillOf(name)}`}
            style={{ left: at(from), width: `max(2px, ${at((to ?? took) - from)})` }}
          />
        ))}
        {marks.map((mark) => (
          <span
            key={mark}
            class={`absolute inset-y-0 w-px ${mark === deadline ? 'bg-error' : 'bg-base-content/60'}`}
            style={{ left: `min(${at(mark)}, calc(100% - 1px))` }}
          />
        ))}
      </div>
      <div aria-hidden="true" class="relative h-5 text-[13px] text-quiet tabular-nums">
        {marks.map((mark) => (
          <span
            key={mark}
            class="absolute -translate-x-full whitespace-nowrap"
            style={{ left: `min(${at(mark)}, 100%)` }}
          >
            {duration(mark)}
          </span>
        ))}
      </div>
    </div>
  )
}
