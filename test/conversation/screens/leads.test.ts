import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import type { ScreenContent } from '../../../src/conversation/screens/screen-content.ts'
import { allWays, manyLabels, noWays, screenOf, usual } from './screens.ts'

const lead = 'Reply with a number from the list.'
const small = { ...usual, limit: 48 }
const draw = (content: ScreenContent, page = 0) => drawPage(content, noWays, small, page)

describe('a line above a page that says what was wrong', () => {
  it('stands above the whole of it where there is room', () => {
    const content = screenOf('Shop', ['Rice'], { lead: 'No such number.' })
    expect(draw(content)).toEqual({ text: 'No such number.\nShop\n1. Rice', page: 0, isLast: true })
  })

  it('leaves of the title of a list that was read what there is room for', () => {
    const content = screenOf('What would you like?', ['Rice'], { lead: 'No such number.', isRead: true })
    expect(draw({ ...content, lead: 'Reply with a number.' }).text).toBe(
      'Reply with a number.\nWhat would you...\n1. Rice',
    )
  })

  it('takes the place of the title of a list that was read, and is shortened before a choice would make room', () => {
    const labels = ['Rice', 'Oil', 'Tea']
    const content = screenOf('What is it?', labels, { lead: 'Reply with a number.', isRead: true })
    expect(draw(content).text).toBe('Reply with a number.\n1. Rice\n2. Oil\n3. Tea')
    const choices = screenOf('', ['Rice', 'Oil of palms']).choices
    expect(draw({ ...content, lead, choices }).text).toBe('Reply with a number...\n1. Rice\n2. Oil of palms')
  })

  it('is followed by the same page, whole, where the list was not read or its choices leave no room', () => {
    const content = screenOf('What would you like?', ['Rice', 'Oil'], { lead })
    expect(draw(content)).toMatchObject({ text: `${lead}\n99 More`, page: 0, isLast: false, rest: '' })
    const full = screenOf('What?', ['Rice of the north', 'Oil of palms'], { lead, isRead: true })
    expect(draw(full)).toMatchObject({ text: `${lead}\n99 More`, page: 0, isLast: false, rest: '' })
    expect(draw({ ...full, lead: undefined })).toEqual({
      text: 'What?\n1. Rice of the north\n2. Oil of palms',
      page: 0,
      isLast: true,
    })
  })

  it('is followed by a text whole, of which it shows what there is room for', () => {
    const content = screenOf('Your street, and the number of the house?', [], { lead: 'Please type it.' })
    expect(draw(content)).toMatchObject({
      text: 'Please type it.\nYour street, and the\n99 More',
      isLast: false,
      rest: '',
    })
    const later = screenOf('word '.repeat(24).trim(), [], { lead: 'Please type it.', leadPage: 1 })
    expect(draw(later, 1)).toMatchObject({
      text: 'Please type it.\nword word word word word\n99 More',
      page: 1,
      rest: '',
    })
    expect(draw(later, 2)).toEqual(draw({ ...later, lead: undefined }, 2))
  })

  it('is said to its end where it is longer than a page', () => {
    const content = screenOf('How many?', [], {
      lead: 'We have no more than five of them at this time, so please enter less.',
    })
    const { text, rest = '' } = draw(content)
    expect(text).toBe('We have no more than five of them at\n99 More')
    expect(draw({ ...content, lead: rest }).text).toBe('this time, so please enter less.\nHow many?')
  })

  it('moves no choice to another page, on any page of any list', () => {
    const labels = fc.array(
      fc
        .string({ unit: fc.constantFrom(...'abc def'), minLength: 1, maxLength: 30 })
        .map((label) => `x${label.trim()}`),
      { minLength: 1, maxLength: 30 },
    )
    const words = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'abc def'), minLength: 1, maxLength }).map((text) => `x${text.trim()}`)
    fc.assert(
      fc.property(
        labels,
        words(120),
        words(200),
        fc.boolean(),
        fc.nat({ max: 4 }),
        fc.integer({ min: 40, max: 200 }),
        (list, title, line, isRead, page, limit) => {
          const fit = { ...usual, limit }
          const content = screenOf(title, list)
          const plain = drawPage(content, allWays, fit, page)
          const led = drawPage({ ...content, lead: line, leadPage: plain.page, isRead }, allWays, fit, plain.page)
          expect(led.page).toBe(plain.page)
          if (led.rest !== undefined) {
            expect(led).toMatchObject({ isLast: false, text: expect.stringMatching(/99/) })
            return
          }
          const lines = (text: string) => text.split('\n').filter((shown) => /^\d+\. |^0|99/.test(shown))
          expect(lines(led.text)).toEqual(lines(plain.text))
          expect(led).toMatchObject({ isLast: plain.isLast })
          expect(led.next).toEqual(plain.next)
        },
      ),
    )
  })

  it('costs no more on the last page of a long list than the list does', () => {
    const content = screenOf('Shop', manyLabels(2_000))
    const last = drawPage(content, allWays, usual, 1e9)
    const led = drawPage(
      { ...content, lead, leadPage: last.page, isRead: true, starts: last.starts },
      allWays,
      usual,
      last.page,
    )
    expect(led.text).toContain('2000. Rice 2000 kg\n0 Back 00 Menu')
    expect(led).toMatchObject({ page: last.page, isLast: true })
  })
})
