import { expect, it } from 'vitest'
import { conversation, text } from '../../../src/conversation/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from './office.ts'

it('a PIN that screens behind it repeat is shown to nobody', async () => {
  const { app, ask } = await officeOf(undefined, {
    ussd: conversation(async (talk) => {
      const pin = await talk.ask('New PIN?', text({ pattern: /^\d{4}$/, sensitive: true }))
      await talk.choose(`Your PIN is ${pin}.`, ['Keep it', 'Other'])
      return talk.end(`PIN ${pin} is set for GHS 5.00.`)
    }),
  })
  const caller = phone(app, { mobile: '+233000000041' })
  await caller.dial('*713#')
  await caller.reply('4821')
  await caller.reply('1')
  const { body } = await ask('session', { session: caller.sessionId })
  expect(body.sessions[0].transcript).toMatchObject([
    { screen: '(sensitive)' },
    { entered: null, screen: '(behind a secret answer)' },
    { screen: 'PIN *** is set for GHS #.' },
  ])
  expect(JSON.stringify(body)).not.toContain('4821')
  const { body: bare } = await ask('session/unmask', { session: caller.sessionId, reason: 'asked' })
  expect(bare.sessions[0].transcript[1].screen).toContain('Your PIN is ***.')
  expect(JSON.stringify(bare)).not.toContain('4821')
})
