import { texts } from '../texts.ts'
import { duration } from './format.ts'

const colors = { right: 'text-success', close: 'text-warning', wrong: 'text-error' }

/** How much of its time an answer took, on a scale that ends at the deadline; marks at 5 and 6 of 7 seconds. */
export function DeadlineBar({ ms, deadline, size }: { ms: number; deadline: number; size: 'small' | 'wide' }) {
  const part = Math.min(1, ms / deadline)
  const tone = ms > deadline ? 'wrong' : part > 5 / 7 ? 'close' : 'right'
  const words = texts.deadline(duration(ms), duration(deadline))
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      class={`deadline-bar ${colors[tone]} ${size === 'wide' ? 'h-3 w-full' : 'h-2 w-16'}`}
      style={{ backgroundSize: `1px 100%, 1px 100%, max(2px, ${part * 100}%) 100%` }}
    />
  )
}
