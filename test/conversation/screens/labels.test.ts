import { describe, expect, it } from 'vitest'
import { labelOf } from '../../../src/conversation/screens/screen-content.ts'
import { screenOf } from './screens.ts'

const lead = 'Numbers only, such as 1500.'

describe('the title of a screen', () => {
  it('is left to the message, whose first line it is', () => {
    expect(labelOf(screenOf('How many?'))).toBeUndefined()
  })

  it('is the first line of the question where the message begins with an error line', () => {
    expect(labelOf(screenOf('How many?\nUp to 20', [], { lead }))).toBe('How many?')
    expect(labelOf(screenOf('x'.repeat(50), [], { lead }))).toBe(`${'x'.repeat(37)}...`)
    expect(labelOf(screenOf('ɔ'.repeat(41), [], { lead }))).toBe(`${'ɔ'.repeat(37)}...`)
  })

  it('shows nothing of a masked question', () => {
    expect(labelOf(screenOf('Your PIN is 1234', [], { lead, sensitive: true }))).toBeUndefined()
  })

  it('is the one that was given, whatever stands above', () => {
    expect(labelOf(screenOf('How many?', [], { lead, label: 'Rice', sensitive: true }))).toBe('Rice')
    expect(labelOf(screenOf('How many?', [], { label: 'Rice' }))).toBe('Rice')
  })
})
