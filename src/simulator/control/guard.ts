import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { FMW_SIMULATOR_ORIGIN } from '../errors.ts'
import { isLoopback } from '../wire/lines/socket.ts'

/**
 * Why a request is answered by nobody here; undefined where it is. Every web page that is open on this machine can send
 * requests to it, also under a name of its own that leads here, so each route asks this first.
 */
export function refusalOf(request: FastifyRequest, host: string): string | undefined {
  const { hostname, headers } = request
  if (!isOurs(hostname, host)) return `Host '${request.host}' is not this simulator: call it by its own address`
  const { origin } = headers
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`)
    return `Origin '${origin}' is another: only the simulator's own pages may call it from a browser`
  return undefined
}

/** The same for what only people and tools on this machine may do, and no page of another site, not even by a link. */
export function controlRefusalOf({ headers, socket }: FastifyRequest): string | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return `The request comes from another site (${String(site)}): only the simulator's own pages may send it`
  const { remoteAddress = '' } = socket
  if (!isLoopback(remoteAddress.replace(/^::ffff:/, '')))
    return `The simulator is controlled from its own machine alone, and ${remoteAddress} is another`
  return undefined
}

/** What is answered with 403. */
export function refusalBody(refusal: string) {
  const { code, message } = new FMW_SIMULATOR_ORIGIN(refusal)
  return { code, message }
}

/** No name that leads here from a web page is trusted: only an address of this machine, or the host that was chosen. */
function isOurs(hostname: string, host: string): boolean {
  const name = hostname.toLowerCase()
  const bare = name.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === host.toLowerCase() || (isIP(bare) !== 0 && isLoopback(bare))
}
