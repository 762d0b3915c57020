import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phone } from '../../src/testing/phone.ts'
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
      'dial\n  How many?\nreply 2\n  To the checkout\n  (the session ends in the checkout of 2 x Tea at 5)',
    )
  })
})
