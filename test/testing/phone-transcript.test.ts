import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { teaShop } from './tea-shop.ts'

describe('The transcript of a phone', () => {
  let app: FastifyInstance

  beforeEach(async () => {
    app = (await teaShop()).app
  })
  afterEach(() => app.close())

  it('shows what was done and what came back, the same on every run', async () => {
    const caller = phone(app)
    expect(caller.transcript()).toBe('')
    await caller.dial('*713#').reply('3').repeatLast().reply('2')
    await caller.dial('*713#').reply('1').push('Query')
    await caller.dial('*713#').hangUp().dial('*713#').timeout()

    expect(caller.transcript()).toBe(
      [
        'dial *713#',
        '  Welcome',
        '  1. Tea, 5.00',
        '  2. Leave',
        'reply 3',
        '  1 or 2?',
        'repeat the last push',
        '  1 or 2?',
        'reply 2',
        '  Goodbye',
        '  (the session ends)',
        'dial *713#',
        '  Welcome',
        '  1. Tea, 5.00',
        '  2. Leave',
        'reply 1',
        '  Approve the prompt',
        '  (the session ends and asks to pay 5 for Tea)',
        'push Query',
        '  Sorry, this is not available. Please dial again.',
        '  (the session ends)',
        'dial *713#',
        '  Welcome',
        '  1. Tea, 5.00',
        '  2. Leave',
        'hang up',
        'dial *713#',
        '  Welcome',
        '  1. Tea, 5.00',
        '  2. Leave',
        'time out',
      ].join('\n'),
    )
  })

  it('shows what goes to the checkout', async () => {
    const caller = phone(app, { kind: 'programmable' })
    await caller.dial().reply('2')

    expect(caller.transcript()).toBe(
      [
        'dial',
        '  # How many?',
        '  How many?',
        '  (input, number)',
        'reply 2',
        '  # To the checkout',
        '  To the checkout',
        '  (the session ends in the checkout of 2 x Tea at 5)',
      ].join('\n'),
    )
  })

  it('shows only text where USSD comes from a programmable service', async () => {
    const caller = phone(app, { kind: 'programmable' })
    await caller.dial('*713#')

    expect(caller.transcript()).toBe('dial *713#\n  How many?')
  })

  it('shows what a rich channel makes of a screen, and what it masks', async () => {
    const bank = Fastify()
    await bank.register(merchantWebhooks, {
      verify: 'none',
      programmable: (push, turn) => {
        if (push.type === 'initiation') {
          const choices = [{ label: 'Balance', value: 'balance', amount: 0.5 }, 'Leave']
          return turn.menu('Your bank', choices, { as: 'select', label: 'Bank' })
        }
        if (push.message === 'balance') return turn.prompt('Your PIN?', { maskNext: true })
        return turn.end('You have 5.00', { sensitive: true })
      },
    })
    const caller = phone(bank, { channel: 'pos' })
    await caller.dial('*713#').choose('Balance').reply('0000').redial()
    await bank.close()

    expect(caller.transcript()).toBe(
      [
        'dial (pos)',
        '  # Bank',
        '  Your bank',
        '  1. Balance',
        '  2. Leave',
        '  - Balance (balance, 0.5)',
        '  - Leave (2)',
        '  (select)',
        'choose Balance (balance)',
        '  # Your PIN?',
        '  Your PIN?',
        '  (input, text, the answer masked)',
        'reply ••••',
        '  # Private',
        '  You have 5.00',
        '  (masked)',
        '  (the session ends)',
        'redial (pos)',
        '  # Bank',
        '  Your bank',
        '  1. Balance',
        '  2. Leave',
        '  - Balance (balance, 0.5)',
        '  - Leave (2)',
        '  (select)',
      ].join('\n'),
    )
  })

  it('shows what another application sends, however little it is', async () => {
    const other = Fastify()
    other.post<{ Body: { SessionId: string } }>('/push', async ({ body: { SessionId } }) => ({
      SessionId,
      Message: 'And?',
    }))
    const caller = phone(`${await other.listen({ host: '127.0.0.1', port: 0 })}/push`, { channel: 'app' })
    await caller.dial()
    await other.close()

    expect(caller.transcript()).toBe('dial (app)\n  And?')
  })
})
