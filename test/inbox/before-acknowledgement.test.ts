import { describe, expect, it } from 'vitest'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paths, samples } from '../http/samples.ts'

describe('a notification', () => {
  it('is acknowledged only after its handler has run', async () => {
    const order: string[] = []
    const started = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const app = await appWith({
      deliveryReport: async () => {
        order.push('started')
        started.resolve()
        await go.promise
        order.push('handled')
      },
    })
    const answered = post(app, paths.deliveryReport, samples.deliveryReport).then(({ statusCode }) => {
      order.push('acknowledged')
      return statusCode
    })
    await started.promise
    await new Promise(setImmediate)
    expect(order).toEqual(['started'])
    go.resolve()
    expect(await answered).toBe(200)
    expect(order).toEqual(['started', 'handled', 'acknowledged'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('the database is down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('the database is down'))],
    ['throws what is no error', () => Promise.reject('the database is down')],
  ])('whose handler %s is answered with 500, and nothing of the error', async (_name, handler) => {
    const lines = linesOf()
    const app = await appWith({ checkout: handler }, { server: { logger: lines.logger } })
    const response = await post(app, paths.checkout, samples.checkout)
    expect(response.statusCode).toBe(500)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.json()).toEqual({
      type: 'about:blank',
      status: 500,
      title: 'Internal Server Error',
      code: 'FMW_HANDLER',
      detail: 'The notification was not handled and is not acknowledged',
    })
    expect(lines.saying('the handler of a notification failed')).toMatchObject([
      { level: 50, kind: 'checkout', err: { message: 'the database is down' } },
    ])
  })

  it('whose handler failed may come again, and is handled then', async () => {
    let attempts = 0
    const app = await appWith({
      checkout: () => {
        if (++attempts === 1) throw new Error('the database is down')
      },
    })
    expect((await post(app, paths.checkout, samples.checkout)).statusCode).toBe(500)
    expect((await post(app, paths.checkout, samples.checkout)).statusCode).toBe(200)
    expect(attempts).toBe(2)
  })

  it('is acknowledged whatever its handler returns', async () => {
    for (const result of [false, null, new Error('not thrown'), { status: 'failed' }]) {
      const app = await appWith({ deliveryReport: () => result })
      expect((await post(app, paths.deliveryReport, samples.deliveryReport)).json()).toEqual({ status: 'received' })
    }
  })

  it('does not wait for another', async () => {
    const go = Promise.withResolvers<void>()
    const app = await appWith({ deliveryReport: ({ messageId }) => (messageId === 'slow' ? go.promise : undefined) })
    const slow = post(app, paths.deliveryReport, { MessageId: 'slow', Status: 'Sent' }).then(
      ({ statusCode }) => statusCode,
    )
    expect((await post(app, paths.deliveryReport, { MessageId: 'fast', Status: 'Sent' })).statusCode).toBe(200)
    go.resolve()
    expect(await slow).toBe(200)
  })
})
