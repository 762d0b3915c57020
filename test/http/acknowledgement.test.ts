import { describe, expect, it } from 'vitest'
import type { NotificationOptions } from '../../src/index.ts'
import { appWith, post } from './app.ts'
import { paths, samples } from './samples.ts'

type Acknowledge = NotificationOptions['acknowledge']

async function acknowledged(all: Acknowledge, own?: Acknowledge) {
  const app = await appWith({ acknowledge: all, deliveryReport: { handler: () => undefined, acknowledge: own } })
  const { statusCode, headers, body } = await post(app, paths.deliveryReport, samples.deliveryReport)
  return { statusCode, type: headers['content-type'], body }
}

describe('the acknowledgement', () => {
  it('is 200 with a word, when nothing is set', async () => {
    expect(await acknowledged(undefined)).toEqual({
      statusCode: 200,
      type: 'application/json; charset=utf-8',
      body: '{"status":"received"}',
    })
  })

  it('has the status and the body that are set', async () => {
    expect(await acknowledged({ status: 202, body: ['ok', null, { a: 1 }] })).toEqual({
      statusCode: 202,
      type: 'application/json; charset=utf-8',
      body: '["ok",null,{"a":1}]',
    })
  })

  it('has no body where it is set to none, and none with 204', async () => {
    const none = { type: undefined, body: '' }
    expect(await acknowledged({ body: undefined })).toEqual({ statusCode: 200, ...none })
    expect(await acknowledged({ status: 204 })).toEqual({ statusCode: 204, ...none })
  })

  it('may be any JSON value, null too', async () => {
    expect(await acknowledged({ body: null })).toMatchObject({ body: 'null' })
    expect(await acknowledged({ body: '' })).toMatchObject({ body: '""' })
    expect(await acknowledged({ body: 0 })).toMatchObject({ body: '0' })
  })

  it('is set for a kind over what is set for all', async () => {
    expect(await acknowledged({ status: 202, body: 'all' }, { body: 'own' })).toMatchObject({
      statusCode: 202,
      body: '"own"',
    })
  })

  it('is set for payments over what is set for all, and for a kind of them over that', async () => {
    const app = await appWith({
      acknowledge: { body: 'all' },
      payment: { handler: () => undefined, acknowledge: { status: 202, body: 'payment' } },
      fulfilment: { acknowledge: { body: 'own' } },
      deliveryReport: () => undefined,
    })
    const answer = async (kind: keyof typeof samples) => {
      const { statusCode, body } = await post(app, paths[kind], samples[kind])
      return [statusCode, body]
    }
    expect(await answer('checkout')).toEqual([202, '"payment"'])
    expect(await answer('fulfilment')).toEqual([202, '"own"'])
    expect(await answer('deliveryReport')).toEqual([200, '"all"'])
  })
})
