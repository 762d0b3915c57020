import { lookup } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLength, type Line, type LineAnswer, LineProblem, type LineRequest, slowness } from './line.ts'

/** A line to an application at an address. */
export class SocketLine implements Line {
  readonly #http = new HttpAgent({ keepAlive: true })
  readonly #https = new HttpsAgent({ keepAlive: true })
  readonly #reach: Reach

  constructor(reach: Reach) {
    this.#reach = reach
  }

  async send(sent: LineRequest): Promise<LineAnswer> {
    const { method, url, headers, body, signal, isCut, isSlow, keepAlive, onOut } = sent
    const lookup = this.#reach.lookupFor(url)
    const { promise, resolve, reject } = Promise.withResolvers<LineAnswer>()
    const isTls = url.protocol === 'https:'
    const request = (isTls ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...headers, ...(body !== null && { 'content-length': String(body.length) }) },
      agent: keepAlive && (isTls ? this.#https : this.#http),
      lookup,
      signal,
    })
    request.once('error', reject)
    request.once('response', (response) => readAnswer(response).then(resolve, reject))
    request.once('finish', () => {
      onOut()
      if (!isCut) return
      // What was written has left this process by then; what comes back is heard by nobody.
      setImmediate(() => request.destroy())
      reject(new LineProblem('the line was cut after the request'))
    })
    if (isSlow) void trickle(request, body ?? Buffer.alloc(0))
    else request.end(body ?? undefined)
    return promise
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/**
 * Where pushes may go: loopback, the origins of the connected application, and the hosts that were allowed by name. What resolves a name
 * also says what is connected to, so no name can lead elsewhere in between.
 */
export class Reach {
  readonly #names: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>
  readonly #resolve: LookupFunction

  /**
   * @param names of hosts that are allowed
   * @param addresses of the application; none where it is in this process
   */
  constructor(names: readonly string[], addresses: readonly URL[] = [], resolve: LookupFunction = lookup) {
    this.#names = new Set(names.map((name) => name.toLowerCase()))
    this.#origins = new Set(addresses.map(({ origin }) => origin))
    this.#resolve = resolve
  }

  /** @returns what resolves the address' host to where it may go @throws LineProblem where it may not */
  lookupFor({ protocol, hostname, origin }: URL): LookupFunction {
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new LineProblem(`pushes go by http or https, and not by ${protocol.slice(0, -1)}`)
    const host = hostname.replace(/^\[|\]$/g, '')
    if (this.#origins.has(origin) || this.#names.has(host)) return this.#resolve
    // An address that is written as a number is connected to without being looked up.
    if (isIP(host) !== 0 && !isLoopback(host)) throw notAllowed(host, origin)
    return this.#toLoopback(origin)
  }

  #toLoopback(origin: string): LookupFunction {
    return (host, options, done) =>
      this.#resolve(host, options, (error, address, family) => {
        if (error !== null) return done(notFound(host, origin), address, family)
        const found = typeof address === 'string' ? [address] : address.map((one) => one.address)
        return done(found.every(isLoopback) ? null : notAllowed(host, origin), address, family)
      })
  }
}

/** A real application may stand there: who means another by its address must not be led to push to it. */
function notAllowed(host: string, origin: string): LineProblem {
  return new LineProblem(
    `pushes go to this machine alone, and ${host} is another. ${meansItself(origin)} If simulated payments may truly go there: allowHosts: ['${host}'], or --allow-host ${host}`,
  )
}

function notFound(host: string, origin: string): LineProblem {
  return new LineProblem(`there is no host ${host}: is the address right? ${meansItself(origin)}`)
}

function meansItself(origin: string): string {
  return `If the application means itself, say so: publicUrl: '${origin}', or --public-url ${origin}.`
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Writes a body in pieces, with a wait before each. */
async function trickle(request: ClientRequest, body: Buffer): Promise<void> {
  const pieces = 5
  const length = Math.ceil(body.length / pieces)
  for (let piece = 0; piece < pieces; piece += 1) {
    await sleep(slowness / pieces)
    if (request.destroyed) return
    const bytes = body.subarray(piece * length, (piece + 1) * length)
    if (bytes.length > 0) request.write(bytes)
  }
  request.end()
}

async function readAnswer(response: IncomingMessage): Promise<LineAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    // What is thrown in the loop closes the line.
    checkLength(bytes)
  }
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) }
}
