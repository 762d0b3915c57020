import { DeadlineBar } from '../shared/deadline-bar.tsx'
import { duration } from '../shared/format.ts'
import { now } from '../state/simulator.ts'
import type { Row } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { drawn, lookOf, partsOf } from './row-line.tsx'

/** A push that waits for its answer: its bar grows until its row takes its place. */
export function PendingLine({ push, isInStory }: { push: Row; isInStory: boolean }) {
  const { at, deadline, pendingAs } = push
  const ms = Math.max(0, now.value - at)
  return (
    <div data-pending={pendingAs} class={`border-transparent ${lookOf(isInStory)}`}>
      {drawn({
        ...partsOf(push),
        took: <span class="text-right tabular-nums text-quiet whitespace-nowrap">{duration(ms)}</span>,
        bar:
          deadline === null ? undefined : (
            <DeadlineBar ms={ms} deadline={deadline} size="small" grows inWords={texts.barInWords} />
          ),
      })}
    </div>
  )
}
