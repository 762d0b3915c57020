import { isDialled } from '../dialled.ts'

/** What the keys of the cheapest handset write when they are pressed again and again. */
export const keyLetters: Readonly<Record<string, string>> = {
  1: '.,?!1',
  2: 'abc2',
  3: 'def3',
  4: 'ghi4',
  5: 'jkl5',
  6: 'mno6',
  7: 'pqrs7',
  8: 'tuv8',
  9: 'wxyz9',
  0: ' 0',
  '*': "*+-/'()@",
  '#': '#',
}

export const keys: readonly string[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** Numbers, small letters, capitals. */
export type Mode = '123' | 'abc' | 'ABC'

const modes: readonly Mode[] = ['123', 'abc', 'ABC']

export function nextMode(mode: Mode): Mode {
  return modes[(modes.indexOf(mode) + 1) % modes.length] ?? '123'
}

/** What was typed, and the key that still turns its last letter. */
export interface Typed {
  readonly text: string
  readonly turning: { readonly key: string; readonly at: number } | null
}

export const nothingTyped: Typed = { text: '', turning: null }

/** How long a letter still turns, ms. */
export const turnsFor = 1_000

/** A key is pressed. @param at ms */
export function press({ text, turning }: Typed, key: string, mode: Mode, at: number): Typed {
  if (mode === '123') return { text: text + key, turning: null }
  const letters = keyLetters[key] ?? ''
  const isSame = turning?.key === key && at - turning.at < turnsFor
  const last = text.at(-1)?.toLowerCase() ?? ''
  const index = isSame ? (letters.indexOf(last) + 1) % letters.length : 0
  const letter = letters.charAt(index)
  const written = mode === 'ABC' ? letter.toUpperCase() : letter
  return { text: (isSame ? text.slice(0, -1) : text) + written, turning: { key, at } }
}

/** A press of the keypad; `null` is a wait, until the last letter turns no more. */
export type Stroke = { readonly key: string } | { readonly mode: Mode } | null

/** What somebody presses who writes a text; undefined where the keypad doesn't have it. */
export function strokesFor(text: string, mode: Mode): readonly Stroke[] | undefined {
  const isNumber = !text.includes(' ') && isDialled(text)
  const strokes: Stroke[] = []
  let now = mode
  const turnTo = (wanted: Mode): void => {
    if (now !== wanted) strokes.push({ mode: wanted })
    now = wanted
  }
  if (isNumber) {
    turnTo('123')
    return [...strokes, ...[...text].map((key) => ({ key }))]
  }
  let before = ''
  for (const character of text) {
    const small = character.toLowerCase()
    const key = keys.find((one) => keyLetters[one]?.includes(small))
    if (key === undefined) return undefined
    turnTo(small === character ? 'abc' : 'ABC')
    if (key === before) strokes.push(null)
    const times = (keyLetters[key]?.indexOf(small) ?? 0) + 1
    strokes.push(...Array.from({ length: times }, () => ({ key })))
    before = key
  }
  return strokes
}
