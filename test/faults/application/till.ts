import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { MerchantClient } from '../../../src/client/merchant-client.ts'
import type { Attempt } from '../../../src/inbox/attempt.ts'
import merchantWebhooks from '../../../src/plugin.ts'
import type { PaymentEvent } from '../../../src/registration/options/handlers.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { secretPath } from '../../../src/verify/secret-path.ts'
import { asHandled } from '../../inbox/reports/as-handled.ts'
import type { ApplicationSettings, TillSettings } from '../harness/application-settings.ts'
import { channelOf } from '../harness/moments.ts'
import type { Told } from '../harness/payments/history.ts'
import type { Application } from './application.ts'
import { openStore } from './open-store.ts'
import { sharedTime } from './shift-clock.ts'
import { payByCart, payByPrompt } from './till-turns.ts'
import { ToldFile } from './told-file.ts'
import { watchedStore } from './watched-store.ts'

const handling = channel(channelOf('handling'))
const handled = channel(channelOf('handled'))
const invoiced = channel(channelOf('invoiced'))
const asking = channel(channelOf('asking'))
const asked = channel(channelOf('asked'))

/**
 * A shop that is paid by checkout, by prompts on phones and by carts, as a merchant writes it. Everybody may push to it, but for
 * notices of carts, which nobody can confirm. It does not listen yet.
 */
export async function buildTill(settings: ApplicationSettings, till: TillSettings): Promise<Application> {
  const { promise, resolve } = Promise.withResolvers<OpenStore>()
  // As much as there is, to look for secrets in it.
  const app = Fastify({
    logger: { level: 'debug', file: settings.logFile },
    forceCloseConnections: true,
    // A busy machine takes its time to open a store: until then the application does not listen.
    pluginTimeout: 120_000,
  })
  const toldFile = new ToldFile(till.toldFile)

  /** Some fail at first: half of them after they have done what they do, so that it is done again under the same id. */
  const onPayment = async (event: PaymentEvent, attempt: Attempt): Promise<void> => {
    const ids = [attempt.entryId]
    handling.publish({ ids })
    const fails = attempt.number === 1 && Math.random() < failShare
    if (fails && Math.random() < 0.5) throw new Error(`the till is stuck for ${event.customerPhone}`)
    await sleep(Math.random() * 10)
    toldFile.add(toldOf(event, attempt))
    handled.publish({ ids })
    if (fails) throw new Error(`the till is stuck for ${event.customerPhone}`)
  }

  await app.register(merchantWebhooks, {
    prefix: '/push',
    // Whoever serves this name is looked up for each push.
    publicUrl: 'http://shop.example',
    verify: 'none',
    store: watchedStore(await openStore(settings.store), resolve),
    secret: till.secret,
    client: openClient(till, app.log),
    reconcile: { after: till.reconcileAfter, giveUpAfter: till.giveUpAfter },
    retry: { minDelay: 20, maxDelay: 100 },
    ussd: payByPrompt,
    programmable: payByCart,
    payment: onPayment,
    fulfilment: {
      handler: onPayment,
      verify: secretPath(till.secret),
      report: { url: `${till.serviceUrl}/fulfilment/report`, describe: asHandled },
    },
  })
  app.post<{ Body: { readonly reference: string; readonly amount: number } }>('/orders', async (request, reply) => {
    const { reference, amount } = request.body
    const { checkoutId } = await app.merchant.checkout.create({
      clientReference: reference,
      amount,
      currency: 'GHS',
      description: 'An order',
      returnUrl: 'http://shop.example/thanks',
      cancellationUrl: 'http://shop.example/cart',
    })
    return reply.code(201).send({ checkoutId })
  })
  app.post<{ Body: { readonly reference: string } }>('/addresses', async ({ body: { reference } }, reply) => {
    const url = new URL(
      app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId: `of ${reference}`, reference, amount: 10 }),
    )
    return reply.code(201).send(url.pathname + url.search)
  })
  await app.ready()
  return { app, opened: await promise }
}

const failShare = 0.1

/** A client whose calls are moments, too. */
function openClient({ serviceUrl, apiId, apiKey }: TillSettings, log: FastifyBaseLogger): MerchantClient {
  return new MerchantClient({
    baseUrl: serviceUrl,
    apiId,
    apiKey,
    merchantAccountNumber: '11684',
    paths: { transactionStatus: '/status' },
    timeout: 1_500,
    retries: 1,
    minDelay: 50,
    log,
    fetch: async (url, init) => {
      if (init?.method === 'POST') {
        const response = await fetch(url, init)
        invoiced.publish({ ids: [] })
        return response
      }
      asking.publish({ ids: [] })
      const response = await fetch(url, init)
      asked.publish({ ids: [] })
      return response
    },
  })
}

function toldOf(event: PaymentEvent, { entryId: id, number, conflictsWith }: Attempt): Told {
  const { outcome, evidence, clientReference, amountMinor, needsReview, paymentId, customerPhone, confirmation } = event
  return {
    at: sharedTime(),
    pid: process.pid,
    id,
    number,
    source: event.source,
    conflictsWith,
    outcome,
    evidence,
    reference: clientReference,
    address: event.source === 'ussdPayment' ? (event.signed?.reference ?? null) : null,
    amountMinor,
    needsReview,
    paymentId,
    transactionId: event.source === 'fulfilment' ? null : event.transactionId,
    networkTransactionId: event.source === 'fulfilment' ? null : event.externalTransactionId,
    phone: customerPhone,
    says: confirmation?.says ?? null,
    status: confirmation?.status ?? null,
  }
}
