import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'
import { ownOptions } from '../own-options.ts'
import { kinds } from '../pushes/kinds.ts'
import { printable } from '../text/clean-text.ts'
import { hintOf } from '../text/nearest-word.ts'
import { knownByAddress } from './by-address.ts'
import { AddressesMissingError, AddressInvalidError, VerifierOptionInvalidError } from './errors.ts'
import { readHeaderName } from './secret-header.ts'
import type { Verifier, VerifyRequest } from './verifier.ts'

/**
 * IPv4 and IPv6 addresses and CIDR ranges. `undefined` is there for `process.env`, and refused at boot.
 *
 * @example
 * const gateway: SourceList = process.env.USSD_SOURCES?.split(',')
 * sourceAddresses({ ussd: gateway, default: ['198.51.100.0/28'] })
 */
export type SourceList = readonly string[] | undefined

/**
 * How to find the source of a request that came through proxies.
 *
 * @example
 * sourceAddresses(['192.0.2.10'], { trustedProxies: ['10.0.0.0/8'] })
 */
export interface SourceAddressesOptions {
  /** The merchant's own proxies: addresses and CIDR ranges. Without it no forwarded header is read. */
  readonly trustedProxies?: readonly string[] | undefined
  /** The header that the proxies append to. Default `'x-forwarded-for'`. */
  readonly header?: string | undefined
}

/**
 * Accepts pushes only from the addresses of the service. They differ from kind to kind, so you can give a list for
 * each. A kind without a list and without `default` is refused. Weak alone: see the guide on verifiers.
 *
 * @param sources one list for every kind, or a list for each kind, with `default` for the rest
 * @param options the merchant's own proxies, if pushes come through any
 * @throws FMW_VERIFIER_ADDRESSES_MISSING, FMW_VERIFIER_ADDRESS_INVALID, FMW_VERIFIER_OPTION_INVALID,
 * FMW_VERIFIER_NAME_INVALID
 * @example
 * sourceAddresses({ ussd: ['192.0.2.10'], default: ['198.51.100.0/28'] }, { trustedProxies: ['10.0.0.0/8'] })
 */
export function sourceAddresses(
  sources: SourceList | Readonly<Record<string, SourceList>>,
  given: SourceAddressesOptions = {},
): Verifier {
  const options = ownOptions(given)
  const listFor = readSources(sources)
  const header = readHeader(options)
  const sourceOf =
    options.trustedProxies === undefined
      ? socketPeer
      : forwardedSource(addressList('trustedProxies', options.trustedProxies), header)
  const check = (request: VerifyRequest): boolean => {
    const source = sourceOf(request)
    // What came is told by its shape only later, so every kind that it could be must allow the source.
    return (
      source !== undefined &&
      request.kinds.length > 0 &&
      request.kinds.every((kind) => listFor(kind)?.(source) === true)
    )
  }
  const name = options.trustedProxies === undefined ? 'sourceAddresses' : `sourceAddresses(${header})`
  return knownByAddress({ name, covers: (kind) => listFor(kind) !== undefined, check }, check)
}

function readSources(
  sources: SourceList | Readonly<Record<string, SourceList>>,
): (kind: string) => AddressList | undefined {
  if (!isByKind(sources)) {
    const everyKind = addressList('the list', sources)
    return () => everyKind
  }
  const lists = new Map(Object.entries(sources).map(([kind, list]) => [kind, addressList(`the list "${kind}"`, list)]))
  if (lists.size === 0) throw new AddressesMissingError('every list')
  for (const name of lists.keys()) if (!names.includes(name)) throw unknownKind(name)
  return (kind) => lists.get(kind) ?? lists.get('default')
}

const names: readonly string[] = [...kinds, 'default']

/** Its addresses would count for nothing, and the kind that was meant would have those of `default`. */
function unknownKind(name: string): Error {
  return new VerifierOptionInvalidError(
    'sourceAddresses',
    `there is no kind '${printable(name)}': ${hintOf(name, names)}`,
  )
}

function readHeader({ header, trustedProxies }: SourceAddressesOptions): string {
  if (header === undefined) return 'x-forwarded-for'
  if (trustedProxies === undefined) {
    throw new VerifierOptionInvalidError(
      'sourceAddresses',
      'header is only read for requests that come from trustedProxies: list your own proxies there, or leave header out',
    )
  }
  const name = readHeaderName('sourceAddresses', header)
  if (name === 'forwarded') {
    throw new VerifierOptionInvalidError(
      'sourceAddresses',
      'the Forwarded header has another grammar and is not read: let the proxy append to x-forwarded-for',
    )
  }
  return name
}

const socketPeer = ({ remoteAddress }: VerifyRequest) => remoteAddress

const isByKind = (
  sources: SourceList | Readonly<Record<string, SourceList>>,
): sources is Readonly<Record<string, SourceList>> =>
  typeof sources === 'object' && sources !== null && !Array.isArray(sources)

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

/** Whether an address is in the list. Anything that is no address is not. */
type AddressList = (address: string) => boolean

/**
 * Reads addresses and CIDR ranges of IPv4 and IPv6. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), which is
 * how a dual-stack socket shows an IPv4 peer, equals its IPv4 address on both sides. A zone id of the asked
 * address is ignored.
 *
 * @param list how errors name the list
 * @throws FMW_VERIFIER_ADDRESSES_MISSING, FMW_VERIFIER_ADDRESS_INVALID with the entry
 */
function addressList(list: string, entries: readonly string[] | undefined): AddressList {
  if (!Array.isArray(entries) || entries.length === 0) throw new AddressesMissingError(list)
  const ranges = new BlockList()
  for (const entry of entries) addEntry(ranges, list, String(entry).trim())
  return (address) => {
    const version = isIP(address)
    return version !== 0 && ranges.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

function addEntry(ranges: BlockList, list: string, entry: string): void {
  const [written = '', length, ...more] = entry.split('/')
  // A zone says which of this machine's links: dropping it would allow more than is written.
  const version = written.includes('%') ? 0 : isIP(written)
  if (version === 0 || more.length > 0) throw new AddressInvalidError(list, entry, notAnAddress)
  const mapped = version === 6 ? mappedIpv4(written) : undefined
  const bits = version === 4 ? 32 : 128
  const prefix = length === undefined ? bits : readLength(list, entry, length, bits)
  // BlockList does not find an IPv4-mapped range by an IPv4-mapped address, so these become IPv4 ranges.
  if (mapped === undefined) ranges.addSubnet(written, prefix, version === 4 ? 'ipv4' : 'ipv6')
  else if (prefix <= 96) throw new AddressInvalidError(list, entry, 'covers all of IPv4: write the IPv4 range')
  else ranges.addSubnet(mapped, prefix - 96, 'ipv4')
}

const notAnAddress =
  'is no IP address and no CIDR range. Write it as 192.0.2.10, 192.0.2.0/28 or 2001:db8::/48; host names are not looked up'

function readLength(list: string, entry: string, text: string, bits: number): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > bits) {
    throw new AddressInvalidError(list, entry, `has no prefix length from 1 to ${bits}`)
  }
  if (Number(text) === 0) {
    throw new AddressInvalidError(list, entry, 'covers every address, so the list would check nothing')
  }
  return Number(text)
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, whichever way that is written. */
function mappedIpv4(address: string): string | undefined {
  const [, ipv4] = /^::ffff:([\d.]+)$/.exec(new SocketAddress({ address, family: 'ipv6' }).address) ?? []
  return ipv4
}
