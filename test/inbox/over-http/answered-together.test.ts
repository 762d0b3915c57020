import { describe, expect, it } from 'vitest'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { eventually } from '../deliveries/workshop.ts'
import { keptInMemory } from './kept.ts'

const report = (MessageId: string) => ({ MessageId, Status: 'Sent' })

/** What happened in which order to two reports that came at once. */
async function orderOf(options: Parameters<typeof appWith>[0]) {
  const order: string[] = []
  const app = await appWith(
    { ...options, deliveryReport: ({ messageId }) => order.push(`${messageId} handled`) },
    { prepare: (host) => host.addHook('onSend', async (_request, { statusCode }) => void order.push(`${statusCode}`)) },
  )
  await app.ready()
  await Promise.all(['1', '2'].map((id) => post(app, paths.deliveryReport, report(id))))
  await eventually(() => order.length === 4)
  return order
}

describe('notifications that are taken in one turn of the event loop', () => {
  it('are answered one after the other, and then handled, with a store that keeps them', async () => {
    expect(await orderOf({ store: keptInMemory() })).toEqual(['200', '200', '1 handled', '2 handled'])
  })

  it('are handled, and then answered one after the other, with one that keeps nothing', async () => {
    expect(await orderOf({})).toEqual(['1 handled', '2 handled', '200', '200'])
  })
})
