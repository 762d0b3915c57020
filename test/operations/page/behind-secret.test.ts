import { expect, it } from 'vitest'
import { conversation, decimal, phone as phoneNumber, text, whole } from '../../../src/conversation/index.ts'
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

it('nor are numbers that were typed behind a PIN, also in groups and in words, but picks and short numbers stay', async () => {
  const { app, ask } = await officeOf(undefined, {
    ussd: conversation(async (talk) => {
      await talk.ask('Your PIN?', text({ sensitive: true }))
      await talk.choose('Welcome', ['Send', 'Balance 44710'])
      const account = await talk.ask('Account?', whole({ min: 1 }))
      const code = await talk.ask(`Account ${account}: ${account.toLocaleString('en')}. Its code?`, text())
      const name = await talk.ask(`Code ${code}, name?`, text())
      const sum = await talk.ask(`${name.toUpperCase()} of ${code}: how much?`, decimal({ min: 0.5 }))
      const to = await talk.ask(`GHS${sum.toFixed(2)}: to whom?`, phoneNumber({ country: 'GH' }))
      const many = await talk.ask(`To ${to}. How many times?`, whole({ min: 1 }))
      await talk.confirm(`20 of ${many}, ${account} and 18675309: ${to}?`)
      return talk.end('Sent')
    }),
  })
  const caller = phone(app, { mobile: '+233000000041' })
  await caller.dial('*713#')
  for (const typed of ['7391', '1', '8675309', 'GH739158', 'Xylo77', '4471.25', '0240000000', '20'])
    await caller.reply(typed)
  expect(caller.lastScreen?.text).toContain('20 of 20, 8675309 and 18675309: +233240000000?')
  const { body: bare } = await ask('session/unmask', { session: caller.sessionId, reason: 'asked' })
  const screens = bare.sessions[0].transcript.map(({ screen }: { screen: string }) => screen.split('\n')[0])
  expect(screens.slice(2)).toEqual([
    'Account?',
    'Account *: *. Its code?',
    'Code ***, name?',
    '* of ***: how much?',
    'GHS*: to whom?',
    'To +*. How many times?',
    '20 of 20, * and 18675309: +*?',
  ])
  const { sessions } = await app.merchant.export({ phone: '+233000000041', unmask: { reason: 'asked' } })
  expect(JSON.stringify(sessions)).not.toMatch(/[^1]8675309|8,675|739158|xylo|4471\.25|240000000/i)
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
