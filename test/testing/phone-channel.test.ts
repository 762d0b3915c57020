import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phone } from '../../src/testing/phone/phone.ts'
import type { PhoneOptions } from '../../src/testing/phone/phone-options.ts'
import { type TeaShop, teaShop } from './tea-shop.ts'

describe('A phone on a channel', () => {
  let app: FastifyInstance
  let bodies: TeaShop['bodies']

  beforeEach(async () => {
    const shop = await teaShop()
    app = shop.app
    bodies = shop.bodies
  })
  afterEach(() => app.close())

  it.each<[channel: PhoneOptions['channel'], operator: string, mobile: string]>([
    ['webstore', 'webstore', 'webstore-user'],
    ['pos', 'POS-Android', 'pos-user'],
    ['app', 'app', 'app-user'],
  ])('%s pushes as that does, and nothing that is dialled', async (channel, Operator, Mobile) => {
    const caller = phone(app, { channel })
    await caller.dial('*713#').expectScreen('How many?')

    expect(bodies).toEqual([
      {
        Type: 'initiation',
        Message: '',
        ServiceCode: 'service',
        Operator,
        ClientState: '',
        Mobile,
        SessionId: caller.sessionId,
      },
    ])
  })

  it('ussd dials, of either kind', async () => {
    await phone(app, { channel: 'ussd' })
      .dial('*713#')
      .expectScreen(/^Welcome/)
    await phone(app, { channel: 'ussd', kind: 'programmable' }).dial('*713#').expectScreen('How many?')

    const common = { Message: '*713#', ServiceCode: '713', Operator: 'network', Mobile: '+233000000000' }
    expect(bodies).toMatchObject([
      { ...common, Type: 'Initiation', Sequence: 1 },
      { ...common, Type: 'initiation' },
    ])
  })

  it('is whoever its options say', async () => {
    const options: PhoneOptions = { mobile: 'user-7', operator: 'POS-ios', serviceCode: 'a1b2', names: 'camel' }
    await phone(app, { ...options, channel: 'pos', kind: 'programmable' }).dial()

    expect(bodies).toMatchObject([{ mobile: 'user-7', operator: 'POS-ios', serviceCode: 'a1b2' }])
  })

  it('cannot be on one that does not exist, or that has no pushes of its kind', () => {
    const unknown = JSON.parse('{ "channel": "fax" }')
    expect(() => phone(app, unknown)).toThrow(
      expect.objectContaining({
        code: 'FMW_PHONE_CHANNEL',
        message: "A phone on the channel 'fax' cannot be: there are ussd, webstore, pos, app",
      }),
    )
    expect(() => phone(app, { channel: 'pos', kind: 'ussd' })).toThrow(
      expect.objectContaining({
        code: 'FMW_PHONE_CHANNEL',
        message: "A phone on the channel 'pos' gets pushes of the kind programmable, not ussd: leave kind out",
      }),
    )
  })
})
