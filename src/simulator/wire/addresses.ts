import { type Kind, kinds } from '../../pushes/kinds.ts'
import { aFunction, anObjectOf, aText, type Checks, must } from '../check-arguments.ts'
import type { AppInbox } from '../checkout/ledger/app-inbox.ts'
import type { HandledPayment } from '../checkout/ledger/handled.ts'
import type { NotificationWork } from '../checkout/ledger/work.ts'
import { FMW_SIMULATOR_APP } from '../errors.ts'
import { altered, secretsIn } from './forgery/forged-address.ts'
import { kindsLetIn } from './forgery/forger.ts'
import { type InProcessApp, InProcessLine } from './lines/in-process.ts'
import type { Line } from './lines/line.ts'
import { Reach, SocketLine } from './lines/socket.ts'
import { type OwnHeaders, readOwnHeaders } from './own-headers.ts'
import { QuotedSecrets } from './quoted-secrets.ts'
import { shownStart } from './shown-address.ts'
import { usualUrl } from './usual-paths.ts'

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
  /**
   * Sent with each push to the application, as a header that holds a secret: `{ 'x-push-token': secret }`. The log and recordings have
   * a stand-in in its place. A name and a password in the address are sent as Basic authorization.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * The payments that the application handled, for the ledger. It gets the time of the last reset, epoch ms, or 0: what was
   * received before doesn't count. Default: of one in this process its inbox says it.
   */
  readonly handled?: ((since: number) => Promise<readonly HandledPayment[] | undefined>) | undefined
  /** What became of a notification, by its entry. Default: of an application in this process its inbox says it. */
  readonly work?: ((entryId: string) => Promise<NotificationWork | undefined>) | undefined
}

export const connectChecks: Checks<ConnectOptions> = {
  registration: aText,
  urls: anObjectOf(aText, kinds),
  publicUrl: must('an address', (value) => typeof value === 'string' || value instanceof URL),
  headers: anObjectOf(aText),
  handled: aFunction,
  work: aFunction,
}

/** Where one push goes, and with what. In the address, stand-ins for what is secret in it. */
export interface Destination {
  readonly line: Line
  readonly url: URL
  readonly headers: OwnHeaders
}

/** Where a push goes, and what the application there demands. */
export type Addressed = Pick<Destination, 'url' | 'headers'>

/** Where the pushes go. */
export class Addresses {
  readonly #line: Line
  readonly #sockets: SocketLine
  readonly #urls: ReadonlyMap<Kind, URL>
  readonly #headers: OwnHeaders
  readonly #own: (url: URL) => URL | undefined
  readonly #letIn: ReadonlySet<Kind>
  readonly #secrets: AddressSecrets
  /** The secrets of the application where its answers quote them. */
  readonly quoted: QuotedSecrets

