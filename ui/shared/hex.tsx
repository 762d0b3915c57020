import { reachable } from './focus/reachable.ts'

/** Bytes a line: as many as fit 360 px. */
const perLine = 8
/** Nobody reads more than these. */
const mostBytes = 16_384
/** Lines that are drawn together, when they come into sight: all of them at once hold the page up. */
const perPart = 64

/** Bytes as they came: where they stand, each in hexadecimal, and the letter that it is in ASCII. */
export function Hex({ base64 }: { base64: string }) {
  const all = atob(base64)
  const lines = Array.from({ length: Math.ceil(Math.min(all.length, mostBytes) / perLine) }, (_, index) =>
    lineOf(all.slice(index * perLine, (index + 1) * perLine), index * perLine),
  )
  if (all.length > mostBytes) lines.push(`… ${all.length - mostBytes}`)
  const parts = Array.from({ length: Math.ceil(lines.length / perPart) }, (_, index) =>
    lines.slice(index * perPart, (index + 1) * perPart),
  )
  return (
    <div
      {...reachable}
      dir="ltr"
      class="focus-seen font-mono leading-5 bg-base-200 border border-base-300 rounded-box p-3 max-h-[60dvh] overflow-auto"
    >
      {parts.map((part, index) => (
        <pre
          key={index}
          class="[content-visibility:auto] font-[inherit]"
          style={{ containIntrinsicHeight: `${part.length * lineHeight}px` }}
        >
          {part.join('\n')}
        </pre>
      ))}
    </div>
  )
}

/** px */
const lineHeight = 20

function lineOf(line: string, at: number): string {
  const codes = [...line].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  const letters = line.replaceAll(/[^\x20-\x7e]/g, '·')
  return `${at.toString(16).padStart(4, '0')}  ${codes.join(' ').padEnd(perLine * 3 - 1)}  ${letters}`
}
