import { describe, expect, it } from 'vitest'
import { fallbackReply, isReply } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

describe('a fallback reply', () => {
  it('waits with the last ClientState', () => {
    const reply = fallbackReply('ussd', 'response', 'Please wait, we are working on it. Reply 1 to check.', 'step=2')
    expect(isReply(reply)).toBe(true)
    expect(reply).toMatchObject({
      channel: 'ussd',
      type: 'response',
      message: 'Please wait, we are working on it. Reply 1 to check.',
      clientState: 'step=2',
      dataType: 'input',
      hasState: false,
    })
  })

  it('ends with it too, as every fallback does', () => {
    expect(fallbackReply('programmable', 'release', 'Please try again', 'step=2')).toMatchObject({
      channel: 'programmable',
      type: 'release',
      clientState: 'step=2',
      dataType: 'display',
    })
  })

  it.each([undefined, null, 'x'.repeat(101), 'a\0', '\ud800'])(
    'leaves out a ClientState of a push that could not be carried: %j',
    (clientState) => {
      expect(fallbackReply('ussd', 'response', 'Still working', clientState).clientState).toBeUndefined()
    },
  )

  it('refuses a message that nobody can read, so that a boot can prove the setting', () => {
    expect(thrownBy(() => fallbackReply('ussd', 'release', ' ')).code).toBe('FMW_REPLY_TEXT')
  })
})
