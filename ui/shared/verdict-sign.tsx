import { CircleAlert, CircleCheck, CircleX } from 'lucide-preact'
import type { Verdict } from '../state/verdict.ts'

const looks = {
  right: { Icon: CircleCheck, color: 'text-success' },
  close: { Icon: CircleAlert, color: 'text-warning' },
  wrong: { Icon: CircleX, color: 'text-error' },
}

/** A sign in its colour, with its word beside it or, where there is no room, for those who ask. */
export function VerdictSign({ verdict: { tone, word }, isBrief = false }: { verdict: Verdict; isBrief?: boolean }) {
  const { Icon, color } = looks[tone]
  return (
    <span class={`inline-flex items-center gap-1 min-w-0 ${color}`} title={isBrief ? word : undefined}>
      <Icon size={16} aria-hidden="true" class="shrink-0" />
      <span class={isBrief ? 'sr-only' : 'truncate'}>{word}</span>
    </span>
  )
}
