import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { newSqlite } from '../store/new-sqlite.ts'

const secret = 'a-secret-of-the-test'
const moments = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

/** What Fastify tells on its channel. */
interface Told {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: { readonly url: string; readonly method: string }
  readonly error?: unknown
}

/** What a tracer has heard: a request's moment, as those hear it who listen to the channels of Fastify. */
interface Heard {
  readonly moment: string
  readonly address: string
  readonly route: string
  readonly body: string
}

/** Listens as the two tracers do that have no plugin: to each handler, and with hooks on every application that is made. */
function listen(): { readonly heard: Heard[]; readonly captured: unknown[] } {
  const heard: Heard[] = []
  const captured: unknown[] = []
  const on = (name: string, hear: (message: unknown) => void) => {
    subscribe(name, hear)
    onTestFinished(() => void unsubscribe(name, hear))
  }
  for (const moment of moments) {
    on(`tracing:fastify.request.handler:${moment}`, (message) => {
      const { request, route } = message as Told
      heard.push({ moment, address: request.url, route: route.url, body: String(request.body) })
    })
  }
  on('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', async (request) => void request.log.debug('a span begins'))
    fastify.addHook('onError', async (_request, _reply, error) => void captured.push(error))
  })
  return { heard, captured }
}

const open = async () => {
  const app = await appWith({
    prefix: '/push',
    verify: secretPath(secret),
    store: newSqlite()(),
    ussd: (push, turn) => {
      if (push.message === 'break') throw new Error('the turn broke')
      return turn.prompt('What?')
    },
    checkout: { handler: () => Promise.reject(new Error('the payment broke')), retry: { attempts: 1 } },
    deliveryReport: () => undefined,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const push = async (kind: 'ussd' | 'checkout' | 'deliveryReport', body: object | string) => {
    const answer = await fetch(`${origin}/push${paths[kind]}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const all = async () => {
    const answers = [
      await push('ussd', samples.ussd),
      await push('ussd', { ...samples.ussd, Sequence: 2, Type: 'Response', Message: 'break' }),
      await push('deliveryReport', samples.deliveryReport),
      await push('checkout', samples.checkout),
      await push('checkout', 'no JSON'),
    ]
    await vi.waitFor(async () => expect((await app.merchant.inbox.count()).dead).toBe(1))
    return answers
  }
  return { all }
}

it('pushes are answered as without a tracer: a turn, a notification, and each kind of failure', async () => {
  const without = await (await open()).all()
  listen()
  expect(channel('fastify.initialization').hasSubscribers).toBe(true)
  const traced = await (await open()).all()
  expect(traced).toEqual(without)
  expect(traced.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400])
})

it('a tracer sees the address with its secret, the body, and no failure of a handler', async () => {
  const { heard, captured } = listen()
  await (await open()).all()
  expect(new Set(heard.map(({ moment }) => moment))).toEqual(new Set(['start', 'end']))
  const begun = heard.filter(({ moment }) => moment === 'start')
  expect(begun).toHaveLength(5)
  for (const { address, route } of begun) {
    expect(address).toContain(secret)
    expect(route).not.toContain(secret)
  }
  expect(begun[0]?.body).toContain(samples.ussd.Mobile)
  // They are told on the plugin's own channels, and in its log.
  expect(captured).toEqual([])
})
