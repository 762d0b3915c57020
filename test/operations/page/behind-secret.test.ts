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

it('words that were typed behind a PIN are shown to nobody, as they are not kept', async () => {
  const { app, ask } = await officeOf(undefined, {
    ussd: conversation(async (talk) => {
      await talk.ask('Your PIN?', text({ sensitive: true }))
      await talk.choose('Welcome', ['Send', 'Balance'])
      const name = await talk.ask('Name of the receiver?', text({ check: (typed) => typed !== 'nobody at all' }))
      const why = await talk.ask('What for?', text())
      await talk.confirm(`Send 5 to ${name} for ${why.toUpperCase()}?`)
      return talk.end(`Sent to ${name.split(' ')[0]}'s phone`)
    }),
  })
  const caller = phone(app, { mobile: '+233000000041' })
  await caller.dial('*713#')
  for (const typed of ['4821', '1', 'nobody at all', 'kwame nkansah', 'hiv clinic']) await caller.reply(typed)
  expect(caller.lastScreen?.text).toContain('Send 5 to kwame nkansah for HIV CLINIC?')
  await caller.reply('1')
  const { body } = await ask('session', { session: caller.sessionId })
  const { body: bare } = await ask('session/unmask', { session: caller.sessionId, reason: 'asked' })
  const whole = await app.merchant.export({ phone: '+233000000041' })
  expect(body.sessions[0].transcript.at(-2).screen).toContain('Send # to * * for * *?')
  expect(body.sessions[0].transcript.at(-1).screen).toBe("Sent to *'s phone")
  expect(bare.sessions[0].transcript.at(-2).screen).toContain('Send 5 to * * for * *?')
  for (const shown of [body, bare, whole]) expect(JSON.stringify(shown)).not.toMatch(/kwame|nkansah|hiv|clinic|nobody/i)
})

it('nor are they where the next session asks whether to continue about them', async () => {
  const { app, ask } = await officeOf(undefined, {
    ussd: conversation(async (talk) => {
      await talk.ask('Your PIN?', text({ sensitive: true }))
      const name = await talk.ask('Name of the receiver?', text())
      talk.about(`Send to ${name}`)
      await talk.confirm('Send 5?')
      return talk.end('Sent')
    }),
  })
  const caller = phone(app, { mobile: '+233000000041' })
  await caller.dial('*713#')
  for (const typed of ['4821', 'kwame nkansah']) await caller.reply(typed)
  await caller.redial()
  expect(caller.lastScreen?.text).toMatch(/^Send to kwame nkansah: continue/)
  const { body } = await ask('session', { session: caller.sessionId })
  expect(body.sessions[0].transcript[0].screen).toMatch(/^Send to \* \*: continue/)
})
