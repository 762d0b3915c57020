import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'

describe('whatever a script asks and a subscriber enters', () => {
  it('every turn gets a screen that its channel can show, no error is on one, and no effect is done twice', async () => {
    const { turns, sessions, effects, failure } = await fuzz({ turns: 1_500, seed: fc.sample(fc.nat(), 1)[0] ?? 0 })
    expect(failure).toBeUndefined()
    expect(turns).toBeGreaterThanOrEqual(1_500)
    expect(sessions).toBeGreaterThan(50)
    expect(effects).toBeGreaterThan(50)
  })
})
