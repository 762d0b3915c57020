import { duration } from '../../shared/format.ts'
import { texts } from '../texts.ts'

/** How long an answer took against the deadline of the service, with a word for its colour. */
export function TimeBar({ ms }: { ms: number }) {
  const { color, word } = ms >= deadline ? late : ms >= tightFrom ? tight : good
  const words = texts.timeOf(duration(ms), ['6 s', '7 s'])
  return (
    <span class="flex items-center gap-2">
      <span
        role="img"
        aria-label={words}
        title={words}
        class={`deadline-bar h-3 flex-1 max-w-80 ${color}`}
        style={{
          backgroundImage: `${mark}, ${mark}, linear-gradient(currentColor 0 0)`,
          backgroundPosition: `${place(tightFrom)}, ${place(deadline)}, 0 0`,
          backgroundSize: `1px 100%, 1px 100%, max(2px, ${Math.min(100, (100 * ms) / scale)}%) 100%`,
        }}
      />
      <span class="text-quiet tabular-nums whitespace-nowrap">{duration(ms)}</span>
      <span class={`${color} whitespace-nowrap`}>{word}</span>
    </span>
  )
}

function place(at: number): string {
  return `${(100 * at) / scale}% 0`
}

const mark = 'linear-gradient(var(--mark) 0 0)'
const good = { color: 'text-success', word: texts.inTime }
const tight = { color: 'text-warning', word: texts.tight }
const late = { color: 'text-error', word: texts.tooLate }

// ms: the bar ends after the deadline, so that what was late is seen.
const tightFrom = 6_000
const deadline = 7_000
const scale = 8_000
