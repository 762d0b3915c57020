import { useState } from 'preact/hooks'
import { jsonInLines } from '../../src/text/json/json-in-lines.ts'
import { reachable } from './focus/reachable.ts'
import { bytes, visible } from './format.ts'
import { Hex } from './hex.tsx'
import { InParts } from './in-parts.tsx'

interface PayloadProps {
  readonly label: string
  readonly text: string
  /** The bytes themselves. */
  readonly base64: string
  readonly size: number
  readonly isWhole: boolean
  readonly words: PayloadWords
}

/** What stands on the buttons of a body, and under it. */
export interface PayloadWords {
  readonly asSent: string
  readonly hex: string
  readonly notText: string
  readonly cutOff: string
}

/** A body as it went over the wire. JSON is set in lines, and nothing of it is lost by that; all can be seen as bytes. Nothing in it is ever more than text. */
export function Payload({ label, text, base64, size, isWhole, words }: PayloadProps) {
  const [look, setLook] = useState<'lines' | 'sent' | 'bytes'>('lines')
  const formatted = jsonInLines(text)
  const toggle = (wanted: 'sent' | 'bytes') => setLook(look === wanted ? 'lines' : wanted)
  return (
    <section aria-label={label} class="min-w-0">
      <div class="flex items-center gap-2 mb-1">
        <h3 class="font-semibold">{label}</h3>
        <span class="text-quiet tabular-nums">{bytes(size)}</span>
        <span class="flex-1" />
        {formatted !== undefined && formatted !== text && (
          <button type="button" class="btn btn-xs" aria-pressed={look === 'sent'} onClick={() => toggle('sent')}>
            {words.asSent}
          </button>
        )}
        {base64 !== '' && (
          <button type="button" class="btn btn-xs" aria-pressed={look === 'bytes'} onClick={() => toggle('bytes')}>
            {words.hex}
          </button>
        )}
      </div>
      {look === 'bytes' ? <Hex base64={base64} /> : <Wire text={look === 'lines' ? (formatted ?? text) : text} />}
      {look !== 'bytes' && isWhole && isLossy(text, base64) && <p class="mt-1 text-quiet">{words.notText}</p>}
      {!isWhole && <p class="mt-1 text-quiet">{words.cutOff}</p>}
    </section>
  )
}

/** Text from the wire: monospaced, every character shown, folded into the width. */
export function Wire({ text }: { text: string }) {
  if (text === '') return <p class="text-quiet">–</p>
  return (
    <pre
      {...reachable}
      dir="ltr"
      class="focus-seen font-mono leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] bg-base-200 border border-base-300 rounded-box p-3 max-h-[60dvh] overflow-y-auto"
    >
      <InParts text={visible(text)} />
    </pre>
  )
}

/** Whether the text stands for other bytes than came: those that are no UTF-8 were replaced. */
function isLossy(text: string, base64: string): boolean {
  if (!text.includes('\ufffd')) return false
  const sent = atob(base64)
  const written = new TextEncoder().encode(text)
  return written.length !== sent.length || written.some((byte, index) => byte !== sent.charCodeAt(index))
}
