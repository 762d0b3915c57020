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
  return Object.values(words).some((word) => standsIn(line, word.split(marks), 0))
}

/**
 * Whether the parts of a text with gaps stand in a line, in their order, from its beginning to its end.
 *
 * @param least how many characters stand in each gap at least
 */
export function standsIn(line: string, [first = '', ...parts]: readonly string[], least: number): boolean {
  const last = parts.pop()
  if (last === undefined) return line === first
  if (!line.startsWith(first) || !line.endsWith(last)) return false
  let end = first.length
  for (const part of parts) {
    const at = line.indexOf(part, end + least)
    if (at === -1) return false
    end = at + part.length
  }
  return end + least <= line.length - last.length
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
