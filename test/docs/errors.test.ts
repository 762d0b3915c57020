import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as refusals from '../../src/http/problems.ts'
import { codeIn, read, root, rowsOf } from './documents.ts'

const rows = rowsOf('docs/errors.md').filter(([code = '']) => /^`FMW_/.test(code))
const listed = rows.map(([code = '']) => codeIn(code)[0] ?? '')

const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file}`)

// A name that ends in an underscore is a family in a comment: FMW_REPLY_….
const used = new Set(sources.flatMap((file) => read(file).match(/\bFMW_[A-Z_]*[A-Z]\b(?!_)/g) ?? []))

describe('the list of errors', () => {
  it('has every code of the source, once, and no other', () => {
    expect(used.size).toBeGreaterThan(35)
    expect(listed.toSorted()).toEqual([...used].toSorted())
  })

  it('says of each what to do', () => {
    expect(rows.filter((cells) => cells.length > 4 || cells.length < 3 || cells.some((cell) => cell === ''))).toEqual(
      [],
    )
  })

  it('gives the problems their status', () => {
    const problems = [
      refusals.refused,
      refusals.notFound,
      refusals.wrongMethod,
      refusals.tooLarge(1),
      refusals.wrongType('application/json'),
      refusals.handlerFailed,
      refusals.notKept,
      refusals.broken,
      refusals.unreadable({ field: 'Type', expected: 'text', received: 'nothing' }),
      refusals.unreadable({ field: null, expected: 'JSON', received: 'text' }),
    ]
    const shown = rowsOf('docs/errors.md', 'The service got a problem').map(([code = '', status]) => [
      codeIn(code)[0],
      status,
    ])
    for (const { code, status } of problems) expect(shown).toContainEqual([code, `${status}`])
  })
})
