import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from './office.ts'

describe('the sessions of the operator’s page', () => {
  it('are listed without whole phones, found by phone, and shown with what was dialled, answered and took its time', async () => {
    const { app, ask } = await officeOf(undefined, {
      ussd: ({ type }, turn) =>
        type === 'initiation' ? turn.prompt('Your PIN?', { maskNext: true }) : turn.end('Thank you'),
    })
    const one = phone(app, { mobile: '+233000000041' })
    await one.dial('*713#')
    await one.reply('9876')
    await phone(app, { mobile: '+233000000042' }).dial('*713#')
    const { body: all } = await ask('sessions')
    expect(all).toMatchObject({
      sessions: [
        { turns: 1, isOver: false },
        { turns: 2, isOver: true },
      ],
      next: null,
    })
    const { body: found } = await ask('sessions', { phone: '+233000000041' })
    expect(found.sessions).toMatchObject([{ kind: 'ussd', sessionId: one.sessionId, phone: '+233...041' }])
    const { body: session } = await ask('session', { session: one.sessionId })
    expect(session.sessions).toMatchObject([
      {
        transcript: [
          { entered: '*713#', screen: 'Your PIN?', ms: expect.any(Number), isFallback: false },
          { entered: null, screen: 'Thank you', source: 'handler' },
        ],
      },
    ])
    expect(JSON.stringify([all, found, session])).not.toMatch(/9876|00000004[12]/)
    expect(await ask('session', { session: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'FMW_SESSION_UNKNOWN' },
    })
  })
})
