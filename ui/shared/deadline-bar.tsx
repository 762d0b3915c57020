import { texts } from '../texts.ts'
import { duration } from './format.ts'

const fills = { right: 'bg-success', close: 'bg-warning', wrong: 'bg-error' }

/** How much of its time an answer took, on a scale that ends at the deadline; marks at 5 and 6 of 7 seconds. */
export function DeadlineBar({ ms, deadline, wide = false }: { ms: number; deadline: number; wide?: boolean }) {
  const part = Math.min(1, ms / deadline)
  const tone = ms > deadline ? 'wrong' : part > 5 / 7 ? 'close' : 'right'
  return (
    <span
      role="img"
      aria-label={texts.deadline(duration(ms), duration(deadline))}
      title={texts.deadline(duration(ms), duration(deadline))}
      class={`relative block rounded-full bg-base-300 overflow-hidden ${wide ? 'h-3 w-full' : 'h-2 w-16'}`}
    >
      <span class={`absolute inset-y-0 left-0 ${fills[tone]}`} style={{ width: `max(2px, ${part * 100}%)` }} />
      {[5 / 7, 6 / 7].map((mark) => (
        <span key={mark} class="absolute inset-y-0 w-px bg-base-content/50" style={{ left: `${mark * 100}%` }} />
      ))}
    </span>
  )
}
