import { connect as connectTcp } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { isLoopback } from '../../../simulator/wire/lines/socket.ts'
import { printable } from '../../../text/clean-text.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'

/** Whether a host can be reached, and by a TLS that the service takes. */
export async function reachFindings(url: URL, now: number): Promise<readonly Finding[]> {
  if (url.protocol === 'http:') {
    const problem = await lineTo(url).then(() => undefined, messageOf)
    if (problem !== undefined) return [unreachable(url, problem)]
    const isHere = url.hostname === 'localhost' || isLoopback(hostOf(url))
    const tls = isHere
      ? skipped('TLS', 'The address is on this machine.')
      : failure(
          'TLS',
          'The address is http: secrets and answers travel in the clear.',
          'Put TLS in front, and register https.',
        )
    return [fine('reachable', url.host), tls]
  }
  const { promise, resolve } = Promise.withResolvers<readonly Finding[]>()
  const servername = /^[\d.]+$|:/.test(hostOf(url)) ? undefined : hostOf(url)
  // What is wrong with the certificate is told below; nothing is sent over this line.
  const socket = connect({ host: hostOf(url), port: portOf(url), servername, rejectUnauthorized: false }, () => {
    resolve([fine('reachable', url.host), ...certificateFindings(socket, now)])
  })
  socket.setTimeout(longest, () => resolve([unreachable(url, `no TLS within ${longest / 1_000} seconds`)]))
  socket.once('error', (error) => resolve([tlsFailure(url, error)]))
  return promise.finally(() => socket.destroy())
}

function certificateFindings(socket: TLSSocket, now: number): readonly Finding[] {
  const { valid_to: end } = socket.getPeerCertificate()
  const days = Math.floor((Date.parse(end) - now) / 86_400_000)
  const problem = socket.authorizationError
  // Node says the code alone, or an error.
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem ?? '')
  if (days < 0) return [failure('TLS', `The certificate expired ${-days} days ago.`, renew)]
  if (!socket.authorized) {
    const [says, remedy] = known[code] ?? [`The certificate is not trusted: ${printable(code)}`, chain]
    return [failure('TLS', `${says}.`, remedy)]
  }
  const protocol = socket.getProtocol()
  if (days < soon) return [warning('TLS', `The certificate expires in ${days} days.`, renew)]
  return [fine('TLS', `${protocol}, the certificate is good for ${days} days`)]
}

function tlsFailure(url: URL, error: Error): Finding {
  const code = 'code' in error ? String(error.code) : ''
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(code)) return unreachable(url, code)
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/.test(code))
    return failure('TLS', 'It speaks only an old version of TLS.', 'Allow TLS 1.2 and 1.3.')
  return failure(
    'TLS',
    `No TLS came about: ${printable(code || error.message)}.`,
    'Is it https that answers at this port?',
  )
}

function unreachable(url: URL, problem: string): Finding {
  const remedy = 'Look at the name, the port, the firewall, and whether the application runs.'
  return failure('reachable', `${url.host} can't be reached: ${problem}.`, remedy)
}

/** The address of this machine from which a line there comes about; undefined where none does. */
export function ownAddressTo(url: URL): Promise<string | undefined> {
  return lineTo(url).catch(() => undefined)
}

/** Opens a line and lets it go. @throws an error that says why none came about */
function lineTo(url: URL): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const socket = connectTcp({ host: hostOf(url), port: portOf(url) }, () => resolve(socket.localAddress))
  socket.setTimeout(longest, () => reject(new Error(`no answer within ${longest / 1_000} seconds`)))
  socket.once('error', (error) => reject('code' in error ? new Error(String(error.code)) : error))
  return promise.finally(() => socket.destroy())
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

const renew = 'Renew it, and let your server or platform renew it by itself.'
const chain = 'Serve the whole chain of a certificate that browsers trust.'

const known: Readonly<Record<string, readonly [says: string, remedy: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'The certificate is signed by itself',
    'Take one of a public authority; some give them for nothing.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ['The certificate is of an authority that nobody knows', chain],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['A certificate between this one and its authority is missing', chain],
  ERR_TLS_CERT_ALTNAME_INVALID: ['The certificate is for another name', 'Take one for this name.'],
}

// Days.
const soon = 14
// ms
const longest = 10_000
