import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMarked, keepText, markedText, readText } from '../../../src/store/sqlite/rows/values.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'

describe('texts that SQLite cannot keep as they are', () => {
  it('come back as they were, whatever they hold', () => {
    const connection = new DatabaseSync(':memory:')
    const echo = connection.prepare('SELECT ? AS text')
    const unit = fc.oneof(fc.constantFrom('\u0000', '\ud800', '\udfff', '"', "'", '😀', '\\'), fc.string())
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('')
        expect(readText(String(echo.get(keepText(text))?.text))).toBe(text)
      }),
    )
    connection.close()
  })

  it('are kept as they are when nothing is odd about them', () => {
    expect(keepText('checkout:order-1|paid')).toBe('checkout:order-1|paid')
  })

  it('are never what stands for no text', () => {
    for (const text of ['\u00001', markedText(7), '']) expect(isMarked(keepText(text))).toBe(false)
    expect(isMarked(markedText(7))).toBe(true)
  })
})
