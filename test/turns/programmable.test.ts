import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { type ProgrammableHandler } from '../../src/index.ts'

async function service(handler: ProgrammableHandler) {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', programmable: handler })
  return async (SessionId: string, Type: string, Message = '') => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/programmable',
      payload: { SessionId, Type, Message, ServiceCode: 'shop', Operator: 'webstore', Mobile: 'user-1' },
    })
    const { Type: type, Message: message }: Record<string, unknown> = JSON.parse(body)
    return [statusCode, type, message]
  }
}

describe('Turns of programmable services (reference 3.3)', () => {
  it('take AddToCart pushes like answers, in the same session', async () => {
    const push = await service((event, turn) =>
      event.type === 'addToCart'
        ? turn.end(`Basket of ${turn.state}`)
        : turn.prompt('Welcome', { state: event.mobile }),
    )

    expect(await push('a', 'initiation')).toEqual([200, 'Response', 'Welcome'])
    expect(await push('a', 'AddToCart')).toEqual([200, 'Release', 'Basket of user-1'])
  })

  it('are over once the reply sent items to the checkout', async () => {
    let runs = 0
    const push = await service((_event, turn) => {
      runs += 1
      return turn.pay('Confirm on the next screen', { name: 'Tea', quantity: 1, price: 5 })
    })

    expect(await push('a', 'response', '1')).toEqual([200, 'AddToCart', 'Confirm on the next screen'])
    expect(await push('a', 'response', '2')).toEqual([200, 'Release', 'This has ended. Please start again.'])
    expect(runs).toBe(1)
  })

  it('have no sequence, so a copy of the last push gets its screen again once the session is over', async () => {
    let runs = 0
    const push = await service((_event, turn) => {
      runs += 1
      return turn.end('Goodbye')
    })
    const last = await push('a', 'response', '1')

    expect(await push('a', 'response', '1')).toEqual(last)
    expect(runs).toBe(1)
  })

  it.each(['release', 'Timeout'])('run no step for %s, which these services send too', async (type) => {
    let runs = 0
    const push = await service((_event, turn) => {
      runs += 1
      return turn.prompt('Welcome')
    })
    await push('a', 'initiation')

    expect(await push('a', type)).toEqual([200, 'Release', 'This has ended. Please start again.'])
    expect(await push('a', 'response', '1')).toEqual([200, 'Release', 'This has ended. Please start again.'])
    expect(runs).toBe(1)
  })
})
