import { describe, expect, it } from 'vitest'
import { date, decimal, email, phone, type Question, whole } from '../../src/conversation/index.ts'
import { englishWords } from '../../src/conversation/words.ts'
import { codeIn, read, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'

const guide = 'docs/guides/conversation-question-kinds.md'
const context = { words: englishWords, country: undefined }

/** The questions at the head of each table of answers, as they are written there. */
const shown: readonly [name: string, question: Question<string> | Question<number>, written: string][] = [
  ['whole', whole({ min: 1, max: 100_000 }), 'whole({ min: 1, max: 100000 })'],
  ['decimal', decimal({ max: 5_000_000 }), 'decimal({ max: 5000000 })'],
  ['Money', decimal({ currency: 'GHS' }), "decimal({ currency: 'GHS' })"],
  ['phone', phone({ country: 'GH' }), "phone({ country: 'GH' })"],
  ['email', email(), 'email()'],
  ['date', date({ max: '2026-12-31' }), "date({ max: '2026-12-31' })"],
]

describe('the guides on questions', () => {
  it.each(shown)('have the answers of %s as they are read', (name, question, written) => {
    expect(read(guide)).toContain(`| \`${written}\` | Answer |`)
    const rows = rowsOf(guide, name).filter((cells) => cells.length === 2)
    expect(rows.length).toBeGreaterThan(1)
    for (const [entries = '', answer = ''] of rows) {
      const expected = answer.startsWith('`') ? { answer: literal(answer) } : { problem: answer }
      for (const entered of codeIn(entries))
        expect([entered, question.read(entered, context)]).toEqual([entered, expected])
    }
  })

  it.each([
    ['text', 'TextOptions', 'text'],
    ['whole', 'WholeOptions', 'number'],
    ['decimal', 'DecimalOptions', 'number'],
    ['phone', 'PhoneNumberOptions', 'phone'],
    ['date', 'DateOptions', 'date'],
  ])('have every option of %s', (name, options, file) => {
    const listed = rowsOf(guide, name)
      .filter((cells) => cells.length === 3)
      .flatMap(([option = '']) => codeIn(option))
    expect(listed).toEqual(membersOf(`src/conversation/questions/${file}.ts`, options))
  })

  it('have every option of all', () => {
    const listed = rowsOf('docs/guides/conversation-questions.md', 'What every question takes').flatMap(
      ([option = '']) => codeIn(option),
    )
    expect(listed).toEqual(membersOf('src/conversation/questions/question.ts', 'QuestionOptions'))
  })

  it('have the lines as they are said', () => {
    const rows = rowsOf('docs/guides/conversation-languages.md', 'What questions say').map(([word = '', line]) => [
      codeIn(word)[0],
      line,
    ])
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(Object.entries(englishWords)).toContainEqual(row)
  })
})

/** `'text'` or `5`, in code marks. */
function literal(cell: string): string | number {
  const [code = ''] = codeIn(cell)
  return code.startsWith("'") ? code.slice(1, -1) : Number(code)
}
