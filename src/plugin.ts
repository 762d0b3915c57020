import type { FastifyInstance, FastifyPluginAsync, RegisterOptions } from 'fastify'
import fp from 'fastify-plugin'
import { Inbox } from './admin/inbox.ts'
import { besideOf, People } from './admin/person/people.ts'
import { Sessions } from './admin/sessions-look.ts'
import { Stops } from './admin/stops.ts'
import { Trail } from './admin/trail.ts'
import { checkNode } from './check-node.ts'
import { BodyRoom, keepBodies, Pace } from './http/arriving-bodies.ts'
import { addPushRoute } from './http/routes.ts'
import { answerErrors, answerNotFound, answerNotFoundBelow, redactAddresses, scopeNamed } from './http/scope.ts'
import { timeToWrite } from './inbox/endings.ts'
import { keepTick } from './kept-tick.ts'
import { ownOptions } from './own-options.ts'
import { isTurnKind, moneyKinds } from './pushes/kinds.ts'
import { CallbackUrls } from './registration/callback-urls.ts'
import { closeConnections } from './registration/close-connections.ts'
import { FMW_OPTION } from './registration/errors.ts'
import { Activity } from './registration/events/activity.ts'
import { tellAtBoot, warningsOfPayments } from './registration/events/tell-at-boot.ts'
import type { ReceivedKind } from './registration/kinds/kind-parts.ts'
import { buildNotificationKinds } from './registration/kinds/notification-kinds.ts'
import { PaymentConfirmation, safeCheckout } from './registration/kinds/payment-confirmation.ts'
import { settledReferences } from './registration/kinds/settled-references.ts'
import { askedPayments, buildProgrammableKind, buildUssdKind } from './registration/kinds/turn-kinds.ts'
import { UnwatchedPayments } from './registration/kinds/watched-payments.ts'
import { listeningAt, Registration } from './registration/merchant.ts'
import { closingTimeOf, openInbox, stayAwake, workInbox } from './registration/open-inbox.ts'
import type { MerchantWebhooksOptions } from './registration/options/options.ts'
import { checkParamLength } from './registration/options/param-length.ts'
import { reportOf } from './registration/options/read-report-options.ts'
import { readShared } from './registration/options/read-shared.ts'
import { runBesides } from './registration/run-besides.ts'
import { groupByPath, type PushAddress } from './registration/urls.ts'
import { readCountry } from './text/countries.ts'
import { LoopWatch } from './turns/shared/loop-watch.ts'
import { isEnough } from './verify/by-address.ts'

/**
 * Receives every push of the service in a Fastify application. It checks the sender, gives you one typed event, and
 * answers in time.
 *
 * The plugin decorates the application that it is registered on with `merchant`; its routes, parsers and error answers
 * stay in a scope of their own.
 *
 * @throws errors with a code `FMW_…` at boot. Each says which option is wrong, and what to do
 * @example
 * const app = Fastify({ logger: true })
 * await app.register(merchantWebhooks, {
 *   prefix: '/push',
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   ussd: (push, turn) => turn.end(`Hello ${push.mobile}`),
 * })
 */
const merchantWebhooks: FastifyPluginAsync<MerchantWebhooksOptions> = fp(receivePushes, {
  name: 'fastify-merchant-webhooks',
  fastify: '5.x',
})

export default merchantWebhooks

// Before anything has waited: it is too late after the first full garbage collection.
keepTick()