  private constructor(
    line: Line,
    sockets: SocketLine,
    urls: ReadonlyMap<Kind, URL>,
    headers: OwnHeaders,
    own: (url: URL) => URL | undefined,
    letIn: ReadonlySet<Kind> = new Set(),
  ) {
    this.#line = line
    this.#sockets = sockets
    this.#secrets = new AddressSecrets(urls)
    this.#urls = new Map([...urls].map(([kind, url]) => [kind, this.#secrets.hidden(url)]))
    this.#headers = headers
    this.quoted = new QuotedSecrets(this.#secrets.standIns, headers)
    this.#own = own
    this.#letIn = letIn
  }

  /** @throws FMW_SIMULATOR_APP */
  static async of(
    app: SimulatedApp | string | URL,
    { registration, urls = {}, publicUrl, headers = {} }: ConnectOptions,
    allowHosts: readonly string[],
  ): Promise<Addresses> {
    const publicBase = publicUrl === undefined ? undefined : wholeAddress(publicUrl)
    if (typeof app === 'string' || app instanceof URL) {
      const given = wholeAddress(app)
      const own = readOwnHeaders(headers, given)
      const base = withoutLogin(given)
      const found = kinds.map((kind) => [kind, new URL(urls[kind] ?? usualUrl(base, kind), base)] as const)
      const bases = [base, ...found.map(([, url]) => url)]
      const origins = new Set(bases.map(({ origin }) => origin))
      const sockets = new SocketLine(new Reach(allowHosts, bases))
      return new Addresses(sockets, sockets, new Map(found), own, (url) => {
        if (url.origin === (publicBase ?? base).origin) return new URL(url.pathname + url.search, base)
        return origins.has(url.origin) ? url : undefined
      })
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
    const own = readOwnHeaders(headers, nobody)
    const all = new Map([...found, ...given])
    return new Addresses(new InProcessLine(app), sockets, all, own, (url) => url, kindsLetIn(app.merchant))
  }

  /** Whether the application takes a kind from this machine without any secret. */
  letsIn(kind: Kind): boolean {
    return this.#letIn.has(kind)
  }

  /** The addresses of all kinds that the application receives, with stand-ins for their secrets. */
  get urls(): ReadonlyMap<Kind, URL> {
    return this.#urls
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
  find(kind: Kind, given: string | null): Destination {
    if (given === null) {
      const url = this.#urls.get(kind)
      if (url === undefined) {
        const received = [...this.#urls.keys()].join(', ')
        throw new FMW_SIMULATOR_APP(
          `has no address for ${kind}: the application receives ${received}. Give it a handler`,
        )
      }
      return { line: this.#line, url, headers: this.#headers }
    }
    const url = wholeAddress(given)
    const own = this.#own(url)
    // Its secrets are for the application alone.
    return own === undefined
      ? { line: this.#sockets, url, headers: {} }
      : { line: this.#line, url: this.#secrets.hidden(own), headers: this.#headers }
  }

  /** What goes over the line: with the secrets of the application, where the push goes to it. */
  filledIn(url: URL): URL {
    return this.#own(url) === undefined ? url : this.#secrets.filledIn(url)
  }

  close(): void {
    this.#line.close()
    this.#sockets.close()
  }
}

function wholeAddress(given: string | URL): URL {
  if (/^https?:/i.test(String(given)) && URL.canParse(String(given))) return new URL(given)
  throw new FMW_SIMULATOR_APP(
    `can't push to '${shownStart(String(given))}': it is no whole address, as http://127.0.0.1:3000/push`,
  )
}

/** Its name and password go in a header: an address stands in the log. */
function withoutLogin(given: URL): URL {
  const url = new URL(given)
  url.username = ''
  url.password = ''
  return url
}

/** An application in this process has no address that could name anybody. */
const nobody = { username: '', password: '' }

/** Only the path and the query of an address are used in this process. */
const nowhere = 'http://localhost'

/**
 * The secrets in the addresses of an application: the log, the state and recordings have `[hidden]` in the place of one, and
 * `[hidden-2]` in that of a second. On the line alone they are put back.
 */
class AddressSecrets {
  readonly #secrets: readonly string[]
  readonly #names: ReadonlySet<string>
  /** Each secret with what stands for it. */
  readonly standIns: ReadonlyMap<string, string>

  constructor(urls: ReadonlyMap<Kind, URL>) {
    this.#secrets = [...secretsIn(urls)]
    this.standIns = new Map(this.#secrets.map((secret, at) => [secret, standInAt(at)]))
    const queries = [...urls.values()].flatMap(({ searchParams }) => [...searchParams])
    this.#names = new Set(queries.flatMap(([name, value]) => (this.#secrets.includes(value) ? [name] : [])))
  }

  /** The address as it may be kept. */
  hidden(url: URL): URL {
    return this.#replaced(url, (text) => this.standIns.get(text) ?? text, String)
  }

  /** The address that a push goes to: with its secrets, and those of a forger instead of `[forged]`. */
  filledIn(url: URL): URL {
    return this.#replaced(url, (text) => this.#secretOf(text), encodeURIComponent)
  }

  #secretOf(text: string): string {
    const [, word, number = '1'] = aStandIn.exec(text) ?? []
    const secret = word === undefined ? undefined : this.#secrets[Number(number) - 1]
    if (secret === undefined) return text
    return word === 'forged' ? altered(secret) : secret
  }

  #replaced(url: URL, of: (text: string) => string, written: (value: string) => string): URL {
    if (this.#secrets.length === 0) return url
    const replaced = new URL(url)
    replaced.pathname = url.pathname.split('/').map(of).join('/')
    // As it's written: what the service has put there stays byte for byte.
    const pairs = url.search.slice(1).split('&')
    replaced.search = pairs
      .map((pair) => {
        const [[name = '', value = ''] = []] = new URLSearchParams(pair)
        const other = this.#names.has(name) ? of(value) : value
        return other === value ? pair : `${encodeURIComponent(name)}=${written(other)}`
      })
      .join('&')
    return replaced
  }
}

function standInAt(at: number): string {
  return at === 0 ? '[hidden]' : `[hidden-${at + 1}]`
}

const aStandIn = /^\[(hidden|forged)(?:-(\d{1,3}))?\]$/
