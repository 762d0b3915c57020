import { describe, expect, it } from 'vitest'
import { date, decimal, email, phone, text, whole } from '../../../src/conversation/index.ts'
import { fillWords } from '../../../src/conversation/questions/make-question.ts'
import { englishWords } from '../../../src/conversation/words.ts'
import { context, readBy } from './reading.ts'

describe('what a question says to a wrong answer', () => {
  it('comes from the words of the conversation, with its limits filled in', () => {
    const words = { ...englishWords, tooLarge: 'De {min} à {max} ({max} au plus)' }
    expect(whole({ min: 1, max: 20 }).read('21', { ...context, words })).toEqual({ problem: 'De 1 à 20 (20 au plus)' })
  })

  it.each([
    ['text', text({ problem: 'No.', min: 2 }), 'a'],
    ['whole', whole({ problem: 'No.' }), 'a'],
    ['decimal', decimal({ problem: 'No.' }), 'a'],
    ['phone', phone({ problem: 'No.' }), 'a'],
    ['email', email({ problem: 'No.' }), 'a'],
    ['date', date({ problem: 'No.' }), 'a'],
  ] as const)('is its own problem where it has one: %s', (_, question, entered) => {
    expect(readBy<string | number>({ ...question, check: undefined }, entered)).toEqual(['No.'])
    expect(readBy<string | number>({ ...question, check: undefined }, '')).toEqual(['No.'])
  })

  it('is not said to a right answer', () => {
    expect(readBy(whole({ problem: 'No.' }), '5')).toBe(5)
  })

  it('leaves out the mark of a limit that there is not, and keeps every other mark', () => {
    expect(fillWords('{min} to {max}{decimals}{example}, {other}', { min: '$&' })).toBe('$& to , {other}')
    expect(fillWords('{min}, {example}', { example: '31/12/2026' })).toBe(', 31/12/2026')
  })
})

describe('what else a question carries', () => {
  it('is what it was given', () => {
    const optional = '0 to skip'
    expect(whole({ sensitive: true, tries: 5, problem: 'Even, please.', optional, takesKeys: true })).toMatchObject({
      type: 'whole',
      optional,
      takesKeys: true,
      sensitive: true,
      tries: 5,
      problem: 'Even, please.',
    })
  })

  it('is a type of its own', () => {
    expect([text(), whole(), decimal(), phone(), email(), date()].map(({ type }) => type)).toEqual([
      'text',
      'whole',
      'decimal',
      'phone',
      'email',
      'date',
    ])
  })
})
