import { reachable } from './focus/reachable.ts'
import { InParts } from './in-parts.tsx'

/** Bytes a line: as many as fit 360 px. */
const perLine = 8
/** More lines than these hold the page up, and nobody reads them. */
const mostBytes = 16_384

/** Bytes as they came: where they stand, each in hexadecimal, and the letter that it is in ASCII. */
export function Hex({ base64 }: { base64: string }) {
  const all = atob(base64)
  const lines = Array.from({ length: Math.ceil(Math.min(all.length, mostBytes) / perLine) }, (_, index) =>
    lineOf(all.slice(index * perLine, (index + 1) * perLine), index * perLine),
  )
  const rest = all.length > mostBytes ? [`… ${all.length - mostBytes}`] : []
  return (
    <pre
      {...reachable}
      dir="ltr"
      class="focus-seen font-mono leading-5 bg-base-200 border border-base-300 rounded-box p-3 max-h-[60dvh] overflow-auto"
    >
      <InParts text={[...lines, ...rest].join('\n')} />
    </pre>
  )
}

function lineOf(line: string, at: number): string {
  const codes = [...line].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  const letters = line.replaceAll(/[^\x20-\x7e]/g, '·')
  return `${at.toString(16).padStart(4, '0')}  ${codes.join(' ').padEnd(perLine * 3 - 1)}  ${letters}`
}
