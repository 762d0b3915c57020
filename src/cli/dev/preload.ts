import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { replacedVariable } from './replaced-files.ts'
import { openWire, type Question, type Wire } from './wire.ts'

/*
 * Is loaded into each Node.js process of an application under `dev`, before its own modules. It does nothing until there is
 * a Fastify application with the plugin that listens: then it tells `dev` where that is, and what it handled.
 */

/** Whether an application of this process listens, or is about to. */
export const listening = { isBegun: false }

// As Node.js itself says which modules were loaded.
const { [replacedVariable]: replaced, WATCH_REPORT_DEPENDENCIES: isWatched } = process.env
if (replaced !== undefined && isWatched !== undefined) process.send?.({ 'watch:require': [replaced] })

// Fastify tells of each application there.
subscribe('fastify.initialization', (told) => watch(Reflect.get(Object(told), 'fastify')))

function watch(app: FastifyInstance): void {
  const { listen } = app
  Object.assign(app, {
    listen: (...given: readonly unknown[]) => {
      listening.isBegun = true
      return Reflect.apply(listen, app, given)
    },
  })
  app.addHook('onListen', async () => {
    if (!app.hasDecorator('merchant')) return
    const { MERCHANT_DEV_REGISTRATION: name } = process.env
    const { urls, inbox } = name === undefined ? app.merchant : app.merchant.get(name)
    const wire = openWire()
    wire?.onQuestion((question) => void answer(wire, question, inbox))
    if (wire !== undefined) subscribe(settled, (told) => void tellHandled(wire, told, inbox))
    wire?.send({ url: originOf(app), urls: urls.map(({ kind, url }) => ({ kind, url })) })
  })
}

/** Where the plugin tells of each attempt whose end is durable, with the ids of the entries. */
const settled = 'fastify-merchant-webhooks:settled'

/** At once, and not when it's asked: after a restart an inbox in memory no longer knows. */
async function tellHandled(wire: Wire, told: unknown, inbox: FastifyInstance['merchant']['inbox']): Promise<void> {
  const ids: unknown = Reflect.get(Object(told), 'ids')
  const { handledBy } = await import('../../simulator/checkout/ledger/app-inbox.ts')
  for (const id of Array.isArray(ids) ? ids : []) {
    // Of a store that closes meanwhile nothing is known.
    const entry = await inbox.get(String(id)).catch(() => undefined)
    const payment = entry && (await handledBy(inbox, entry).catch(() => undefined))
    if (entry !== undefined && payment !== undefined)
      wire.send({ handled: { at: entry.receivedAt.getTime(), payment } })
  }
}

async function answer(wire: Wire, question: Question, inbox: FastifyInstance['merchant']['inbox']): Promise<void> {
  const { id } = question
  const { handledIn, workIn } = await import('../../simulator/checkout/ledger/app-inbox.ts')
  // Of a store that is busy, or closed while it is looked at, nothing new is known.
  if ('since' in question) wire.send({ id, payments: await handledIn(inbox, question.since).catch(() => undefined) })
  else wire.send({ id, work: await workIn(inbox, question.entryId) })
}

/** Where it is reached on this machine, whatever it is bound to. */
function originOf(app: FastifyInstance): string {
  const { protocol, port, hostname } = new URL(app.listeningOrigin)
  return `${protocol}//${/^(?:0\.0\.0\.0|\[::\])$/.test(hostname) ? '127.0.0.1' : hostname}:${port}`
}
