import { describe, expect, it } from 'vitest'
import { apiPages } from './api/pages.ts'
import { read } from './documents.ts'
import { publicSymbols } from './public-symbols.ts'

const pages = apiPages()

describe('the reference that is made from the doc comments', () => {
  it.each(pages)('$file is what npm run docs makes of them today', ({ file, text }) => {
    expect(read(file)).toBe(text)
  })

  it('has every name of the main entry', () => {
    const [main] = pages
    const names = publicSymbols('src/index.ts').map(({ name }) => name)
    expect(names.filter((name) => name !== 'default' && !main?.text.includes(`## \`${name}\`\n`))).toEqual([])
  })
})
