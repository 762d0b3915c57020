import { isIPv6 } from 'node:net'
import type { AddressList } from './address-list.ts'
import type { VerifyRequest } from './verifier.ts'

/**
 * Where a request that came through proxies began. Each proxy appends the peer it saw, so only what trusted
 * proxies wrote can be believed: start at the socket's peer and, while the address is a trusted proxy, go on to
 * the next from the right. The left-most address is what the sender wrote, and proves nothing.
 *
 * The result may be no address at all, where an entry was malformed; no list holds it.
 *
 * @param trusted the merchant's own proxies
 * @param header lower-case name of the header that they append to
 */
export function forwardedSource(trusted: AddressList, header: string): (request: VerifyRequest) => string | undefined {
  return ({ remoteAddress, headers }) => {
    let source = remoteAddress
    let rest = textOf(headers[header])
    while (source !== undefined && rest !== undefined && trusted(source)) {
      const comma = rest.lastIndexOf(',')
      source = withoutPort(rest.slice(comma + 1).trim())
      rest = comma === -1 ? undefined : rest.slice(0, comma)
    }
    return source
  }
}

/** A repeated header continues the list. */
const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

/** Some proxies append the port as well: `192.0.2.1:567`, `[2001:db8::1]:567`. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? []
  return ipv4 ?? (ipv6 !== undefined && isIPv6(ipv6) ? ipv6 : entry)
}
