import { describe, expect, it } from 'vitest'
import merchantWebhooks, { anyOf, memoryStore, secretPath, secretQuery, verifyWith } from '../../src/index.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { kinds } from './receiver.ts'
import { paths, samples } from './samples.ts'

const secret = 'se/cret-öf-päths'.replace('/', '+')
const querySecret = 'secret of queries & more'
const pin = '8461'
const phone = '+233000000000'

const quoting = () => {
  const error = new Error(`cannot serve ${phone}, 233 00 000 0000 or 233-00-000-0000`, {
    cause: new Error(`nobody at ${phone}`),
  })
  return Object.assign(error, { code: 'E_NOBODY' })
}

/** Everything that can go wrong, on an application that logs everything. */
async function badDay() {
  const lines = linesOf('trace')
  const app = await appWith(
    {
      prefix: '/push',
      verify: secretPath(secret),
      logScreens: true,
      bodyLimit: 2_000,
      ussd: {
        handler: (push, turn) => {
          if (push.type === 'initiation') return turn.prompt('Enter your PIN', { maskNext: true })
          if (push.message === pin) {
            if (push.sessionId === 'wrong') throw new Error(`PIN ${pin} of ${phone} is wrong`, { cause: `${pin}!` })
            return turn.end(`Your balance is 17.50, ${phone}`, { sensitive: true })
          }
          return turn.prompt('Again')
        },
        onLeave: () => {
          throw quoting()
        },
      },
      programmable: () => Promise.reject(quoting()),
      payment: () => {
        throw quoting()
      },
      deliveryReport: () => Promise.reject(quoting()),
      inboundMessage: {
        handler: () => undefined,
        verify: anyOf(
          secretPath(secret),
          verifyWith('broken', () => Promise.reject(quoting())),
        ),
      },
    },
    { server: { logger: lines.logger } },
  )
  await app.register(merchantWebhooks, {
    name: 'tickets',
    prefix: '/tickets',
    verify: secretQuery('key', querySecret),
    store: memoryStore(),
    deliveryReport: () => undefined,
    checkout: () => undefined,
  })
  app.merchant.events.on('turnFailed', () => {
    throw quoting()
  })
  app.merchant.events.on('notificationFailed', () => Promise.reject(quoting()))
  return { app, lines }
}

describe('a day on which everything goes wrong', () => {
  it('leaves no secret, no PIN and no full phone number in any line', async () => {
    const { app, lines } = await badDay()
    const right = encodeURIComponent(secret)
    const key = `key=${encodeURIComponent(querySecret)}`
    const turn = (sessionId: string, Sequence: number, Type: string, Message: string) =>
      post(app, `/push/ussd/${right}`, { ...samples.ussd, SessionId: sessionId, Sequence, Type, Message })

    for (const kind of kinds) {
      await post(app, `/push${paths[kind]}/${right}`, samples[kind])
      await post(app, `/push${paths[kind]}/${right}x`, samples[kind])
      await post(app, `/push${paths[kind]}/${right}`, `{"Mobile":"${phone}","Message":"${pin}"`)
      await post(app, `/push${paths[kind]}/${right}`, { Mobile: phone, x: 'x'.repeat(2_000) })
      await post(app, `/push${paths[kind]}/${right}/more`, samples[kind])
      await post(app, `/push${paths[kind]}s/${right}`, samples[kind])
      for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS'] as const) {
        await app.inject({ method, url: `/push${paths[kind]}/${right}?from=${encodeURIComponent(phone)}&text=${pin}` })
        await app.inject({ method, url: `/push/${right}?from=${encodeURIComponent(phone)}` })
      }
      const headers = { 'content-type': `text/${pin}` }
      await app.inject({ method: 'POST', url: `/push${paths[kind]}/${right}`, headers, payload: phone })
    }
    for (const url of [`/push/ussd/${right}%zz`, `/push/ussd/${right.repeat(9)}`, `/push/${right}/%E0%A4%A`]) {
      expect((await post(app, url, samples.ussd)).statusCode).toBeGreaterThan(399)
    }
    for (const url of [
      `/tickets/delivery-report?${key}`,
      `/tickets/delivery-report?${key}x`,
      `/tickets/nothing?${key}`,
    ]) {
      await post(app, url, samples.deliveryReport)
      await app.inject({ method: 'GET', url: `${url}&MessageId=1&Status=Sent&To=${encodeURIComponent(phone)}` })
    }

    // A PIN that is right, said twice, and twice at once; one that is wrong; one whose session nobody knows.
    await turn('right', 1, 'Initiation', '*713#')
    await Promise.all([turn('right', 2, 'Response', pin), turn('right', 2, 'Response', pin)])
    await turn('right', 2, 'Response', pin)
    await turn('right', 3, 'Response', pin)
    await turn('wrong', 1, 'Initiation', '*713#')
    await turn('wrong', 2, 'Response', pin)
    await turn('wrong', 2, 'Response', pin)
    await turn('lost', 7, 'Response', pin)
    await turn('odd', 1, 'Initiation', '*713#')
    await turn('odd', 2, 'Query', pin)
    await turn('odd', 3, 'Release', pin)
    await turn('gone', 3, 'Timeout', pin)
    await app.close()

    const text = lines.text()
    expect(lines.all().length).toBeGreaterThan(300)
    for (const hidden of [
      secret,
      right,
      querySecret,
      encodeURIComponent(querySecret),
      querySecret.replaceAll(' ', '+'),
    ]) {
      expect(text).not.toContain(hidden)
    }
    // Times and the process have digits of their own.
    const said = lines
      .all()
      .map(({ time: _time, pid: _pid, responseTime: _took, ms: _ms, ...line }) => JSON.stringify(line))
    expect(said.filter((line) => line.includes(pin))).toEqual([])
    expect(said.filter((line) => /233[ -]?0{2}[ -]?0{3}[ -]?0{4}/.test(line))).toEqual([])
  })

  it('still tells what happened: which kind, which session, which error', async () => {
    const { app, lines } = await badDay()
    const right = encodeURIComponent(secret)
    await post(app, `/push/programmable/${right}`, samples.programmable)
    await post(app, `/push/checkout/${right}`, samples.checkout)
    expect(lines.saying('the handler of a turn failed')).toMatchObject([
      {
        level: 50,
        kind: 'programmable',
        sessionId: '59bcc3ad',
        err: {
          type: 'Error',
          code: 'E_NOBODY',
          message: 'cannot serve +233...000, 233...000 or 233...000: nobody at +233...000',
        },
      },
    ])
    expect(lines.saying('the handler of a notification failed')).toMatchObject([
      {
        level: 50,
        kind: 'checkout',
        id: 'checkout:checkoutId:00000000000000000000000000000007|paid',
        err: { code: 'E_NOBODY' },
      },
    ])
  })
})
