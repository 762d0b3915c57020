import { Empty } from '../../../shared/empty.tsx'
import { duration } from '../../../shared/format.ts'
import type { WholeRow } from '../../../state/types.ts'
import { texts } from '../../../texts/later.ts'
import { Runs } from './runs.tsx'
import { Scale } from './scale.tsx'
import { StepTable } from './step-table.tsx'

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
        <h3 class="font-semibold mb-1 flex justify-between gap-3">
          {texts.time.whole}
          <span class="font-normal tabular-nums whitespace-nowrap">
            {texts.time.title(duration(took), duration(deadline))}
          </span>
        </h3>
        <Scale steps={timing.steps} took={took} deadline={deadline} size="wide" />
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
