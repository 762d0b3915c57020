import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, { type Store } from 'fastify-merchant-webhooks'
import { operatorPage } from 'fastify-merchant-webhooks/operations'

/** Adds what else there is, before anything. */
type Prepare = (app: FastifyInstance) => void

/** A shop with an operator's page. What is called `dead` dies. */
export async function openShop(store: Store, prepare: Prepare = () => undefined): Promise<FastifyInstance> {
  const app = Fastify()
  prepare(app)
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    retry: { attempts: 1 },
    ussd: (_push, turn) => turn.end('Thanks'),
    payment: ({ reference }) => {
      if (reference === 'dead') throw new Error('The ledger is closed')
    },
  })
  await app.register(operatorPage, { access: () => ['look', 'redrive', 'note'] })
  await app.ready()
  // Its files take their time on a busy machine.
  while (!(await isOpen(app))) await setTimeout(50)
  return app
}

async function isOpen(app: FastifyInstance): Promise<boolean> {
  try {
    await app.merchant.inbox.list({ limit: 1 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FMW_STORE_UNAVAILABLE') return false
    throw error
  }
}

/** One of each that the others are copies of, as it really came. */
export async function pushOneOfEach(store: Store): Promise<void> {
  const app = await openShop(store)
  try {
    for (const [reference, code, Amount] of [
      ['old', '0000', 5],
      ['dead', '0000', 5],
      ['odd', '0005', 5],
      ['twice', '0000', 5],
      ['twice', '0000', 7],
    ] as const) {
      const Data = { CheckoutId: `c-${reference}`, ClientReference: reference, Status: 'Success', Amount }
      const CustomerPhoneNumber = '+233000000000'
      await push(app, JSON.stringify({ ResponseCode: code, Status: 'Success', Data: { ...Data, CustomerPhoneNumber } }))
    }
    await push(app, 'no JSON')
    const Session = {
      Type: 'Initiation',
      Mobile: '233000000000',
      SessionId: 'one',
      ServiceCode: '713',
      Message: '*713#',
    }
    await push(app, JSON.stringify({ ...Session, Operator: 'mtn', Sequence: 1 }), '/ussd')
    while ((await app.merchant.inbox.list({ states: ['waiting', 'running'], limit: 1 })).entries.length > 0) {
      await setTimeout(50)
    }
  } finally {
    await app.close()
  }
}

async function push(app: FastifyInstance, payload: string, url = '/checkout'): Promise<void> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  if (statusCode >= 500) throw new Error(`A push was answered with ${statusCode}`)
}
