import { BlockList, isIP, SocketAddress } from 'node:net'
import { AddressesMissingError, AddressInvalidError } from './errors.ts'

/** Whether an address is in the list. Anything that is no address is not. */
export type AddressList = (address: string) => boolean

/**
 * Reads addresses and CIDR ranges of IPv4 and IPv6. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), which is
 * how a dual-stack socket shows an IPv4 peer, equals its IPv4 address on both sides. A zone id of the asked
 * address is ignored.
 *
 * @param list how errors name the list
 * @throws FMW_VERIFIER_ADDRESSES_MISSING, FMW_VERIFIER_ADDRESS_INVALID with the entry
 */
export function addressList(list: string, entries: readonly string[] | undefined): AddressList {
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
