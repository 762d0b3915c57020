import { type Kind, kinds } from '../../pushes/kinds.ts'
import type { AppInbox } from '../checkout/ledger/app-inbox.ts'
import type { HandledPayment } from '../checkout/ledger/handled.ts'
import type { NotificationWork } from '../checkout/ledger/work.ts'
import { FMW_SIMULATOR_APP } from '../errors.ts'
import { type InProcessApp, InProcessLine } from './in-process.ts'
import type { Line } from './line.ts'
import { Reach, SocketLine } from './socket.ts'

/**
 * An application with the plugin, as far as the simulator needs it.
 *
 * @example
 * const tryOut = async (app: SimulatedApp) => {
 *   await using sim = await createSimulator()
 *   await sim.connect(app)
 * }
 */
export interface SimulatedApp extends InProcessApp {
  readonly merchant: {
    readonly name: string
    readonly urls: readonly { readonly kind: Kind; readonly url: string }[]
    readonly inbox: AppInbox
    get(name: string): {
      readonly urls: readonly { readonly kind: Kind; readonly url: string }[]
      readonly inbox: AppInbox
    }
  }
}

/**
 * Options of `connect`.
 *
 * @example
 * await sim.connect('http://127.0.0.1:3000/push', { urls: { ussd: '/menu' }, publicUrl: 'https://shop.example' })
 */
export interface ConnectOptions {
  /** The registration's name, if an application in this process has several. */
  readonly registration?: string | undefined
  /** Where kinds are received, if not at their usual paths: an address, or a path from the application's root. */
  readonly urls?: Partial<Readonly<Record<Kind, string>>> | undefined
  /**
   * The address by which the application calls itself. Callbacks that go there are brought to the application, whatever
   * the address. In this process every callback is.
   */
  readonly publicUrl?: string | undefined
  /** The payments that the application handled, for the ledger. Default: of one in this process its inbox says it. */
  readonly handled?: (() => Promise<readonly HandledPayment[] | undefined>) | undefined
  /** What became of a notification, by its entry. Default: of an application in this process its inbox says it. */
  readonly work?: ((entryId: string) => Promise<NotificationWork | undefined>) | undefined
}

/** Where the pushes go. */
export class Addresses {
  readonly #line: Line
  readonly #sockets: SocketLine
  readonly #urls: ReadonlyMap<Kind, URL>
  readonly #own: (url: URL) => URL | undefined

  private constructor(
    line: Line,
    sockets: SocketLine,
    urls: ReadonlyMap<Kind, URL>,
    own: (url: URL) => URL | undefined,
  ) {
    this.#line = line
    this.#sockets = sockets
    this.#urls = urls
    this.#own = own
  }

  /** @throws FMW_SIMULATOR_APP */
  static async of(
    app: SimulatedApp | string | URL,
    { registration, urls = {}, publicUrl }: ConnectOptions,
    allowHosts: readonly string[],
  ): Promise<Addresses> {
    if (typeof app === 'string' || app instanceof URL) {
      const base = wholeAddress(app)
      const found = kinds.map((kind) => [kind, new URL(urls[kind] ?? usualUrl(base, kind), base)] as const)
      const sockets = new SocketLine(new Reach(allowHosts, [base, ...found.map(([, url]) => url)]))
      const publicBase = publicUrl === undefined ? base : wholeAddress(publicUrl)
      const own = (url: URL): URL | undefined =>
        url.origin === publicBase.origin ? new URL(url.pathname + url.search, base) : undefined
      return new Addresses(sockets, sockets, new Map(found), own)
    }
    if (typeof app?.inject !== 'function') {
      throw new FMW_SIMULATOR_APP('can only push to a Fastify application, or to an address')
    }
    await app.ready()
    if (app.merchant === undefined) {
      throw new FMW_SIMULATOR_APP(
        'was given an application without the plugin: register fastify-merchant-webhooks on it',
      )
    }
    const registered = registration === undefined ? app.merchant : app.merchant.get(registration)
    const found = registered.urls.map(({ kind, url }) => [kind, new URL(url, nowhere)] as const)
    const given = Object.entries(urls).map(([kind, url]) => [kind as Kind, new URL(url, nowhere)] as const)
    const sockets = new SocketLine(new Reach(allowHosts))
    return new Addresses(new InProcessLine(app), sockets, new Map([...found, ...given]), (url) => url)
  }

  /** The address of a kind; undefined where the application doesn't receive it. */
  registered(kind: Kind): URL | undefined {
    return this.#urls.get(kind)
  }

  /**
   * Where a push of a kind goes: to an address that came with what it tells of, or to the registered one.
   *
   * @throws FMW_SIMULATOR_APP where the application doesn't receive the kind, or the address is none
   */
  find(kind: Kind, given: string | null): { readonly line: Line; readonly url: URL } {
    if (given === null) {
      const url = this.#urls.get(kind)
      if (url === undefined) {
        const received = [...this.#urls.keys()].join(', ')
        throw new FMW_SIMULATOR_APP(
          `has no address for ${kind}: the application receives ${received}. Give it a handler`,
        )
      }
      return { line: this.#line, url }
    }
    const url = wholeAddress(given)
    const own = this.#own(url)
    return own === undefined ? { line: this.#sockets, url } : { line: this.#line, url: own }
  }

  close(): void {
    this.#line.close()
    this.#sockets.close()
  }
}

/** Where a kind is received behind an address, or at one with `{kind}` in it. */
export function usualUrl({ pathname, search }: URL, kind: Kind): string {
  const path = usualPaths[kind]
  // As it is written, and as a URL writes it.
  const filled = (pathname + search).replaceAll(/\{kind\}|%7Bkind%7D/gi, path.slice(1))
  return filled === pathname + search ? pathname.replace(/\/$/, '') + path + search : filled
}

function wholeAddress(given: string | URL): URL {
  if (/^https?:/i.test(String(given)) && URL.canParse(String(given))) return new URL(given)
  throw new FMW_SIMULATOR_APP(`can't push to '${given}': it is no whole address, as http://127.0.0.1:3000/push`)
}

/** Only the path and the query of an address are used in this process. */
const nowhere = 'http://localhost'

export const usualPaths: Readonly<Record<Kind, string>> = {
  ussd: '/ussd',
  programmable: '/programmable',
  checkout: '/checkout',
  fulfilment: '/fulfilment',
  ussdPayment: '/ussd-payment',
  deliveryReport: '/delivery-report',
  inboundMessage: '/inbound-message',
}
