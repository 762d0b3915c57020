import { useLayoutEffect } from 'preact/hooks'
import { DeadlineBar } from '../shared/deadline-bar.tsx'
import { rowLine } from '../shared/focus/row-line.ts'
import { duration } from '../shared/format.ts'
import { cameOf, placeOf } from '../state/log/rows.ts'
import { now } from '../state/simulator.ts'
import type { Row } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { Line, partsOf } from './row-line.tsx'

/** A push that waits for its answer: its bar grows until its row takes its place, and the focus with it. */
export function PendingLine({ push, isInStory }: { push: Row; isInStory: boolean }) {
  const { at, deadline } = push
  const ms = Math.max(0, now.value - at)
  const waited = placeOf(push)
  useLayoutEffect(() => () => handOver(waited), [waited])
  return (
    <Line
      place={waited}
      isInStory={isInStory}
      parts={{
        ...partsOf(push),
        took: <span class="text-right tabular-nums text-quiet whitespace-nowrap">{duration(ms)}</span>,
        bar:
          deadline === null ? undefined : (
            <DeadlineBar ms={ms} deadline={deadline} size="small" grows inWords={texts.barInWords} />
          ),
      }}
    />
  )
}

function handOver(waited: number): void {
  const came = cameOf(waited)
  if (came === undefined || document.activeElement?.matches(`[data-row="${waited}"]`) !== true) return
  requestAnimationFrame(() => rowLine(came.id)?.focus({ preventScroll: true }))
}
