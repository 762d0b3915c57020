import { describe, expect, it } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { officeOf } from './office.ts'

const reason = 'the new menu shows no prices'

async function office() {
  return officeOf(undefined, { ussd: (_push, turn) => turn.prompt('Welcome') })
}

describe('stopping a kind on the operator’s page', () => {
  it('holds for its pushes, stands in every overview and on the trail, until it is started', async () => {
    const { app, ask } = await office()
    const kinds = ['ussd', 'checkout', 'fulfilment', 'ussdPayment']
    expect((await ask('overview')).body).toMatchObject({ kinds: expect.arrayContaining(kinds), stops: [] })
    expect(await ask('stop', { kind: 'ussd', reason })).toMatchObject({ status: 200, body: { stopped: true } })
    expect((await ask('overview')).body.stops).toEqual([
      { kind: 'ussd', by: 'Ama', reason, since: expect.stringMatching(/Z$/) },
    ])
    const screen = await app.inject({ method: 'POST', url: '/ussd', payload: samples.ussd })
    expect(screen.json().Message).toContain('this service is paused')
    expect((await ask('stop', { kind: 'ussd', reason })).body).toEqual({ stopped: false })
    expect((await ask('start', { kind: 'ussd' })).body).toEqual({ started: true })
    expect((await ask('start', { kind: 'ussd' })).body).toEqual({ started: false })
    expect((await ask('overview')).body.stops).toEqual([])
    expect((await ask('trail')).body.lines).toMatchObject([
      { act: 'start', by: 'Ama', about: { kind: 'ussd' } },
      { act: 'stop', by: 'Ama', about: { kind: 'ussd' }, reason },
    ])
  })

  it('is seen from every other registration, as is what they have to review', async () => {
    const tickets = { name: 'tickets', prefix: '/tickets', verify: 'none', store: newSqlite()() } as const
    const { app, ask, origin } = await officeOf(
      undefined,
      { ussd: (_push, turn) => turn.prompt('Welcome') },
      {
        prepare: (host) =>
          host.register(merchantWebhooks, {
            ...tickets,
            ussd: (_push, turn) => turn.end('Bye'),
            payment: () => undefined,
          }),
      },
    )
    const none = { needsReview: { tab: 'needsReview', count: 0, isMore: false }, stops: [] }
    expect((await ask('overview', { registration: 'default' })).body.others).toEqual([{ name: 'tickets', ...none }])
    await app.merchant.get('tickets').stop('ussd', { by: 'Kofi', reason })
    await fetch(`${origin}/tickets/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...samples.checkout, ResponseCode: '0005' }),
    })
    await expect
      .poll(async () => (await ask('overview', { registration: 'default' })).body.others)
      .toEqual([
        {
          name: 'tickets',
          needsReview: { tab: 'needsReview', count: 1, isMore: false },
          stops: [{ kind: 'ussd', by: 'Kofi', reason, since: expect.stringMatching(/Z$/) }],
        },
      ])
    expect((await ask('overview', { registration: 'tickets' })).body.others).toEqual([{ name: 'default', ...none }])
  })

  it('is shown where the store of another registration cannot be asked: what that has to review is unknown, and not none', async () => {
    const store = newSqlite()()
    let opened: OpenStore | undefined
    const { ask } = await officeOf(
      undefined,
      { ussd: (_push, turn) => turn.prompt('Welcome') },
      {
        prepare: (host) =>
          host.register(merchantWebhooks, {
            name: 'tickets',
            prefix: '/tickets',
            verify: 'none',
            store: {
              ...store,
              open: (context) => {
                opened = store.open(context)
                return opened
              },
            },
            payment: () => undefined,
          }),
      },
    )
    // A store that went away.
    await opened?.close()
    const { status, body } = await ask('overview', { registration: 'default' })
    expect(status).toBe(200)
    expect(body.others).toEqual([{ name: 'tickets', needsReview: null, stops: [] }])
  })

  it('masks the phones of a reason', async () => {
    const { ask } = await office()
    await ask('stop', { kind: 'ussd', reason: 'ask +233000000042' })
    expect((await ask('overview')).body.stops).toMatchObject([{ reason: 'ask +233...042' }])
  })

  it('refuses a kind that is not received, and a reason that is none', async () => {
    const { ask } = await office()
    expect(await ask('stop', { kind: 'inboundMessage', reason })).toMatchObject({
      status: 400,
      body: { code: 'FMW_OPERATOR_REQUEST', message: expect.stringMatching(/^kind must be one of ussd, /) },
    })
    expect(await ask('start', { kind: 'inboundMessage' })).toMatchObject({
      status: 400,
      body: { code: 'FMW_OPERATOR_REQUEST' },
    })
    for (const body of [[], 'null', { kind: 'sms', reason }, { kind: 'ussd' }, { kind: 'ussd', reason: '   ' }]) {
      expect(await ask('stop', body)).toMatchObject({ status: 400, body: { code: 'FMW_OPERATOR_REQUEST' } })
    }
  })

  it.each([
    [{ kind: 'sms', reason }, /^kind must be one of .*\bussd, .*inboundMessage/],
    [{ kind: 'ussd', reason: '   ' }, /^reason must be a text of 3 to 2,000 characters that can be seen$/],
    [{ kind: 'ussd', reason: 'no' }, /^reason must be a text of 3 to 2,000 characters/],
    [{ kind: 'ussd' }, /^reason is missing$/],
    [{ kind: 'ussd', reason, since: 1 }, /^since is no field: there are registration, kind, reason$/],
  ])('says what %j should have been', async (body, message) => {
    const { ask } = await office()
    expect((await ask('stop', body)).body.message).toMatch(message)
  })
})
