import { describe, expect, it } from 'vitest'
import { isInSentence } from '../../../src/admin/sessions/next-page.ts'
import { conversation } from '../../../src/conversation/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from './office.ts'

describe('a name that begins the next page of a text', () => {
  it('is masked in the session, and where it is left', async () => {
    const { app, ask } = await officeOf(undefined, {
      ussd: conversation(async (talk) => {
        await talk.confirm(
          'You are about to send GHS 5.00 from your wallet. The fee is GHS 0.10, and the tax is GHS 0.05. All of the money of this order goes to our customer Asantewaa Owusu, who lives in the town of Tema. Is that right?',
        )
        return talk.end('Thank you')
      }),
    })
    const caller = phone(app, { mobile: '+233000000041' })
    await caller.dial('*713#')
    await caller.reply('99')
    await caller.hangUp()
    const { body } = await ask('session', { session: caller.sessionId })
    const { body: left } = await ask('drop-off')
    const { body: bare } = await ask('session/unmask', { session: caller.sessionId, reason: 'asked' })
    expect(bare.sessions[0].transcript[1].screen).toMatch(/^(?:Asantewaa|Owusu)/)
    expect(body.sessions[0].transcript[1].screen).toMatch(/^\*/)
    expect(left.screens[0].screen).toMatch(/^\*/)
    expect(JSON.stringify([body, left])).not.toMatch(/Asantewaa|Owusu/)
  })

  it.each([
    ['goes to our customer\n0 Back 99 More', '99', true],
    ['goes to our customer\n99', '99', true],
    ['goes to our customer Mr.\n0 Back 00 Menu 99 More', '99', true],
    ['For:\n99 More', '99', true],
    ['goes to our customer\n-----\n99 More', '99', true],
    ['goes to our customer\n.....\n99 More', '99', false],
    ['goes to our customer.\n0 Back 99 More', '99', false],
    ['goes to our customer?\n99 More', '99', false],
    ['goes to our customer\n0 Back 99 More', '0', false],
    ['goes to our customer\n0 Back', '0', false],
    ['Choose\n1. Rice\n2. Beans', '2', false],
    ['Choose\n1 Rice\n2 Beans', '2', false],
    ['Your name', 'Kofi', false],
    ['goes to our customer\n99 More', null, false],
    [null, '99', false],
  ])('after %j and the answer %j is found: %j', (before, entered, is) => {
    expect(isInSentence(before, entered)).toBe(is)
  })
})
