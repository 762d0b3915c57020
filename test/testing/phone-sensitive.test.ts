import { channel } from 'node:diagnostics_channel'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, type UssdHandler } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { onEveryChannel } from '../../src/testing/phone/every-channel.ts'
import { phone } from '../../src/testing/phone/phone.ts'

const clock = manualClock()
let app: FastifyInstance

async function start(given: Pick<MerchantWebhooksOptions, 'ussd' | 'programmable'>) {
  app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore({ clock }), clock, ...given })
}
afterEach(() => app.close())

const pin = text({ pattern: /^\d{4}$/, problem: 'Four digits, please.', sensitive: true })

it.each(['ussd', 'programmable'] as const)(
  'a transcript hides what was entered at sensitive screens, on every channel with %s',
  async (ussd) => {
    const bank = conversation(async (talk) => {
      const entered = await talk.ask('Your PIN?', pin)
      const account = await talk.choose('From?', ['Savings', 'Current'], { sensitive: true })
      await talk.ask('What for?', text())
      return talk.end(`${account} was asked with ${entered}`)
    })
    await start({ ussd: bank, programmable: bank })

    const transcripts = await onEveryChannel(
      app,
      (caller) => caller.dial('*713#').reply('43 21').reply('4321').choose('Current').reply('Rent'),
      { ussd },
    )

    for (const transcript of Object.values(transcripts)) {
      const steps = transcript.split('\n').filter((line) => !line.startsWith('  '))
      expect(steps.slice(1)).toEqual(['reply ••••', 'reply ••••', 'choose ••••', 'reply Rent'])
      expect(transcript).toContain('Current was asked with ••••')
      expect(transcript).not.toMatch(/4321|43 21/)
    }
  },
)

it.each([
  ['letters that phones have', 'for\u00eat12', 'foret12'],
  ['Latin digits', '\u0667\u0663\u0669\u0661', '7391'],
  ['no spaces', '73 91', '7391'],
])('hides an answer where a screen shows it in other characters: %s', async (_what, entered, shown) => {
  await start({
    ussd: conversation(async (talk) => {
      const word = await talk.ask('Your word?', text({ sensitive: true }))
      return talk.end(`It is ${word}: ${shown}`)
    }),
  })
  const caller = phone(app)
  await caller.dial('*713#').reply(entered)
  const failure = await Promise.resolve(caller.expectScreen('Other')).catch((error: unknown) => error)
  expect(caller.lastScreen?.text).toContain(shown)
  expect(caller.transcript()).toContain('It is ••••: ••••')
  expect(failure).toBeInstanceOf(Error)
  expect(String(Object(failure).stack)).not.toContain(shown)
})

const asking: UssdHandler = (push, turn) => {
  if (push.type === 'initiation') return turn.prompt('Your PIN?', { maskNext: true })
  if (push.message === '1234') throw new Error(`no account has ${push.message}`)
  if (push.message === '1') return turn.prompt('Again?')
  return turn.menu(`${push.message} is wrong`, ['Go on'])
}

it('every error of a phone hides what was entered', async () => {
  await start({ ussd: asking })
  const wrong = phone(app)
  const fails = async (step: PromiseLike<unknown>, code?: string) => {
    const error = await Promise.resolve(step).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ ...(code && { code }), message: expect.stringContaining('reply ••••') })
    expect(String(Object(error).stack)).not.toMatch(/4321|1234/)
    return error
  }

  expect(await fails(wrong.dial('*713#').reply('4321').expectScreen('4321 is right'))).toMatchObject({
    actual: '•••• is wrong\n1. Go on',
    expected: '•••• is right',
  })
  await fails(wrong.expectScreen(/right/))
  await fails(wrong.expectScreen(({ text: shown }) => shown === 'Right'))
  await fails(wrong.choose('Leave'), 'FMW_PHONE_CHOICE')
  await fails(wrong.pay(), 'FMW_PHONE_PAYMENT')
  const failed = await fails(phone(app).dial('*713#').reply('1234').reply('5678'), 'FMW_PHONE_SESSION')
  expect(failed).toMatchObject({ message: expect.stringContaining('the handler failed: Error: no account has ***') })
  expect(failed).toMatchObject({ message: expect.not.stringContaining('5678') })
})

it('short answers are hidden where they were entered, and not wherever they stand', async () => {
  await start({ ussd: asking })
  const caller = phone(app)
  await caller.dial('*713#').reply('1').reply('2')

  expect(caller.transcript()).toBe('dial *713#\n  Your PIN?\nreply ••••\n  Again?\nreply 2\n  2 is wrong\n  1. Go on')
})

it('what is entered behind a waiting screen is hidden as at the screen before it', async () => {
  const asked = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  await start({
    ussd: async (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Your PIN?', { maskNext: true })
      asked.resolve()
      await known.promise
      return turn.end('Right')
    },
  })
  const caller = phone(app)
  await caller.dial('*713#')
  const waiting = caller.reply('4321').run()
  await asked.promise
  clock.advance(6_000)
  await waiting
  known.resolve()
  await caller.push('Response', '8765').expectScreen('Right')

  expect(caller.transcript()).toMatch(/reply ••••\n {2}Please wait.*\n(.*\n)*push Response ••••\n {2}Right/)
})

it('a sensitive screen hides the answer to it, and a push without a text shows none', async () => {
  await start({ ussd: (_push, turn) => turn.prompt('You have 5.00', { sensitive: true }) })
  const caller = phone(app)
  await caller.dial('*713#').reply('4321').push('Timeout')

  expect(caller.transcript().split('\n').slice(2)).toEqual([
    'reply ••••',
    '  You have 5.00',
    expect.stringMatching(/^push Timeout$/),
    expect.any(String),
    expect.any(String),
  ])
})

it('phones listen only while they wait for a reply, and pass over what is not theirs', async () => {
  const answered = channel('fastify-merchant-webhooks:answered')
  const heard: boolean[] = []
  await start({
    ussd: (push, turn) => {
      heard.push(answered.hasSubscribers)
      answered.publish('something else')
      answered.publish({ sessionId: 'of another phone', hidesNext: true })
      return push.type === 'initiation' ? turn.prompt('How many?') : turn.end('Thank you')
    },
  })
  const caller = phone(app)
  await caller.dial('*713#').reply('4321')

  expect([heard, answered.hasSubscribers]).toEqual([[true, true], false])
  expect(caller.transcript()).toContain('reply 4321')
})

it('a phone with an address of its own process hides the same', async () => {
  await start({ ussd: asking })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const caller = phone(new URL(app.merchant.urls[0]?.url ?? '', origin))
  await caller.dial('*713#').reply('4321')

  expect(caller.transcript()).toContain('reply ••••')
})

it('an application in another process tells of rich channels alone what is sensitive', async () => {
  app = Fastify()
  app.post('/push', (request) => ({
    SessionId: Reflect.get(Object(request.body), 'SessionId'),
    Type: 'response',
    Message: 'Your PIN?',
    MaskNextRoute: 'true',
  }))
  const [pos, ussd] = [phone(app, { url: '/push', kind: 'programmable' }), phone(app, { url: '/push' })]
  await pos.dial().reply('4321')
  await ussd.dial('*713#').reply('4321')

  expect(pos.transcript()).toContain('reply ••••')
  expect(ussd.transcript()).toContain('reply 4321')
})
