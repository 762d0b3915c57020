import { useEffect, useRef, useState } from 'preact/hooks'
import { texts } from '../../texts/index.ts'
import { isDialled } from '../dialled.ts'
import { type Mode, type Stroke, strokesFor } from './multi-tap.ts'

/** Presses a second of somebody who writes their first message, of most people, and of a quick one. */
const speeds = [
  { name: texts.handset.slow, perSecond: 1 },
  { name: texts.handset.usual, perSecond: 2.5 },
  { name: texts.handset.quick, perSecond: 6 },
]

interface TypistProps {
  readonly mode: Mode
  /** Whether what is typed is a code, which has no letters. */
  readonly dials: boolean
  readonly onStroke: (stroke: Stroke) => void
}

/** Writes a text on the keypad, as slowly as people do: the seconds of the session run on. */
export function Typist({ mode, dials, onStroke }: TypistProps) {
  const [text, setText] = useState('')
  const [speed, setSpeed] = useState(1)
  const [left, setLeft] = useState<readonly Stroke[]>([])
  const hears = useRef(onStroke)
  hears.current = onStroke
  const perSecond = speeds[speed]?.perSecond ?? 1
  const strokes = dials && !isDialled(text) ? undefined : strokesFor(dials ? text.replaceAll(' ', '') : text, mode)
  const seconds = Math.ceil((strokes?.length ?? 0) / perSecond)

  // What is left of a code is no answer, and of an answer no code.
  useEffect(() => setLeft([]), [dials])
  useEffect(() => {
    if (left.length === 0) return undefined
    const timer = setTimeout(() => {
      const [next = null, ...rest] = left
      hears.current(next)
      setLeft(rest)
    }, 1_000 / perSecond)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <details class="mt-2 rounded-box border border-base-300 bg-base-100">
      <summary class="px-3 py-2 cursor-pointer focus-seen">{texts.handset.typist}</summary>
      <form
        class="px-3 pb-3 flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setLeft(strokes ?? [])
        }}
      >
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{texts.handset.writes}</span>
          <input
            class="input input-sm w-full"
            value={text}
            autocomplete="off"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{texts.handset.speed}</span>
          <select
            class="select select-sm w-full"
            value={speed}
            onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
          >
            {speeds.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="flex items-center gap-2">
          <p role="status" class="flex-1 text-quiet tabular-nums">
            {left.length > 0
              ? texts.handset.left(left.length)
              : strokes === undefined
                ? dials
                  ? texts.onlyDigits
                  : texts.handset.cannot
                : text !== '' && texts.handset.takes(strokes.length, seconds)}
          </p>
          {left.length > 0 ? (
            <button type="button" class="btn btn-sm" onClick={() => setLeft([])}>
              {texts.handset.stop}
            </button>
          ) : (
            <button type="submit" class="btn btn-sm" disabled={text === '' || strokes === undefined}>
              {texts.handset.write}
            </button>
          )}
        </div>
      </form>
    </details>
  )
}
