import { useState } from 'preact/hooks'
import { texts } from '../texts.ts'
import { bytes, visible } from './format.ts'
import { reachable } from './reachable.ts'

interface PayloadProps {
  readonly label: string
  readonly text: string
  readonly size: number
  readonly isWhole: boolean
}

/** A body as it went over the wire. JSON can be set in lines; nothing in it is ever more than text. */
export function Payload({ label, text, size, isWhole }: PayloadProps) {
  const [isRaw, setRaw] = useState(false)
  const formatted = inLines(text)
  return (
    <section aria-label={label} class="min-w-0">
      <div class="flex items-center gap-2 mb-1">
        <h3 class="font-semibold">{label}</h3>
        <span class="text-quiet tabular-nums">{bytes(size)}</span>
        <span class="flex-1" />
        {formatted !== undefined && (
          <button type="button" class="btn btn-xs" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            {texts.asSent}
          </button>
        )}
      </div>
      <Wire text={isRaw || formatted === undefined ? text : formatted} />
      {!isWhole && <p class="mt-1 text-warning">{texts.cutOff}</p>}
    </section>
  )
}

/** Text from the wire: monospaced, every character shown, folded into the width. */
export function Wire({ text }: { text: string }) {
  if (text === '') return <p class="text-quiet">{texts.nothing}</p>
  return (
    <pre
      {...reachable}
      dir="ltr"
      class="focus-seen font-mono text-[13px] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] bg-base-200 border border-base-300 rounded-box p-3 max-h-[60dvh] overflow-y-auto"
    >
      {visible(text)}
    </pre>
  )
}

function inLines(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : undefined
  } catch {
    return undefined
  }
}
