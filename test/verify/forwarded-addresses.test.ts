import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceAddresses } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

// The service pushes from 192.0.2.0/28; our proxies are in 10.0.0.0/8; everything else is a stranger.
const verifier = sourceAddresses(['192.0.2.0/28'], { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] })
const ask = (remoteAddress: string | undefined, forwarded: string | string[] | undefined) =>
  verifier.check(requestWith({ remoteAddress, headers: { 'x-forwarded-for': forwarded } }))

describe('source addresses behind trusted proxies', () => {
  it.each([
    ['no proxy at all', '192.0.2.1', undefined],
    ['one proxy', '10.0.0.1', '192.0.2.1'],
    ['two proxies', '10.0.0.1', '192.0.2.1, 10.0.0.2'],
    ['two proxies that each wrote a header', '10.0.0.1', ['192.0.2.1', '10.0.0.2']],
    ['a proxy that appends the port', '10.0.0.1', '192.0.2.1:4711'],
    ['a proxy that writes IPv4 as IPv6', '::ffff:10.0.0.1', '::ffff:192.0.2.1'],
    ['a proxy that writes that with a port', '10.0.0.1', '[::ffff:192.0.2.1]:4711'],
    ['an IPv6 proxy in brackets', '10.0.0.1', '192.0.2.1, [fd00::1]'],
    ['an IPv6 proxy with a port', '10.0.0.1', '192.0.2.1 ,[fd00::1]:80'],
    ['something forged left of it', '10.0.0.1', 'nonsense, 203.0.113.9, 192.0.2.1'],
  ])('allows the service through %s', (_case, remoteAddress, forwarded) => {
    expect(ask(remoteAddress, forwarded)).toBe(true)
  })

  it.each([
    ['itself, with a forged header', '203.0.113.9', '192.0.2.1'],
    ['a proxy, with a forged left-most address', '10.0.0.1', '192.0.2.1, 203.0.113.9'],
    ['two proxies, with forged addresses', '10.0.0.1', '192.0.2.1, 10.0.0.9, 203.0.113.9, 10.0.0.2'],
    ['a proxy, with a forged header of its own', '10.0.0.1', ['192.0.2.1', '203.0.113.9']],
  ])('refuses a stranger through %s', (_case, remoteAddress, forwarded) => {
    expect(ask(remoteAddress, forwarded)).toBe(false)
  })

  it.each([
    'unknown',
    '',
    ' ',
    '192.0.2',
    '_hidden',
    '192.0.2.1:123456',
    '192.0.2.1:',
    '[192.0.2.1]:80',
    '[192.0.2.1',
    '::1]:80',
    '"192.0.2.1"',
    'for=192.0.2.1',
  ])('refuses a malformed entry that it reaches: "%s"', (entry) => {
    expect(ask('10.0.0.1', entry)).toBe(false)
    expect(ask('10.0.0.1', `192.0.2.1, ${entry}`)).toBe(false)
    expect(ask('10.0.0.1', `192.0.2.1, ${entry}, 10.0.0.2`)).toBe(false)
  })

  it('refuses a chain of nothing but proxies', () => {
    expect(ask('10.0.0.1', undefined)).toBe(false)
    expect(ask('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe(false)
    expect(ask('10.0.0.1', ',10.0.0.2')).toBe(false)
  })

  it('allows a proxy that is itself an allowed source', () => {
    const health = sourceAddresses(['10.0.0.3'], { trustedProxies: ['10.0.0.0/8'] })
    const through = (forwarded: string | undefined) =>
      health.check(requestWith({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } }))
    expect(through('10.0.0.3')).toBe(true)
    expect(through('10.0.0.3, 10.0.0.2')).toBe(true)
    expect(through('203.0.113.9, 10.0.0.3')).toBe(false)
  })

  it('refuses a Unix socket, where there is no peer to trust', () => {
    expect(ask(undefined, '192.0.2.1')).toBe(false)
  })

  it('reads the header that it is told, and shows it in its name', () => {
    const named = sourceAddresses(['192.0.2.1'], { trustedProxies: ['10.0.0.1'], header: 'X-Real-IP' })
    const through = (name: string) =>
      named.check(requestWith({ remoteAddress: '10.0.0.1', headers: { [name]: '192.0.2.1' } }))
    expect(through('x-real-ip')).toBe(true)
    expect(through('x-forwarded-for')).toBe(false)
    expect(named.name).toBe('sourceAddresses(x-real-ip)')
    expect(verifier.name).toBe('sourceAddresses(x-forwarded-for)')
  })

  it('decides the same whatever a stranger writes to the left of what the proxy appended', () => {
    const strangers = fc.ipV4().filter((address) => !/^(10\.|192\.0\.2\.)/.test(address))
    const forged = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('192.0.2.1', '10.0.0.1', ''), fc.string()))
    fc.assert(
      fc.property(forged, strangers, (entries, stranger) => {
        expect(ask('10.0.0.1', [...entries, stranger].join(', '))).toBe(false)
        expect(ask('10.0.0.1', [...entries, '192.0.2.1'].join(', '))).toBe(true)
      }),
    )
  })

  it('answers at once to a header as long as node takes', () => {
    expect(ask('10.0.0.1', '10.0.0.2,'.repeat(1_600))).toBe(false)
    expect(ask('10.0.0.1', '['.repeat(16_000))).toBe(false)
    expect(ask('10.0.0.1', `[${':'.repeat(16_000)}`)).toBe(false)
  })
})
