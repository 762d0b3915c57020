import { describe, expect, it } from 'vitest'
import { sourceAddresses } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const allows = (sources: Parameters<typeof sourceAddresses>[0], remoteAddress: string | undefined) =>
  sourceAddresses(sources).check(requestWith({ remoteAddress }))

describe('source addresses', () => {
  it.each([
    ['192.0.2.10', '192.0.2.10'],
    [' 192.0.2.10 ', '192.0.2.10'],
    ['192.0.2.0/28', '192.0.2.15'],
    ['192.0.2.7/28', '192.0.2.1'],
    ['0.0.0.0/1', '127.0.0.1'],
    ['192.0.2.10/32', '192.0.2.10'],
    ['2001:db8::1', '2001:DB8:0:0::1'],
    ['2001:db8::/33', '2001:db8:7fff::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['fe80::1', 'fe80::1%eth0'],
    ['fe80::/10', 'fe80::abcd%2'],
  ])('%s allows %s', (entry, remoteAddress) => {
    expect(allows([entry], remoteAddress)).toBe(true)
  })

  it.each([
    ['192.0.2.10', '192.0.2.11'],
    ['192.0.2.0/28', '192.0.2.16'],
    ['0.0.0.0/1', '128.0.0.1'],
    ['2001:db8::/33', '2001:db8:8000::1'],
    ['2001:db8::1', '192.0.2.10'],
    ['192.0.2.10', '::192.0.2.10'],
    ['8000::/1', '192.0.2.10'],
  ])('%s refuses %s', (entry, remoteAddress) => {
    expect(allows([entry], remoteAddress)).toBe(false)
  })

  it.each(['192.0.2.10', '::ffff:192.0.2.10', '::ffff:c000:20a', '0:0:0:0:0:ffff:192.0.2.10'])(
    'knows an IPv4 address however it is written: %s',
    (written) => {
      for (const other of ['192.0.2.10', '::ffff:192.0.2.10', '::FFFF:c000:20a']) {
        expect(allows([written], other)).toBe(true)
      }
      expect(allows([written], '::ffff:192.0.2.11')).toBe(false)
    },
  )

  it('reads an IPv4-mapped range as the IPv4 range', () => {
    expect(allows(['::ffff:192.0.2.0/124'], '192.0.2.15')).toBe(true)
    expect(allows(['::ffff:192.0.2.0/124'], '::ffff:192.0.2.15')).toBe(true)
    expect(allows(['::ffff:192.0.2.0/124'], '192.0.2.16')).toBe(false)
  })

  it('searches the whole list', () => {
    const list = ['198.51.100.1', '2001:db8::/48', '192.0.2.0/28']
    expect(allows(list, '192.0.2.3')).toBe(true)
    expect(allows(list, '2001:db8::3')).toBe(true)
    expect(allows(list, '203.0.113.3')).toBe(false)
  })

  it.each([undefined, '', 'localhost', '192.0.2', '192.0.2.010', '192.0.2.10:80', '192.0.2.10, 192.0.2.10'])(
    'refuses a peer that is no address: %s',
    (remoteAddress) => {
      expect(allows(['192.0.2.0/28'], remoteAddress)).toBe(false)
    },
  )

  it('reads no forwarded header without trusted proxies', () => {
    const verifier = sourceAddresses(['192.0.2.10'])
    const headers = { 'x-forwarded-for': '192.0.2.10', 'x-real-ip': '192.0.2.10', forwarded: 'for=192.0.2.10' }
    expect(verifier.name).toBe('sourceAddresses')
    expect(verifier.check(requestWith({ remoteAddress: '203.0.113.9', headers }))).toBe(false)
    expect(verifier.check(requestWith({ remoteAddress: '192.0.2.10', headers: { 'x-forwarded-for': 'x' } }))).toBe(true)
  })
})

describe('a list for each kind', () => {
  const verifier = sourceAddresses({ ussd: ['192.0.2.10'], checkout: ['198.51.100.0/28'] })
  const from = (remoteAddress: string, ...kinds: string[]) =>
    verifier.check(requestWith({ remoteAddress, kind: kinds[0] ?? '', kinds }))

  it('allows an address only for its kind', () => {
    expect(from('192.0.2.10', 'ussd')).toBe(true)
    expect(from('192.0.2.10', 'checkout')).toBe(false)
    expect(from('198.51.100.7', 'checkout')).toBe(true)
  })

  it('refuses a kind without a list, and says at boot that it does', () => {
    expect(from('192.0.2.10', 'fulfilment')).toBe(false)
    expect(verifier.covers?.('fulfilment')).toBe(false)
    expect(verifier.covers?.('ussd')).toBe(true)
  })

  it('is not fooled by a kind named like a property of every object', () => {
    expect(verifier.covers?.('constructor')).toBe(false)
  })

  it('falls back to the default list', () => {
    const withDefault = sourceAddresses({ ussd: ['192.0.2.10'], default: ['203.0.113.1'] })
    const ask = (kind: string, remoteAddress: string) =>
      withDefault.check(requestWith({ kind, kinds: [kind], remoteAddress }))
    expect(ask('fulfilment', '203.0.113.1')).toBe(true)
    expect(ask('ussd', '203.0.113.1')).toBe(false)
    expect(withDefault.covers?.('fulfilment')).toBe(true)
  })

  it('must allow the address for every kind that shares the path', () => {
    const shared = sourceAddresses({ ussd: ['192.0.2.0/28'], checkout: ['192.0.2.8/29'] })
    const ask = (remoteAddress: string, ...kinds: string[]) =>
      shared.check(requestWith({ remoteAddress, kind: kinds[0] ?? '', kinds }))
    expect(ask('192.0.2.9', 'ussd', 'checkout')).toBe(true)
    expect(ask('192.0.2.1', 'ussd', 'checkout')).toBe(false)
    expect(ask('192.0.2.9', 'ussd', 'fulfilment')).toBe(false)
    expect(ask('192.0.2.9')).toBe(false)
  })

  it('covers every kind with one list', () => {
    expect(sourceAddresses(['192.0.2.10']).covers?.('whatever')).toBe(true)
  })
})
