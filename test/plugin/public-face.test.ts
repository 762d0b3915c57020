import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../src/index.ts'
import { samples } from '../http/samples.ts'

// The code of the design's "public face", with what it leaves to the reader.
it('the design’s own example receives, answers and settles', async () => {
  const settled: [reference: string | null, amount: number | null][] = []
  const settle = async (reference: string | null, amount: number | null) => {
    settled.push([reference, amount])
  }
  const heard: string[] = []
  process.env.PUBLIC_URL = 'https://shop.example'
  process.env.PUSH_SECRET = 'the-right-secret'
  const app = Fastify()
  onTestFinished(() => app.close())

  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl: process.env.PUBLIC_URL,
    verify: secretPath(process.env.PUSH_SECRET),
    store: memoryStore(),

    ussd: (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Welcome\n1. Tea, 5.00\n2. Leave')
      if (push.message === '1') return turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
      return turn.end('Goodbye')
    },
    payment: async (payment, attempt) => {
      attempt.log.debug({ outcome: payment.outcome }, 'a payment')
      if (payment.outcome === 'paid') await settle(payment.clientReference, payment.amount)
    },
    deliveryReport: async (report) => {
      heard.push(report.messageId)
    },
    inboundMessage: async (message) => {
      heard.push(message.fulltext)
    },
  })

  expect(app.merchant.urls).toEqual(
    ['ussd', 'checkout', 'fulfilment', 'ussd-payment', 'delivery-report', 'inbound-message'].map((path) => ({
      kind: path.replace(/-(\w)/, (_dash, letter: string) => letter.toUpperCase()),
      method: 'POST',
      url: `https://shop.example/push/${path}/the-right-secret`,
    })),
  )
  const push = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/push/${path}/the-right-secret`, payload })).json()
  const { ussd } = samples
  expect(await push('ussd', ussd)).toEqual({ Type: 'Response', Message: 'Welcome\n1. Tea, 5.00\n2. Leave' })
  expect(await push('ussd', { ...ussd, Type: 'Response', Message: '1', Sequence: 2 })).toEqual({
    Type: 'Release',
    Message: 'Approve the prompt',
    Amount: 5,
    Description: 'Tea',
    CallbackUrl: 'https://shop.example/push/ussd-payment/the-right-secret',
  })
  expect(await push('ussd', { ...ussd, SessionId: 'b', Type: 'Response', Message: '2', Sequence: 2 })).toEqual({
    Type: 'Release',
    Message: 'Goodbye',
  })
  for (const path of ['checkout', 'fulfilment'] as const) {
    expect(await push(path, samples[path])).toEqual({ status: 'received' })
  }
  expect(await push('ussd-payment', samples.ussdPayment)).toEqual({ status: 'received' })
  expect(await push('delivery-report', samples.deliveryReport)).toEqual({ status: 'received' })
  expect(await push('inbound-message', samples.inboundMessage)).toEqual({ status: 'received' })
  expect(settled).toEqual([
    ['order-17', 50.5],
    [null, 12],
  ])
  expect(heard).toEqual(['59bcc3ad6775562f845cf01624225371', 'JOIN tea'])
})
