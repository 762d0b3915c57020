import type { FastifyInstance } from 'fastify'
import { logSafely } from '../../log.ts'
import { isTurnKind } from '../../pushes/kinds.ts'
import { settingsOfPayments as mends } from '../callback-urls.ts'
import type { ReceivedKind } from '../kinds/kind-parts.ts'
import type { MerchantWebhooksOptions } from '../options/options.ts'
import { noticeAddressOf } from '../options/read-kind.ts'
import { reportOf } from '../options/read-report-options.ts'
import type { SharedSettings } from '../options/read-shared.ts'

/**
 * One table of what is received where, without secrets, and what to be warned of.
 *
 * @param lacks what its payments lack, in words
 */
export function tellAtBoot(
  app: FastifyInstance,
  received: readonly ReceivedKind[],
  shared: SharedSettings,
  prefix: string,
  lacks: readonly string[],
): void {
  const { name, store } = shared
  const routes = received.map(({ kind, path, verifier, budget }) => ({
    kind,
    method: 'POST',
    path: prefix + path + (verifier.routePath ?? ''),
    verifier: verifier.name,
    store: store.name,
    durability: store.durability,
    budget,
  }))
  app.addHook('onReady', async () => {
    logSafely(app.log, 'info', { registration: name, routes }, 'merchant webhooks are received')
    for (const { kind, verifier } of received) {
      if (verifier.name === 'none') logSafely(app.log, 'warn', { kind }, "verify is 'none': anybody can push this kind")
    }
    if (shared.prefix === '' && received.some(({ verifier }) => verifier.address !== undefined)) {
      logSafely(
        app.log,
        'warn',
        {},
        'there is a secret in the addresses and no prefix: the log of a mistyped one shows it, because only below a prefix no address reaches the application itself',
      )
    }
    const turns = received.filter(({ kind }) => isTurnKind(kind))
    const longest = Math.max(0, ...turns.map((kind) => kind.budget))
    const { timeout } = app.server
    if (turns.length > 0 && timeout > 0 && timeout < longest + margin) {
      logSafely(
        app.log,
        'warn',
        { connectionTimeout: timeout, budget: longest },
        "Fastify's connectionTimeout is shorter than the budget of a turn and a second: the connection of a slow turn is cut, and its subscriber gets no screen",
      )
    }
    const { shutdownTimeout } = shared.keeping
    const { pluginTimeout = 0 } = app.initialConfig
    if (pluginTimeout > 0 && shutdownTimeout >= pluginTimeout) {
      logSafely(
        app.log,
        'warn',
        { shutdownTimeout, pluginTimeout },
        "shutdownTimeout is not shorter than Fastify's pluginTimeout: where handlers take long at the close, app.close() rejects before they are given up",
      )
    }
    for (const line of lacks) logSafely(app.log, 'warn', {}, line)
  })
}

// ms. Node looks at connections now and then, and a screen at the budget has to leave yet.
const margin = 1_000

/**
 * What payments of a registration lack to be joined with what was sold, in words for the log. Nothing fails for lack of
 * it at boot, and the first customer would be the one to find out.
 *
 * @param canCheckOut whether a client was given
 */
export function warningsOfPayments(
  options: MerchantWebhooksOptions,
  { publicUrl, sealing: { signer } }: SharedSettings,
  received: readonly ReceivedKind[],
  canCheckOut: boolean,
): string[] {
  const isReceived = (wanted: ReceivedKind['kind']): boolean => received.some(({ kind }) => kind === wanted)
  const warnings: string[] = []
  if (publicUrl === undefined) {
    if (canCheckOut) warnings.push(`${wantedByCheckout('publicUrl')}; ${mends.publicUrl}`)
    const takesMoney = canCheckOut || received.some(({ kind }) => moneyKinds.includes(kind))
    if (takesMoney && asksForNotices(options)) warnings.push(turnsWithoutPublicUrl)
  }
  const isSilenced = options.ussdPayment === false || isReceived('ussdPayment')
  if (publicUrl !== undefined && isReceived('ussd') && !isSilenced && asksForNotices(options)) warnings.push(nobodyTold)
  if (signer === undefined) {
    if (canCheckOut) warnings.push(`${wantedByCheckout('secret')}; ${mends.secret}`)
    if (isReceived('ussdPayment') && asksForNotices(options)) warnings.push(turnsWithoutSecret)
  }
  const report = reportOf(options)
  if (report !== undefined && report.describe === undefined) warnings.push(reportedAsHandled)
  return warnings
}

/** Whether the notice of what a USSD turn asks for comes to an address of ours: one of the merchant's own is not signed. */
function asksForNotices(options: MerchantWebhooksOptions): boolean {
  return options.ussd !== undefined && noticeAddressOf(options) === undefined
}

const wantedByCheckout = (name: string): string =>
  `a client is given without ${name}: app.merchant.checkout.create needs it, and throws`

const reportedAsHandled =
  'fulfilment.report has no describe: the service is told success for each cart whose handler returns, also where it delivered nothing; give fulfilment.report.describe, which says whether you delivered'

const nobodyTold =
  'no handler takes payment notices: turn.pay and talk.pay tell the service no CallbackUrl, and nobody hears what was paid; where they are used, give payment or ussdPayment a handler, else ussdPayment: false'

const moneyKinds: readonly ReceivedKind['kind'][] = ['checkout', 'fulfilment', 'ussdPayment']

/** Comes at boot where money is received, and else at the first payment that a turn asks for. */
export const turnsWithoutPublicUrl = `publicUrl is not set: turn.pay tells the service no CallbackUrl unless a reply gives one; ${mends.publicUrl}`

const turnsWithoutSecret = `secret is not set: payments of turn.pay and talk.pay will not bring back your reference, and are not watched; ${mends.secret}`
