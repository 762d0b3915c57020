import type { Tone, Verdict } from '../state/log/verdict.ts'
import { visible } from './format.ts'
import { LineIcon } from './line-icon.tsx'

const circle = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0'

const looks: Readonly<Record<Tone, { readonly d: string; readonly color: string }>> = {
  right: { d: `${circle}M9 12l2 2 4-4`, color: 'text-success' },
  close: { d: `${circle}M12 8v4M12 16h.01`, color: 'text-warning' },
  quiet: { d: `${circle}M8 12h8`, color: 'text-quiet' },
  wrong: { d: `${circle}M15 9l-6 6M9 9l6 6`, color: 'text-error' },
}

/** A sign in its colour, with its word beside it. */
export function VerdictSign({ verdict: { tone, word } }: { verdict: Verdict }) {
  const { d, color } = looks[tone]
  return (
    <span class={`inline-flex items-center gap-1 min-w-0 ${color}`}>
      <LineIcon d={d} />
      <span class="break-words min-w-0">{visible(word)}</span>
    </span>
  )
}

/** The sign alone, where there is no room: its word is for those who hear it or point at it. */
export function VerdictIcon({ verdict: { tone, word } }: { verdict: Verdict }) {
  const { d, color } = looks[tone]
  const said = visible(word)
  return (
    <span role="img" aria-label={said} title={said} class={color}>
      <LineIcon d={d} />
    </span>
  )
}
