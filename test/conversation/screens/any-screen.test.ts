import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import type { FitSettings } from '../../../src/conversation/screens/room.ts'
import type { Way } from '../../../src/conversation/screens/screen-content.ts'
import { gsm7Length } from '../../../src/text/gsm7.ts'
import { noWays, pagesOf, screenOf } from './screens.ts'

const characters = fc.constantFrom<FitSettings['characters']>('gsm7', 'ascii', 'keep')
const settings = fc.record({ limit: fc.integer({ min: 40, max: 400 }), characters })

/** Letters of every kind, often in words, with marks, pairs, spaces and controls between them. */
const units = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcxyz 019,.€[`éÅɔɛ₵') },
  { weight: 4, arbitrary: fc.constantFrom(' ', '\n', 'word ', 'a-long-word ', 'unanswerable') },
  { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u{1f375}', '\u200d', '\ud800', '\0', '\t', '\r\n', '\u00a0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
)
const textOf = (maxLength: number) => fc.array(units, { maxLength }).map((parts) => parts.join(''))
const text = fc.oneof(textOf(20), textOf(600))
const labels = fc.array(fc.oneof({ weight: 5, arbitrary: textOf(12) }, { weight: 1, arbitrary: textOf(300) }), {
  maxLength: 40,
})
const line = fc.array<Way>(fc.record({ key: textOf(4), word: textOf(10) }), { maxLength: 4 })
const ways = fc.record({ first: line, later: line, more: fc.record({ key: textOf(4), word: textOf(10) }) })

describe('any screen', () => {
  it('keeps to the limit on every page, shows something on each, and no half of a character', () => {
    fc.assert(
      fc.property(
        text,
        fc.option(text),
        fc.nat({ max: 4 }),
        labels,
        ways,
        settings,
        (title, lead, leadPage, list, anyWays, fit) => {
          const content = screenOf(title, list, { lead: lead ?? undefined, leadPage })
          for (const page of pagesOf(content, anyWays, fit)) {
            expect(page).toSatisfy((shown: string) => fits(shown, fit))
            expect(page).toMatch(/[^\s\p{Cc}\p{Cf}]/u)
            expect(page.isWellFormed()).toBe(true)
            expect(page).not.toMatch(/^\s|\s$|[\0\r\t]/)
          }
        },
      ),
      {
        numRuns: 300,
        examples: [
          // So does the first character of a long choice.
          [
            'a-long-word a-long-word ',
            null,
            0,
            ['₵unanswerableunanswerable'],
            { first: [], later: [], more: { key: '', word: '' } },
            { limit: 40, characters: 'keep' },
          ],
          // The character below the lead halves the room, so that it does not fit there.
          [
            '¦',
            'unanswerableword ',
            0,
            [],
            { first: [], later: [], more: { key: 'unanswerable', word: '' } },
            { limit: 40, characters: 'keep' },
          ],
        ],
      },
    )
  })

  it('is the same when a page of it is drawn again', () => {
    fc.assert(
      fc.property(text, labels, ways, settings, fc.nat({ max: 20 }), (title, list, anyWays, fit, page) => {
        const content = screenOf(title, list)
        const drawn = drawPage(content, anyWays, fit, page)
        expect(drawPage(content, anyWays, fit, page)).toEqual(drawn)
        expect(drawPage(content, anyWays, fit, drawn.page)).toEqual(drawn)
        expect(drawn.isLast || drawn.page === page).toBe(true)
      }),
    )
  })

  it('shows every word of its text over its pages, in order', () => {
    fc.assert(
      fc.property(text, settings, (title, fit) => {
        const whole = drawPage(screenOf(title), noWays, { ...fit, limit: 1e6 }, 0).text
        expect(letters(withoutMore(pagesOf(screenOf(title), noWays, fit)).join(''))).toBe(letters(whole))
      }),
      { numRuns: 200, examples: [['a\n99', { limit: 40, characters: 'gsm7' }]] },
    )
  })

  it('cuts no word that fits on a page', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 45 })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 40, max: 400 }),
        (words, limit) => {
          const pages = withoutMore(pagesOf(screenOf(words.join(' ')), noWays, { limit, characters: 'gsm7' }))
          const room = limit - '\n99 More'.length
          const shown = new Set(pages.flatMap((page) => page.split(' ')))
          for (const one of words) if (one.length <= room) expect(shown).toContain(one)
        },
      ),
    )
  })

  it('begins no page with a mark that belongs to the letter before it', () => {
    const letter = fc.constantFrom('ɔ', 'ɔ\u0301', 'ɛ\u0303\u0301', 'a\u0323', '\u{1f375}', '\u{1f44d}\u{1f3fe}')
    const word = fc.array(letter, { minLength: 100, maxLength: 200 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(word, fc.integer({ min: 40, max: 400 }), (one, limit) => {
        for (const page of pagesOf(screenOf(one), noWays, { limit, characters: 'keep' })) {
          expect(page).not.toMatch(/^[\p{M}\p{Emoji_Modifier}]/u)
        }
      }),
    )
  })

  it('shows every choice once, whole or shortened, under its own number', () => {
    fc.assert(
      fc.property(text, labels, settings, (title, list, fit) => {
        const heading = /^\d+\.(?: |$)/
        const content = screenOf(`Q${title.replaceAll(/[0-9]/g, 'x')}`, list)
        const lines = withoutMore(pagesOf(content, noWays, fit)).flatMap((page) => page.split('\n'))
        const choices = lines.filter((shown) => heading.test(shown))
        expect(choices.map((shown) => Number.parseInt(shown, 10))).toEqual(list.map((_, index) => index + 1))
        for (const [index, shown] of choices.entries()) {
          const whole = wholeChoice(list[index] ?? '', index + 1, fit)
          const isShortened = shown !== whole
          if (isShortened) expect(whole.startsWith(shown.replace(/\.\.\.$/, ''))).toBe(true)
          if (isShortened) expect(fits(`${whole}\n99 More`, fit) && fits(whole, fit)).toBe(false)
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** Counted anew, as the networks do: 7 bits a character where all are in the alphabet, else 16. */
function fits(page: string, { limit, characters }: FitSettings): boolean {
  const septets = gsm7Length(page)
  if (septets !== undefined) return septets <= limit
  return characters === 'keep' && page.length <= Math.floor((limit * 7) / 16)
}

/** Only a page that another follows has a way to it: a 99 at the end of the last one belongs to the text. */
function withoutMore(pages: readonly string[]): string[] {
  return [...pages.slice(0, -1).map((page) => page.replace(/\n99(?: More)?$/, '')), ...pages.slice(-1)]
}

function letters(page: string): string {
  return page.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')
}

function wholeChoice(label: string, number: number, { characters }: FitSettings): string {
  const drawn = drawPage(screenOf('Q', [label]), noWays, { limit: 1e6, characters }, 0).text
  return drawn.replace('Q\n1.', `${number}.`)
}
