import { connect } from 'node:net'
import type pino from 'pino'
import { describe, expect, it } from 'vitest'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { samples } from './samples.ts'
import { head, listen } from './socket.ts'

const ussd: MerchantWebhooksOptions['ussd'] = (push, turn) =>
  push.message === 'PIN'
    ? turn.end('Your balance', { sensitive: true })
    : turn.prompt('Enter your PIN', { maskNext: true })

async function logged(options: MerchantWebhooksOptions, level?: string) {
  const lines = linesOf(level)
  const app = await appWith({ ussd, ...options }, { server: { logger: lines.logger } })
  const push = (fields: object) => post(app, '/ussd', { ...samples.ussd, ...fields })
  return { app, lines, push, turns: () => lines.saying('a turn was answered') }
}

describe('the line of a turn', () => {
  it('says the kind, the session, where it stands and how it was answered, and a shortened phone', async () => {
    const { push, turns } = await logged({ clock: manualClock() })
    await push({})
    expect(turns()).toEqual([
      expect.objectContaining({
        level: 30,
        kind: 'ussd',
        sessionId: 'b1946ac9-2492-d234-7c6f-2354d1e0a7ab',
        type: 'initiation',
        sequence: 1,
        mobile: '+233...000',
        answer: 'response',
        source: 'handler',
        ms: 0,
      }),
    ])
    expect(turns()[0]).not.toHaveProperty('message')
    expect(turns()[0]).not.toHaveProperty('screen')
  })

  it('shows what was entered and read where that is set, but nothing sensitive', async () => {
    const { push, turns } = await logged({ logScreens: true })
    await push({})
    await push({ Sequence: 2, Type: 'Response', Message: 'PIN' })
    expect(turns()).toMatchObject([
      { message: '713 (sensitive)', screen: 'Enter your PIN' },
      { message: '(sensitive)', screen: '(sensitive)' },
    ])
  })

  it('shows no phone number that stands where none belongs', async () => {
    const { push, turns } = await logged({})
    await push({ SessionId: '+233000000001', Type: '+233000000002' })
    await push({ SessionId: '233200000003' })
    const [odd, plain] = turns()
    expect(odd).toMatchObject({ sessionId: '+233...001', type: '(unknown)' })
    expect(plain).toMatchObject({ sessionId: '233...003', type: 'initiation' })
  })

  it('is set for a kind over what is set for all', async () => {
    const { push, turns } = await logged({
      logScreens: true,
      ussd: { handler: (_push, turn) => turn.end('Bye'), logScreens: false },
    })
    await push({})
    expect(turns()[0]).not.toHaveProperty('screen')
  })

  it('measures from the arrival', async () => {
    const clock = manualClock()
    const { push, turns } = await logged({
      clock,
      ussd: (_push, turn) => {
        clock.advance(17)
        return turn.end('Goodbye')
      },
    })
    await push({})
    expect(turns()).toMatchObject([{ ms: 17 }])
  })

  it('is of the logger of the request: a turn gets one of its own only where its handler asks for it', async () => {
    const sessions: unknown[] = []
    const onChild = (child: pino.Logger) => void sessions.push(child.bindings().sessionId)
    const handler: MerchantWebhooksOptions['ussd'] = (push, turn) => {
      if (push.message === 'log') turn.log.info({}, 'asked')
      return turn.prompt('Hello')
    }
    const app = await appWith({ ussd: handler }, { server: { logger: { ...linesOf().logger, onChild } } })
    const named = () => sessions.filter((id) => id !== undefined)
    await post(app, '/ussd', samples.ussd)
    expect(named()).toEqual([])
    await post(app, '/ussd', { ...samples.ussd, Type: 'Response', Sequence: 2, Message: 'log' })
    expect(named()).toEqual([samples.ussd.SessionId])
  })

  it('is not written where nothing is', async () => {
    const { push, lines } = await logged({}, 'silent')
    await push({})
    expect(lines.text()).toBe('')
  })

  it('is written by a logger that was silent first', async () => {
    const { app, push, turns } = await logged({}, 'silent')
    app.log.level = 'info'
    await push({})
    expect(turns()).toHaveLength(1)
  })
})

describe('a push that is not as the reference has it', () => {
  it('is taken, and what was odd is noted with its session', async () => {
    const { push, lines } = await logged({})
    await push({ Mobile: undefined, Sequence: 'first', operator: 'second' })
    expect(lines.saying('a push was not as the reference has it')).toMatchObject([
      {
        level: 40,
        kind: 'ussd',
        sessionId: 'b1946ac9-2492-d234-7c6f-2354d1e0a7ab',
        notes: expect.arrayContaining(['Mobile is missing', 'Sequence is not a whole number']),
      },
    ])
  })

  it('is noted with its identity where it is a notification', async () => {
    const { app, lines } = await logged({ deliveryReport: () => undefined })
    await post(app, '/delivery-report', { MessageId: '1', Status: 'Sent', From: 'a', from: 'b' })
    expect(lines.saying('a push was not as the reference has it')).toMatchObject([
      { level: 40, kind: 'deliveryReport', id: 'deliveryReport:1|sent', notes: [expect.stringContaining('From')] },
    ])
  })
})

describe('a service that hangs up', () => {
  it('before the answer is noted: its limit may be below the budget', async () => {
    const clock = manualClock()
    const lines = linesOf()
    let answer = (): void => undefined
    const started = Promise.withResolvers<void>()
    const app = await appWith(
      {
        clock,
        ussd: async (_push, turn) => {
          started.resolve()
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          return turn.end('Goodbye')
        },
      },
      { server: { logger: lines.logger } },
    )
    const port = await listen(app)
    const closed = new Promise((resolve) =>
      app.server.once('request', (_request, response) => response.once('close', resolve)),
    )
    const body = JSON.stringify(samples.ussd)
    const socket = connect(port, '127.0.0.1')
    socket.write(head('/ussd', 'Content-Type: application/json', `Content-Length: ${body.length}`) + body)
    await started.promise
    clock.advance(5_000)
    socket.destroy()
    await closed
    expect(lines.saying('hung up before the answer')).toMatchObject([{ level: 40, kind: 'ussd', ms: 5_000 }])
    answer()
  })

  it('after it is not', async () => {
    const lines = linesOf()
    const app = await appWith(
      { ussd: (_push, turn) => Promise.resolve(turn.end('Goodbye')) },
      { server: { logger: lines.logger } },
    )
    const port = await listen(app)
    const closed = new Promise((resolve) =>
      app.server.once('request', (_request, response) => response.once('close', resolve)),
    )
    const response = await fetch(`http://127.0.0.1:${port}/ussd`, {
      method: 'POST',
      body: JSON.stringify(samples.ussd),
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.json()).toEqual({ Type: 'Release', Message: 'Goodbye' })
    await closed
    expect(lines.saying('hung up')).toEqual([])
  })
})
