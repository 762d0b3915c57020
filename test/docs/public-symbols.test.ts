import { describe, expect, it } from 'vitest'
import { publicSymbols } from './public-symbols.ts'

const entries = ['src/index.ts', 'src/client/index.ts', 'src/testing/index.ts'].map(publicSymbols)
const symbols = entries.flat()
// The tag with code after it, fenced or not.
const filledExample = / \* @example\s+(?:\* )?(?:```ts\s+\* )?[^\s*@`]/

describe('what the package exports', () => {
  it('is found, functions, types and tables alike', () => {
    const names = symbols.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['default', 'secretPath', 'memoryStore', 'describeCode', 'UssdHandler', 'MenuOptions']),
    )
    for (const entry of entries) expect(new Set(entry.map(({ name }) => name)).size).toBe(entry.length)
  })

  it.each(symbols)('$name says what it is, in $file', ({ comment }) => {
    expect(comment).toMatch(/\/\*\*\s+(?:\* )?\S/)
  })

  it.each(symbols)('$name shows how it is used, in $file', ({ comment }) => {
    expect(comment).toMatch(filledExample)
  })
})
