import { describe, expect, it } from 'vitest'
import { documents, read } from './documents.ts'

const decisions = documents
  .filter((file) => file.startsWith('docs/decisions/') && !file.endsWith('README.md'))
  .toSorted()

describe('the decisions', () => {
  it('are numbered without a gap', () => {
    expect(decisions.length).toBeGreaterThan(40)
    const numbers = decisions.map((file) => Number(/\/(\d{4})-[a-z-]+\.md$/.exec(file)?.[1]))
    expect(numbers).toEqual(decisions.map((_, index) => index + 1))
  })

  it.each(decisions)('%s has its context, decision and consequences in 250 words', (file) => {
    const text = read(file)
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Decision', 'Consequences'])
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(252)
    const [, title = ''] = /^# (.*)$/m.exec(text) ?? []
    expect(read('docs/decisions/README.md')).toContain(`[${title}](${file.slice('docs/decisions/'.length)})`)
  })
})
