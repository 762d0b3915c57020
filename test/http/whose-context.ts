import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { appWith } from './app.ts'

/** What an application keeps of the request that it serves, for its logs. */
export const requests = new AsyncLocalStorage<{ readonly id: string; readonly push: string | undefined }>()

/** Serves requests over sockets, and notes whose context each hook, handler and line finds. */
export async function listening(options: MerchantWebhooksOptions, prepare: (app: FastifyInstance) => unknown = ignore) {
  const met = new Set<string>()
  const lines = new Set<string>()
  const arrivals = new EventEmitter()
  const meet = (where: string, isOwn: boolean | undefined) => met.add(`${where}: ${whose(isOwn)}`)
  const ofHook = (where: string, { id }: FastifyRequest) => {
    const own = requests.getStore()
    meet(where, own && own.id === id)
  }
  const write = (line: string): void => {
    const { msg, reqId, context } = JSON.parse(line)
    // The first is written before there is a context.
    if (reqId !== undefined && msg !== 'incoming request') lines.add(`${msg}: ${whose(context && context === reqId)}`)
  }
  const app = await appWith(options, {
    server: {
      logger: { level: 'info', stream: { write }, mixin: () => ({ context: requests.getStore()?.id }) },
    },
    prepare: (host) => {
      host.addHook('onRequest', (request, _reply, done) => {
        const push = request.headers['x-push']?.toString()
        if (push) arrivals.emit(push)
        requests.run({ id: request.id, push }, done)
      })
      host.addHook('onSend', async (request) => void ofHook('onSend', request))
      host.addHook('onResponse', async (request) => void ofHook('onResponse', request))
      return prepare(host)
    },
  })
  const address = await app.listen({ port: 0 })
  const send = async (url: string, push: object, name = '') => {
    const headers = { 'content-type': 'application/json', 'x-push': name }
    const answer = await fetch(address + url, { method: 'POST', headers, body: JSON.stringify(push) })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  /** Sends a part of a push, and says when it has arrived; the rest follows where it is asked for. */
  const begin = async (url: string, push: object, name: string) => {
    const body = JSON.stringify(push)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-push': name }
    const sent = request(address + url, { method: 'POST', headers })
    const arrived = once(arrivals, name)
    sent.write(body.slice(0, 9))
    await arrived
    return async () => {
      const answered = once(sent, 'response')
      sent.end(body.slice(9))
      const [answer] = await answered
      answer.resume()
      await once(answer, 'end')
    }
  }
  /** Whether what runs now runs for the push of that name. */
  const isOf = (name: string) => requests.getStore() && requests.getStore()?.push === name
  return { app, met, lines, meet, send, begin, isOf }
}

function whose(isOwn: boolean | undefined): string {
  if (isOwn === undefined) return 'none'
  return isOwn ? 'its own' : "another's"
}

const ignore = (): void => undefined
