import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import type { MerchantWebhooksOptions } from '../../../src/index.ts'
import { type OperatorPageOptions, type OperatorRight, operatorPage } from '../../../src/operations/index.ts'
import { operatorRights } from '../../../src/operations/page/access.ts'
import { appWith, type Host } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'

/** What a route answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as a page does
  readonly body: any
}

/** A shop with an operator's page, over sockets. */
export interface Office {
  readonly app: FastifyInstance
  readonly origin: string
  /** Asks the API as the page does. */
  ask(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Pushes a checkout callback. */
  push(change?: object, data?: object): Promise<void>
  /** Waits until nothing waits or runs. */
  settled(): Promise<void>
}

/** Everything that an operator may do, but for some. */
export function allBut(...missing: readonly OperatorRight[]): readonly OperatorRight[] {
  return operatorRights.filter((right) => !missing.includes(right))
}

export async function officeOf(
  page: OperatorPageOptions = { access: () => ({ rights: operatorRights, by: 'Ama' }) },
  options: MerchantWebhooksOptions = {},
  host: Host = {},
): Promise<Office> {
  const app = await appWith(
    { store: newSqlite()(), retry: { attempts: 1 }, payment: () => undefined, ...options },
    host,
  )
  await app.register(operatorPage, page)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = async (address: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${origin}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    app,
    origin,
    ask: async (path, body = {}, headers = { origin }) => {
      const answer = await post(`/operations/api/${path}`, body, headers)
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
    push: async (change = {}, data = {}) => {
      const { checkout } = samples
      const answer = await post('/checkout', { ...checkout, ...change, Data: { ...checkout.Data, ...data } }, {})
      expect([200, 400]).toContain(answer.status)
    },
    settled: () =>
      vi.waitFor(async () => {
        const { waiting, running } = await app.merchant.inbox.count()
        expect(waiting + running).toBe(0)
      }),
  }
}
