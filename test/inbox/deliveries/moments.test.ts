import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { keptInMemory } from '../over-http/kept.ts'
import { eventually } from './workshop.ts'

const moments = ['accepted', 'acknowledged', 'attempting', 'attempted', 'settled']

function listen(): [string, unknown][] {
  const heard: [string, unknown][] = []
  for (const moment of moments) {
    const listener = (message: unknown): void => void heard.push([moment, message])
    subscribe(`fastify-merchant-webhooks:${moment}`, listener)
    onTestFinished(() => void unsubscribe(`fastify-merchant-webhooks:${moment}`, listener))
  }
  return heard
}

describe('the moments of a notification', () => {
  it('are told in order, with its id', async () => {
    const heard = listen()
    const go = Promise.withResolvers<void>()
    const app = await appWith({ store: keptInMemory(), deliveryReport: () => go.promise })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(address + paths.deliveryReport, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ MessageId: '1', Status: 'Sent' }),
    })
    expect(response.status).toBe(200)
    await eventually(() => heard.length === 3)
    go.resolve()
    await eventually(() => heard.length === moments.length)
    const message = { ids: ['deliveryReport:1|sent'] }
    expect(heard.slice(0, 1)).toEqual([['accepted', message]])
    expect(heard.slice(1, 3).toSorted()).toEqual([
      ['acknowledged', message],
      ['attempting', message],
    ])
    expect(heard.slice(3)).toEqual([
      ['attempted', message],
      ['settled', message],
    ])
  })

  it('are told without an acknowledgement where there was none', async () => {
    const heard = listen()
    const app = await appWith({ deliveryReport: () => Promise.reject(new Error('broken')) })
    await post(app, paths.deliveryReport, { MessageId: '1', Status: 'Sent' })
    expect(heard.map(([moment]) => moment)).toEqual(['attempting', 'attempted', 'settled'])
  })
})