async function receivePushes(app: FastifyInstance, given: MerchantWebhooksOptions): Promise<void> {
  checkNode(process.versions.node)
  const options = ownOptions(given)
  const shared = readShared(options)
  const activity = new Activity(app.log)
  const inbox = openInbox(shared, activity, app.log, options.logLevel)
  const settled = settledReferences({ options, shared, ...inbox })
  const asked = askedPayments({ options, shared, settled, ...inbox })
  const loop = new LoopWatch(shared.clock)
  const parts = { options, shared, activity, log: app.log, ...inbox, asked, settled, loop }
  const prefix = app.prefix + shared.prefix

  const truth = new PaymentConfirmation(parts)
  const notifications = buildNotificationKinds(parts, truth)
  const callbackUrls = new CallbackUrls({
    addresses: notifications.map((kind) => addressOf(kind, prefix)),
    publicUrl: shared.publicUrl,
    signer: shared.sealing.signer,
    clock: inbox.time,
  })
  const unwatched = new UnwatchedPayments()
  const turnKinds = [...buildUssdKind(parts, callbackUrls, unwatched), ...buildProgrammableKind(parts, unwatched)]
  const received: ReceivedKind[] = [...turnKinds, ...notifications]
  if (received.length === 0)
    throw new FMW_OPTION('ussd', 'is missing, like that of every other kind: give one a handler')

  const lacks = warningsOfPayments(options, shared, received, truth.client !== undefined)
  const trail = new Trail(inbox.opened.trail, shared.name)
  const first = app.hasDecorator('merchant') && app.merchant instanceof Registration ? app.merchant : undefined
  const kinds = Object.fromEntries(notifications.map(({ kind, lookedAt }) => [kind, lookedAt]))
  const country = options.country === undefined ? undefined : readCountry(options.country)
  const registration = new Registration(
    {
      name: shared.name,
      received,
      time: inbox.time,
      addresses: received.map((kind) => addressOf(kind, prefix)),
      base: () => shared.publicUrl ?? listeningAt(app),
      callbackUrls,
      checkout: safeCheckout(truth, callbackUrls, inbox.time),
      activity,
      health: () => inbox.opened.health(),
      inbox: new Inbox({
        look: inbox.opened.inbox,
        trail,
        registration: shared.name,
        country,
        kinds,
      }),
      trail,
      stops: new Stops({
        look: inbox.opened.stops,
        trail,
        registration: shared.name,
        kinds: received.map(({ kind }) => kind),
        changed: () => inbox.stopped.look(),
      }),
      stopped: inbox.stopped,
      sessions: new Sessions({
        look: inbox.opened.turns,
        trail,
        registration: shared.name,
        country,
      }),
      people: new People({
        look: async () => {
          // Its threads and connections are there already.
          const { inbox: entries, turns: sessions, trail: lines, stops } = inbox.opened
          return { ...(await besideOf(shared.store)), inbox: entries, sessions, trail: lines, stops }
        },
        registration: shared.name,
        country,
        kinds,
        clock: inbox.time,
        keptFor: shared.keeping.retention.entries,
      }),
      inspection: {
        registration: shared.name,
        publicUrl: shared.publicUrl,
        store: shared.store,
        takesMoney: received.some(({ kind }) => moneyKinds.some((one) => one === kind)),
        lacks,
        reportUrl: reportOf(options)?.url ?? null,
        askers: truth.askers,
        kinds: received.map((kind) => {
          const { path, suffix } = addressOf(kind, prefix)
          const letsIn = (address: string) => isEnough(kind.verifier, kind.kind, address)
          return { kind: kind.kind, verifier: kind.verifier.name, letsIn, path: path + suffix, suffix }
        }),
        turnKinds: turnKinds.map(({ kind, tried }) => ({ kind, judge: tried?.judge, replay: tried?.replay })),
        noticeKinds: notifications.map(({ kind, reread }) => ({ kind, reread })),
      },
    },
    first,
  )
  // Throws where `app.merchant` is somebody else's.
  if (first === undefined) app.decorate('merchant', registration)

  const paths = groupByPath(received, shared.classify !== undefined)
  // What is committed together is answered together, and comes again together: a few at a time cost a third less each, too.
  const pace = new Pace(mostAtOnce)
  const bodyRoom = new BodyRoom(shared.bodyRoom)
  await app.register(
    scopeNamed('pushes', async (scope) => {
      redactAddresses(scope)
      keepBodies(scope)
      answerErrors(scope)
      for (const { path, kinds, endpoints } of paths) {
        const [{ verifier }] = kinds
        checkParamLength(app, verifier)
        addPushRoute(scope, {
          path: path + (verifier.routePath ?? ''),
          verifier,
          endpoints,
          bodyLimit: Math.max(...kinds.map(({ bodyLimit }) => bodyLimit)),
          bodyTimeout: Math.max(...kinds.map(({ bodyTimeout }) => bodyTimeout)),
          bodyForm: verifier.needsBody === true ? 'bytes' : 'text',
          bodyRoom,
          classify: shared.classify,
          clock: shared.clock,
          onStopped: (kind) => activity.mishap(kind, 'stopped'),
          onRefused: (kind) => activity.refused(kind, verifier.name),
          // Of notifications. Where turns come too, nobody waits.
          pass: kinds.some(({ kind }) => isTurnKind(kind)) ? undefined : pace.pass,
        })
      }
      if (shared.prefix === '') answerNotFoundBelow(scope, paths)
      else answerNotFound(scope)
    }),
    { prefix: shared.prefix, ...readLogOptions(options) },
  )

  tellAtBoot(app, received, shared, prefix, lacks)
  // In this order: whoever waits for a screen when the application closes does not wait for notifications.
  closeConnections(app)
  runBesides(app, turnKinds, shared, activity, loop)
  const closingTime = closingTimeOf(shared)
  workInbox(app, inbox, shared, closingTime)
  // The last to be added is the first to be called: the store is still open then.
  app.addHook('onClose', async () => {
    await stayAwake(() => Promise.all(turnKinds.map(({ flush }) => flush(closingTime(timeToWrite)))))
  })
  app.addHook('onClose', async () => {
    await stayAwake(() => Promise.all(turnKinds.map(({ turns }) => turns.drain(closingTime()))))
  })
}

function readLogOptions({ logLevel, logSerializers }: MerchantWebhooksOptions): RegisterOptions {
  return {
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(logSerializers === undefined ? {} : { logSerializers }),
  }
}

function addressOf({ kind, path, verifier }: ReceivedKind, prefix: string): PushAddress {
  return { kind, path: prefix + path, suffix: verifier.address ?? '' }
}

// Notifications in a turn of the event loop: some 1 ms.
const mostAtOnce = 16
