import { duration } from './format.ts'

const colors = { right: 'text-success', close: 'text-warning', wrong: 'text-error' }

interface DeadlineBarProps {
  readonly ms: number
  readonly deadline: number
  readonly size: 'small' | 'wide'
  /** Whether its time still runs. */
  readonly grows?: boolean
  /** The same for those who hear it. */
  readonly inWords: (ms: string, deadline: string, marks: readonly string[]) => string
}

/** How much of its time an answer took, on a scale that ends at the deadline; the wide one says what its marks are. */
export function DeadlineBar({ ms, deadline, size, grows = false, inWords }: DeadlineBarProps) {
  const part = Math.min(1, ms / deadline)
  const tone = ms > deadline ? 'wrong' : part > 5 / 7 ? 'close' : 'right'
  const { marks, image, positions, sizes } = scaleOf(deadline)
  const words = inWords(
    duration(ms),
    duration(deadline),
    marks.map(({ name }) => name),
  )
  const bar = (
    <span
      role="img"
      aria-label={words}
      title={words}
      class={`deadline-bar ${colors[tone]} ${size === 'wide' ? 'h-3 w-full' : 'h-2 w-full basis-11 shrink-0'} ${grows ? 'bar-that-grows' : ''}`}
      style={{
        backgroundImage: image,
        backgroundPosition: positions,
        backgroundSize: `${sizes}max(2px, ${part * 100}%) 100%`,
      }}
    />
  )
  if (size === 'small') return bar
  return (
    <span class="flex-1 min-w-0 relative block pb-5">
      {bar}
      {marks.map(({ name, at }) => (
        <span
          key={name}
          aria-hidden="true"
          class="absolute bottom-0 -translate-x-1/2 leading-5 text-quiet tabular-nums whitespace-nowrap"
          style={{ left: `${at}%` }}
        >
          {name}
        </span>
      ))}
    </span>
  )
}

interface Scale {
  readonly marks: readonly { readonly name: string; readonly at: number }[]
  readonly image: string
  readonly positions: string
  readonly sizes: string
}

const scales = new Map<number, Scale>()

/** Of a turn the seconds at which it gets tight; of all else round times. Drawn for each row, so each scale is made once. */
function scaleOf(deadline: number): Scale {
  const known = scales.get(deadline)
  if (known !== undefined) return known
  const marks = marksOf(deadline).map((ms) => ({ name: briefly(ms), at: (100 * ms) / deadline }))
  const scale = {
    marks,
    image: [...marks.map(() => 'linear-gradient(var(--mark) 0 0)'), 'linear-gradient(currentColor 0 0)'].join(),
    positions: [...marks.map(({ at }) => `${at}% 0`), '0 0'].join(),
    sizes: marks.map(() => '1px 100%, ').join(''),
  }
  scales.set(deadline, scale)
  return scale
}

function marksOf(deadline: number): readonly number[] {
  if (deadline === ofTurns) return [5_000, 6_000]
  const step = steps.find((one) => deadline / one <= 4) ?? deadline / 2
  return Array.from({ length: Math.ceil(deadline / step) - 1 }, (_, index) => (index + 1) * step)
}

/** ms that the service gives a turn. */
const ofTurns = 7_000

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * 1_000)

/** 5 s, 2 min. */
function briefly(ms: number): string {
  return ms >= 120_000 ? `${ms / 60_000} min` : `${ms / 1_000} s`
}
