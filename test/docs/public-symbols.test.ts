import { describe, expect, it } from 'vitest'
import { read } from './documents.ts'
import { publicSymbols } from './public-symbols.ts'

const entries = ['', 'conversation/', 'store/', 'client/', 'testing/'].map((room) =>
  publicSymbols(`src/${room}index.ts`),
)
const symbols = entries.flat()
// The tag with code after it, fenced or not.
const filledExample = / \* @example\s+(?:\* )?(?:```ts\s+\* )?[^\s*@`]/

/** The members of the options interfaces, with the comment above each; those that are plainly on or off aside. */
const optionMembers = [
  ...read('src/registration/options/options.ts').matchAll(/^export interface (\w+)[\s\S]*?^\}/gm),
].flatMap(([body, of = '']) =>
  [...body.matchAll(/( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {2}readonly (\w+)\??: *(.*)$/gm)]
    .filter(([, , , type = '']) => !type.startsWith('boolean'))
    .map(([, comment = '', member = '']) => ({ option: `${of}.${member}`, comment })),
)

describe('what the package exports', () => {
  it('is found, functions, types and tables alike', () => {
    const names = symbols.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'default',
        'secretPath',
        'memoryStore',
        'describeCode',
        'UssdHandler',
        'MenuOptions',
        'whole',
        'OpenStore',
      ]),
    )
    for (const entry of entries) expect(new Set(entry.map(({ name }) => name)).size).toBe(entry.length)
  })

  it('fits in one look: what most users never name has an entry of its own', () => {
    expect(entries[0]?.length).toBeLessThanOrEqual(120)
  })

  it.each(symbols)('$name says what it is, in $file', ({ comment }) => {
    expect(comment).toMatch(/\/\*\*\s+(?:\* )?\S/)
  })

  it.each(symbols)('$name shows how it is used, in $file', ({ comment }) => {
    expect(comment).toMatch(filledExample)
  })

  it('has options', () => {
    expect(optionMembers.length).toBeGreaterThan(60)
  })

  it.each(optionMembers)('$option says its effect, its default and how it is written', ({ comment }) => {
    expect(comment).toMatch(/\bdefault\b|\bRequired\b/i)
    expect(comment).toMatch(filledExample)
  })
})
