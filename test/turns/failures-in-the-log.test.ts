import { once } from 'node:events'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'

async function logged(ussd: NonNullable<MerchantWebhooksOptions['ussd']>) {
  const lines: string[] = []
  const clock = manualClock()
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({ logger: { stream } })
  await app.register(merchantWebhooks, { verify: 'none', clock, ussd })
  const push = async (Type: string, Message: string, Sequence: number) => {
    const payload = {
      SessionId: 'a',
      Type,
      Message,
      Sequence,
      Mobile: '+233000000000',
      ServiceCode: '713',
      Operator: 'x',
    }
    const { body } = await app.inject({ method: 'POST', url: '/ussd', payload })
    const reply: { readonly Message?: unknown } = JSON.parse(body)
    return reply.Message
  }
  const line = (text: string): unknown => {
    const found = lines.find((one) => one.includes(text))
    return found === undefined ? undefined : JSON.parse(found)
  }
  return { app, clock, push, line, lines }
}

describe('What failed in a turn, in the log', () => {
  it('is told whole, and that the subscriber got a polite release', async () => {
    const { push, line } = await logged(() => {
      throw new Error('No stock')
    })
    await push('Initiation', '*713#', 1)

    expect(line('the handler of a turn failed: the subscriber got a polite release')).toMatchObject({
      level: 50,
      kind: 'ussd',
      sessionId: 'a',
      err: { message: 'No stock', stack: expect.stringContaining('No stock') },
    })
  })

  it('never holds the PIN that the subscriber entered, wherever the error quotes it', async () => {
    const { push, line, lines } = await logged((event, turn) => {
      if (event.type === 'initiation') return turn.prompt('PIN?', { maskNext: true })
      throw new Error(`PIN ${event.message} is wrong`, { cause: new Error(`no row for ${event.message}`) })
    })
    await push('Initiation', '*713#', 1)
    await push('Response', '4321', 2)

    expect(line('the handler of a turn failed')).toMatchObject({
      err: { message: expect.stringMatching(/^PIN \*\*\* is wrong.*no row for \*\*\*/) },
    })
    expect(lines.filter((text) => text.includes('4321'))).toEqual([])
  })

  it('stays readable where a short answer to such a screen would be all over it', async () => {
    const { push, line } = await logged((event, turn) => {
      if (event.type === 'initiation') return turn.prompt('Balance?', { maskNext: true })
      throw new Error('No table 1')
    })
    await push('Initiation', '*713#', 1)
    await push('Response', '1', 2)

    expect(line('the handler of a turn failed')).toMatchObject({ err: { message: 'No table 1' } })
  })

  it('names onDeadline, whose subscriber got the waiting screen', async () => {
    const started = Promise.withResolvers<void>()
    const { push, line, clock } = await logged({
      handler: () => {
        started.resolve()
        return new Promise(() => undefined)
      },
      onDeadline: () => {
        throw new Error('No template')
      },
    })
    const screen = push('Initiation', '*713#', 1)
    await started.promise
    clock.advance(6_000)

    expect(await screen).toBe('Please wait, we are working on it. Reply 1 to check.')
    expect(line('onDeadline failed: the subscriber got the waiting screen')).toMatchObject({
      level: 50,
      err: { message: 'No template' },
    })
  })

  it('names onLeave, and listeners hear the place and the error itself', async () => {
    const error = new Error('No database')
    const { app, push, line } = await logged({
      handler: (_event, turn) => turn.prompt('Welcome'),
      onLeave: () => Promise.reject(error),
    })
    const heard = once(app.merchant.events, 'turnFailed')
    await push('Release', '', 1)

    expect(await heard).toEqual([{ kind: 'ussd', sessionId: 'a', place: 'onLeave', error }])
    expect(line('onLeave failed')).toMatchObject({ level: 50, err: { message: 'No database' } })
  })

  it.each([
    ['returns', 'a late result was ignored: its session had continued', undefined],
    ['stops as its signal says', 'a late result was ignored: its session had continued', undefined],
    ['throws', 'work failed after its session had continued', { message: 'Paid, but not delivered' }],
  ])('tells when fenced work %s, with the error if there is one', async (how, text, err) => {
    const started = Promise.withResolvers<void>()
    const till = Promise.withResolvers<void>()
    const { app, push, line } = await logged(async (_event, turn) => {
      started.resolve()
      await till.promise
      if (how === 'throws') throw new Error('Paid, but not delivered')
      if (how === 'stops as its signal says') turn.signal.throwIfAborted()
      return turn.end('Bought')
    })
    const buying = push('Response', '1', 1)
    await started.promise
    await push('Timeout', '', 2)
    await buying
    const fenced = once(app.merchant.events, 'fenced')
    till.resolve()
    await fenced

    expect(line(text)).toMatchObject({ level: 40, sessionId: 'a', ...(err === undefined ? {} : { err }) })
  })
})
