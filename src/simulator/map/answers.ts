import type { Seen } from './visit.ts'

/**
 * An answer that a question takes, by what stands on its screen: a pattern, or words in any case.
 *
 * @example
 * const answers: KnownAnswer[] = [['your pin', '2580'], [/^How many/, '3']]
 */
export type KnownAnswer = readonly [screen: string | RegExp, answer: string]

/** One answer to a screen. */
export interface Answer {
  readonly text: string
  /** What the map says of it. */
  readonly label: string
  readonly how: 'chosen' | 'more' | 'way' | 'typed' | 'untold'
}

/**
 * Every answer to a screen: what it offers; where it offers no choice, what is known of its question, what the screen gives
 * as an example, and answers that common questions take. What leads back where nothing says so is tried too.
 */
export function answersTo({ choices, more, ways, prompt }: Seen, known: readonly KnownAnswer[]): Answer[] {
  const own = known.filter(([shown]) => isOn(prompt, shown)).map(([, text]) => typed(text))
  const typedOnes = choices.length > 0 ? own : [...own, ...(own.length > 0 ? [] : typical.map(typed))]
  const all: Answer[] = [
    ...choices.map(({ label, value }): Answer => ({ text: value, label: label || value, how: 'chosen' })),
    ...(more === undefined ? [] : [{ text: more.value, label: more.label || more.value, how: 'more' as const }]),
    ...ways.map(({ label, value }): Answer => ({ text: value, label: label || value, how: 'way' })),
    ...typedOnes,
    { text: '0', label: '0', how: 'untold' },
  ]
  return all.filter((answer, at) => all.findIndex(({ text }) => text === answer.text) === at)
}

/** Whether a screen is meant. */
export function isOn(prompt: string, shown: string | RegExp): boolean {
  return typeof shown === 'string' ? prompt.toLowerCase().includes(shown.toLowerCase()) : prompt.search(shown) !== -1
}

function typed(text: string): Answer {
  return { text, label: text, how: 'typed' }
}

/** Whole numbers, an amount, a name, a phone, an address, dates, codes. */
export const typical: readonly string[] = [
  '1',
  '10',
  '250',
  '2.5',
  'Ama Mensah',
  '0240000000',
  'ama@example.com',
  '2020-01-31',
  '31/01/2030',
  '1234',
  '123456',
]
