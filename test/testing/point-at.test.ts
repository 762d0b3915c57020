import { describe, expect, it } from 'vitest'
import { pointAt } from '../../src/simulator/phone/waiting-phones.ts'

describe('pointAt', () => {
  it('gives an error the frames of the place, under its own name and message', () => {
    const site = new Error()
    const error = new TypeError('two\nlines')
    expect(pointAt(error, site)).toBe(error)
    expect(error.stack).toBe(`TypeError: two\nlines\n${String(site.stack).split('\n').slice(1).join('\n')}`)
  })

  it('leaves what is no error as it is', () => {
    expect(pointAt('text', new Error())).toBe('text')
  })
})
