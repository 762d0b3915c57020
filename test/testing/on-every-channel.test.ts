import { AssertionError } from 'node:assert'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onEveryChannel } from '../../src/testing/phone/every-channel.ts'
import type { Phone } from '../../src/testing/phone/phone.ts'
import { type TeaShop, teaShop } from './tea-shop.ts'

describe('onEveryChannel', () => {
  let app: FastifyInstance
  let bodies: TeaShop['bodies']

  beforeEach(async () => {
    const shop = await teaShop()
    app = shop.app
    bodies = shop.bodies
  })
  afterEach(() => app.close())

  const failureOf = (steps: (phone: Phone) => unknown): Promise<unknown> =>
    onEveryChannel(app, steps).then(
      () => undefined,
      (reason: unknown) => reason,
    )

  it('takes the same steps on each, one after the other, each as somebody else', async () => {
    const transcripts = await onEveryChannel(app, (phone) => phone.dial('*713#').reply('2'))

    expect(bodies).toMatchObject([
      { Operator: 'network', Message: '*713#' },
      { Operator: 'network', Message: '2' },
      { Operator: 'webstore', Message: '' },
      { Operator: 'webstore', Message: '2' },
      { Operator: 'POS-Android', Message: '' },
      { Operator: 'POS-Android', Message: '2' },
      { Operator: 'app', Message: '' },
      { Operator: 'app', Message: '2' },
    ])
    const mobiles = bodies.map((body) => (body instanceof Object && 'Mobile' in body ? body.Mobile : undefined))
    expect(new Set(mobiles).size).toBe(4)
    expect(Object.entries(transcripts).map(([channel, text]) => [channel, text.split('\n')[0]])).toEqual([
      ['ussd', 'dial *713#'],
      ['webstore', 'dial (webstore)'],
      ['pos', 'dial (pos)'],
      ['app', 'dial (app)'],
    ])
  })

  it('gives its settings to every phone', async () => {
    await onEveryChannel(app, (phone) => phone.dial('*713#'), {
      ussd: 'programmable',
      names: 'camel',
      registration: 'default',
      headers: {},
      more: 'Suite',
    })

    expect(bodies).toMatchObject([
      { type: 'initiation', message: '*713#', operator: 'network' },
      { type: 'initiation', operator: 'webstore' },
      { type: 'initiation', operator: 'POS-Android' },
      { type: 'initiation', operator: 'app' },
    ])
  })

  it('dials the service code that it is given', async () => {
    await onEveryChannel(app, (phone) => phone.dial('*713*45#'), { serviceCode: '713*45' })
    expect(bodies.map((body) => Object(body).ServiceCode)).toEqual(['713*45', '713*45', '713*45', '713*45'])
  })

  it('says on which channel a step failed, and goes no further', async () => {
    const error = await failureOf((phone) => phone.dial('*713#').expectScreen(/Welcome/))

    expect(error).toBeInstanceOf(AssertionError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/^On webstore: The screen must match \/Welcome\/\nbut it is\n {2}How many\?\n/),
      stack: expect.stringMatching(/^AssertionError: On webstore: The screen must match/),
      actual: 'How many?',
    })
    expect(String(error instanceof Error && error.stack)).toContain('on-every-channel.test.ts')
    expect(bodies).toHaveLength(2)
  })

  it('throws what is no error as it is', async () => {
    expect(await failureOf(() => Promise.reject('out of tea'))).toBe('out of tea')
  })

  it('throws an error that cannot be written to as it is', async () => {
    const frozen = Object.freeze(new Error('out of tea'))
    expect(await failureOf(() => Promise.reject(frozen))).toBe(frozen)
    expect(frozen.message).toBe('out of tea')
  })
})
