import { DeadlineBar } from '../../shared/deadline-bar.tsx'
import { duration } from '../../shared/format.ts'
import { texts } from '../texts.ts'

/** How long an answer took against the deadline of the service, with a word for its colour. */
export function TimeBar({ ms }: { ms: number }) {
  const { color, word } = ms > deadline ? late : ms > tightFrom ? tight : good
  return (
    <span class="flex items-start gap-2">
      <span class="flex-1 flex max-w-80 pt-1">
        <DeadlineBar ms={ms} deadline={deadline} size="wide" inWords={texts.timeOf} />
      </span>
      <span class="text-quiet tabular-nums whitespace-nowrap">{duration(ms)}</span>
      <span class={`${color} whitespace-nowrap`}>{word}</span>
    </span>
  )
}

const good = { color: 'text-success', word: texts.inTime }
const tight = { color: 'text-warning', word: texts.tight }
const late = { color: 'text-error', word: texts.tooLate }

// ms, as the bar has its colours.
const tightFrom = 5_000
const deadline = 7_000
