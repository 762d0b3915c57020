import type { Kind } from '../../pushes/kinds.ts'
import type { DialoguePhone } from '../dialogue/dialogue.ts'

/**
 * Who takes part in a story: subscribers on USSD, and one in each rich channel where a programmable service answers.
 *
 * @param kinds what the application receives
 */
export function castOf(phones: number, kinds: ReadonlySet<Kind>): Readonly<Record<string, DialoguePhone>> {
  const kind = kinds.has('ussd') || !kinds.has('programmable') ? {} : { kind: 'programmable' as const }
  const subscribers = Array.from({ length: phones }, (_, at) => [`phone${at + 1}`, { number: numberOf(at), ...kind }])
  const users = richChannels.map((channel, at) => [channel, { number: numberOf(phones + at), channel }])
  return Object.fromEntries([...subscribers, ...(kinds.has('programmable') ? users : [])])
}

/** The number of a phone that has none of its own, by its place. */
export function numberOf(at: number): string {
  return `+23300${String(7_130_001 + at).padStart(7, '0')}`
}

const richChannels = ['app', 'webstore', 'pos'] as const
