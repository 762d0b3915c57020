import type { Screens } from '../turns/screens.ts'
import { frenchWords } from './french-words.ts'
import { type FitSettings, roomOf } from './screens/room.ts'
import type { SaidText } from './screens/said-texts.ts'
import { englishWords, richWords, type SpokenWords, type Words } from './words.ts'

/** What an author has written of some words, as it stands on the screens of a phone: not what is ours. */
export function ownWords(words: Partial<Words>, fit: FitSettings): readonly SaidText[] {
  return Object.entries(words)
    .filter(([, text]) => !ours.has(text))
    .map(([name, text]) => {
      const isAlone = alone.has(name)
      return { name: `words.${name}`, text, isAlone, room: isAlone ? roomOf(fit) : undefined }
    })
}

/** The same of what a registration says in place of a script that has no words for it. */
export function ownScreens(screens: Partial<Screens>, words: SpokenWords, fit: FitSettings): readonly SaidText[] {
  return Object.entries(screens)
    .filter(([name]) => !(name in words))
    .map(([name, text]) => ({ name: `screens.${name}`, text, isAlone: true, room: roomOf(fit) }))
}

/** Whether a line is one of some words, with its marks filled in. */
export function isOfWords(line: string, words: Words): boolean {
  return Object.values(words).some((word) => isFilled(line, word.split(marks)))
}

/** Whether the parts of a word stand in a line, in their order, and nothing behind them. */
function isFilled(line: string, [first = '', ...parts]: readonly string[]): boolean {
  const last = parts.pop()
  if (last === undefined) return line === first
  if (!line.startsWith(first) || !line.endsWith(last)) return false
  let at = first.length
  for (const part of parts) {
    const found = line.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= line.length - last.length
}

const marks = /\{\w+\}/
const ours: ReadonlySet<string> = new Set(
  [englishWords, richWords, frenchWords].flatMap((words) => Object.values(words)),
)

/** Screens of one page: what does not fit is left out. */
const alone: ReadonlySet<string> = new Set([
  'waiting',
  'failed',
  'nothingPaid',
  'busy',
  'ended',
  'paused',
  'tooOften',
  'unknown',
])
