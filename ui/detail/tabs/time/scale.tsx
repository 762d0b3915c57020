import { duration } from '../../../shared/format.ts'
import { texts } from '../../../texts/later.ts'
import { fillOf, type Step } from './steps.ts'

interface ScaleProps {
  readonly steps: readonly Step[]
  /** ms */
  readonly took: number
  /** ms */
  readonly deadline: number
  readonly size: 'small' | 'wide'
}

/** From the arrival to the deadline, with marks at 5, 6 and 7 of 7 seconds. */
export function Scale({ steps, took, deadline, size }: ScaleProps) {
  const whole = Math.max(deadline, took)
  const at = (ms: number) => `${(100 * ms) / whole}%`
  // Only turns have something at 5 and 6 s.
  const marks = (deadline === 7_000 ? [5, 6, 7] : [7]).map((part) => (deadline * part) / 7)
  return (
    <div role="img" aria-label={texts.time.title(duration(took), duration(deadline))}>
      <div
        class={`relative ${size === 'wide' ? 'h-6' : 'h-4'} rounded-field bg-base-200 border border-base-300 overflow-hidden`}
      >
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
      <div aria-hidden="true" class="relative h-5 text-quiet tabular-nums">
        <span class="absolute left-0">0</span>
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
