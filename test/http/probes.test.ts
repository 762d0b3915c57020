import { describe, expect, it } from 'vitest'
import { allOf, type PushEvent, secretPath, secretQuery, type Verifier, verifyWith } from '../../src/index.ts'
import { appWith } from './app.ts'
import { paths } from './samples.ts'

const kinds = Object.values(paths)

async function everyKind(verify: Verifier | 'none') {
  const seen: PushEvent[] = []
  const app = await appWith({
    verify,
    ussd: (push, turn) => {
      seen.push(push)
      return turn.end('Goodbye')
    },
    programmable: (push, turn) => {
      seen.push(push)
      return turn.end('Goodbye')
    },
    payment: (event) => seen.push(event),
    deliveryReport: (event) => seen.push(event),
    inboundMessage: (event) => seen.push(event),
  })
  return { app, seen }
}

describe('a probe', () => {
  for (const method of ['GET', 'HEAD'] as const) {
    it(`by ${method} is answered with 200, nothing in it and no effect, on every kind's path`, async () => {
      const { app, seen } = await everyKind('none')
      for (const url of kinds) {
        const { statusCode, body, headers } = await app.inject({ method, url })
        expect([statusCode, body, headers['content-type']]).toEqual([200, '', undefined])
      }
      expect(seen).toEqual([])
      expect(app.merchant.counts).toEqual({})
    })

    it(`by ${method} learns nothing about a secret`, async () => {
      const { app } = await everyKind(secretPath('the-right-secret'))
      for (const url of kinds) {
        const right = await app.inject({ method, url: `${url}/the-right-secret` })
        const wrong = await app.inject({ method, url: `${url}/a-wrong-secret` })
        const withoutDate = ({ headers: { date: _, ...others } }: typeof right) => others
        expect([wrong.statusCode, wrong.body]).toEqual([right.statusCode, right.body])
        expect(withoutDate(wrong)).toEqual(withoutDate(right))
        expect(right.statusCode).toBe(200)
      }
    })
  }

  it('may have a query of its own, as long as none of it is a field of the push', async () => {
    const { app, seen } = await everyKind(secretQuery('key', 'the-right-secret'))
    for (const url of kinds) {
      for (const query of ['?health=1', '?key=the-right-secret', '?key=a-wrong-secret&t=1', '?', '?&&']) {
        const { statusCode, body } = await app.inject({ method: 'GET', url: url + query })
        expect([statusCode, body]).toEqual([200, ''])
      }
    }
    expect(seen).toEqual([])
  })

  it('by HEAD has no effect even with the fields of a push', async () => {
    const { app, seen } = await everyKind('none')
    const { statusCode } = await app.inject({ method: 'HEAD', url: '/delivery-report?MessageId=1&Status=Delivered' })
    expect(statusCode).toBe(200)
    expect(seen).toEqual([])
  })

  it('is not asked for what only a push has', async () => {
    let asked = 0
    const signature = verifyWith('signature', () => ++asked < 0, { needsBody: true })
    const { app } = await everyKind(allOf(secretPath('the-right-secret'), signature))
    expect((await app.inject({ method: 'GET', url: '/ussd/a-wrong-secret' })).statusCode).toBe(200)
    expect(asked).toBe(0)
  })
})
