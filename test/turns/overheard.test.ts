import { expect, it } from 'vitest'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { sharedRequest } from '../../src/turns/stored/stored-session.ts'
import { Pushed } from './drive.ts'
import { ussdEvent } from './ussd-event.ts'

it('An overheard push that is refused is refused, and the one who listens hears of no answer', () => {
  const pushed = new Pushed(ussdEvent({ sessionId: 'a', type: 'initiation' }), 0, manualClock())
  const heard: string[] = []
  sharedRequest(pushed, (reply) => heard.push(reply.message)).refuse()
  expect(pushed.isRefused).toBe(true)
  expect(heard).toEqual([])
})
