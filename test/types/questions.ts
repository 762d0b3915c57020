/**
 * What the questions of a conversation answer, as types. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import { date, decimal, email, phone, type Question, text, whole } from '../../src/conversation/index.ts'

declare function ask<Answer>(title: string, question: Question<Answer>): Promise<Answer>

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
type MustBe<Check extends true> = Check

const quantity = await ask('How many?', whole({ min: 1, max: 20, check: (answer) => answer % 2 === 0 || 'Pairs only' }))
const kilos = await ask('How many kilos?', decimal({ decimals: 3, check: async (answer) => answer < 50 }))
const name = await ask('Your name?', text({ pattern: /^\p{L}/u, check: (answer) => answer.length > 1 }))
const friend = await ask('Whose number?', phone({ country: 'GH' }))
const address = await ask('Your e-mail?', email({ check: (answer) => answer.endsWith('.example') }))
const day = await ask('Which day?', date({ min: () => '2026-01-01', max: undefined, order: 'mdy' }))

interface Pupil {
  readonly name: string
  readonly born: Date
}
declare const pupils: { find(number: string): Promise<Pupil | undefined> }

const pupil = await ask('Their number?', text({ check: async (n) => (await pupils.find(n)) ?? 'No pupil has it.' }))
const known = await ask('Their number?', text({ check: (n) => pupils.find(n), problem: 'No pupil has it.' }))
const either = await ask('How many?', whole({ check: (n) => n < 5 || { tooMany: n } }))
const note = await ask('A note?', text({ optional: '0 to skip', max: 20 }))
const child = await ask('Their number?', text({ optional: '0 to skip', check: (n) => pupils.find(n) }))

export type Answers = [
  MustBe<Equal<typeof pupil, { readonly name: string; readonly born: string }>>,
  MustBe<Equal<typeof known, { readonly name: string; readonly born: string }>>,
  MustBe<Equal<typeof either, number | { tooMany: number }>>,
  MustBe<Equal<typeof note, string | null>>,
  MustBe<Equal<typeof child, { readonly name: string; readonly born: string } | null>>,
  MustBe<Equal<typeof quantity, number>>,
  MustBe<Equal<typeof kilos, number>>,
  MustBe<Equal<typeof name, string>>,
  MustBe<Equal<typeof friend, string>>,
  MustBe<Equal<typeof address, string>>,
  MustBe<Equal<typeof day, string>>,
]

/** A question of one's own. */
export const plate: Question<{ readonly region: string; readonly number: number }> = {
  type: 'plate',
  field: 'text',
  read(entered) {
    const [region = '', number = ''] = entered.split(' ')
    return number === '' ? { problem: 'For example AB 1234' } : { answer: { region, number: Number(number) } }
  },
}
export const region: string = (await ask('Your plate?', plate)).region

// @ts-expect-error a misspelt option
whole({ minimum: 1 })
// @ts-expect-error limits are numbers
whole({ min: '1' })
// @ts-expect-error a pattern is a regular expression
text({ pattern: '^a$' })
// @ts-expect-error decimals are of decimals
whole({ decimals: 2 })
// @ts-expect-error the check is given a number
decimal({ check: (answer: string) => answer === '' })
// @ts-expect-error a check says yes, no or why not
text({ check: () => 1 })
// @ts-expect-error a question that may be skipped has no answer then
export const skipped: Question<string> = text({ optional: '0 to skip' })
// @ts-expect-error no such country
phone({ country: 'XX' })
// @ts-expect-error no such order
date({ order: 'dym' })
// @ts-expect-error a day is a text
date({ min: new Date() })
// @ts-expect-error a number is no text
export const wrong: Question<string> = whole()
