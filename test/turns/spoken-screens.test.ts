import { describe, expect, it } from 'vitest'
import { defaultScreens, SpokenScreens } from '../../src/turns/screens.ts'
import { ownerOf } from '../../src/turns/session-owner.ts'
import { ussdEvent } from './ussd-event.ts'

describe('what sessions spoke last', () => {
  it('is remembered for half of them at least, and forgotten for the oldest', () => {
    const spoken = new SpokenScreens({ on: () => defaultScreens, ownerOf: ownerOf(false), most: 4 })
    const sessions = ['s1', 's2', 's3', 's4', 's5'].map((sessionId) => ussdEvent({ sessionId, type: 'response' }))
    for (const event of sessions) spoken.speak(event, { failed: `Sorry, ${event.sessionId}` })
    const said = sessions.map((event) => spoken.for(event).failed)
    expect(said).toEqual([defaultScreens.failed, defaultScreens.failed, 'Sorry, s3', 'Sorry, s4', 'Sorry, s5'])
  })

  it('is gone with a session of the same id that starts again', () => {
    const spoken = new SpokenScreens({ on: () => defaultScreens, ownerOf: ownerOf(false), most: 4 })
    const event = ussdEvent({ sessionId: 's1', type: 'response' })
    spoken.speak(event, {})
    expect(spoken.for(event)).toBe(defaultScreens)
    spoken.speak(event, { failed: 'Sorry' })
    spoken.speak(event, {})
    expect(spoken.for(event)).toEqual(defaultScreens)
  })
})
