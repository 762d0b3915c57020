import { describe, expect, it } from 'vitest'
import { ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { prompt, menu } = ussdReplies({})

describe('a ClientState', () => {
  it('is carried as it is, up to 100 characters', () => {
    const state = ' \u20b5\n'.padEnd(100, 'x')
    expect(prompt('Next', { clientState: state }).clientState).toBe(state)
    expect(menu('Next', ['Tea'], { clientState: '' }).clientState).toBe('')
  })

  it('of a push without one is none', () => {
    expect(prompt('Next', { clientState: null }).clientState).toBeUndefined()
  })

  it('of 101 characters is refused, with its length and without its text', () => {
    const thrown = thrownBy(() => prompt('Next', { clientState: `secret${'x'.repeat(95)}` }))
    expect(thrown.code).toBe('FMW_REPLY_CLIENT_STATE')
    expect(thrown.message).toContain('at most 100 characters')
    expect(thrown.message).toContain('a string of 101 characters')
    expect(thrown.message).not.toContain('secret')
  })

  it('is counted as the reference counts: a character beyond the basic plane is two units', () => {
    expect(prompt('Next', { clientState: '\ud83c\udf75'.repeat(50) }).clientState).toHaveLength(100)
    expect(thrownBy(() => prompt('Next', { clientState: '\ud83c\udf75'.repeat(51) })).message).toContain('102')
  })

  it.each(['a\0b', '\ud83c', '\udf75x'])('that would not come back as it was sent is refused: %j', (clientState) => {
    expect(thrownBy(() => prompt('Next', { clientState })).code).toBe('FMW_REPLY_CLIENT_STATE')
  })

  it('that is no string is refused, with the way to keep more', () => {
    // @ts-expect-error a ClientState is a string
    const thrown = thrownBy(() => prompt('Next', { clientState: { step: 2 } }))
    expect(thrown.message).toContain('it is an object')
    expect(thrown.message).toContain('Keep the data in the option state')
  })
})
