import { describe, expect, it } from 'vitest'
import { sourceAddresses } from '../../src/verify/index.ts'

describe('source addresses at boot', () => {
  it.each([
    ['deliveryreport', "there is no kind 'deliveryreport': 'deliveryReport' may be meant"],
    ['chekout', "there is no kind 'chekout': 'checkout' may be meant"],
    ['Default', "there is no kind 'Default': 'default' may be meant"],
    ['everything', "there is no kind 'everything': there are ussd, programmable, checkout"],
  ])('refuse a list for %s, which no push is', (kind, problem) => {
    const boot = () => sourceAddresses({ [kind]: ['192.0.2.1'], default: ['192.0.2.2'] })
    expect(boot).toThrow(expect.objectContaining({ code: 'FMW_VERIFIER_OPTION_INVALID' }))
    expect(boot).toThrow(problem)
  })

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.010',
    '192.0.2.10:80',
    '192.0.2.0/28/28',
    '192.0.2.0-192.0.2.9',
    '*',
    'fe80::1%eth0',
    '[2001:db8::1]',
  ])('refuses the entry "%s" and names it', (entry) => {
    const boot = () => sourceAddresses(['192.0.2.1', entry])
    expect(boot).toThrow(expect.objectContaining({ code: 'FMW_VERIFIER_ADDRESS_INVALID' }))
    expect(boot).toThrow(`in the list, "${entry}" is no IP address`)
  })

  it.each(['192.0.2.0/33', '192.0.2.0/', '192.0.2.0/-1', '192.0.2.0/2.5', '192.0.2.0/255.255.255.0', '192.0.2.0/ 8'])(
    'refuses the prefix length of "%s"',
    (entry) => {
      expect(() => sourceAddresses([entry])).toThrow(`"${entry}" has no prefix length from 1 to 32`)
    },
  )

  it('refuses the prefix length of an IPv6 range over 128', () => {
    expect(() => sourceAddresses(['2001:db8::/129'])).toThrow('has no prefix length from 1 to 128')
  })

  it.each(['0.0.0.0/0', '::/0'])('refuses %s, which checks nothing', (entry) => {
    expect(() => sourceAddresses([entry])).toThrow('covers every address')
    expect(() => sourceAddresses(['192.0.2.1'], { trustedProxies: [entry] })).toThrow(`in trustedProxies, "${entry}"`)
  })

  it('refuses an IPv4-mapped range that is all of IPv4 or more', () => {
    expect(() => sourceAddresses(['::ffff:0:0/96'])).toThrow('covers all of IPv4')
    expect(() => sourceAddresses(['::ffff:0:0/90'])).toThrow('covers all of IPv4')
  })

  it.each([
    ['no list', undefined, 'the list'],
    ['an empty list', [], 'the list'],
    ['no list for a kind', { ussd: undefined }, 'the list "ussd"'],
    ['an empty list for a kind', { ussd: ['192.0.2.1'], checkout: [] }, 'the list "checkout"'],
    ['no list for any kind', {}, 'every list'],
  ])('refuses %s and says which', (_case, sources, which) => {
    const boot = () => sourceAddresses(sources)
    expect(boot).toThrow(expect.objectContaining({ code: 'FMW_VERIFIER_ADDRESSES_MISSING' }))
    expect(boot).toThrow(`${which} is missing or empty`)
  })

  it('refuses what plain JavaScript can pass in place of a list', () => {
    const fromJson: { text: string[]; nothing: string[]; numbers: string[] } = JSON.parse(
      '{ "text": "192.0.2.1", "nothing": null, "numbers": [1] }',
    )
    expect(() => sourceAddresses(fromJson.text)).toThrow('the list is missing or empty')
    expect(() => sourceAddresses(fromJson.nothing)).toThrow('the list is missing or empty')
    expect(() => sourceAddresses(fromJson.numbers)).toThrow('"1" is no IP address')
  })

  it('refuses an empty list of trusted proxies', () => {
    expect(() => sourceAddresses(['192.0.2.1'], { trustedProxies: [] })).toThrow('trustedProxies is missing or empty')
  })

  it('refuses a header that would never be read', () => {
    expect(() => sourceAddresses(['192.0.2.1'], { header: 'x-real-ip' })).toThrow(
      expect.objectContaining({ code: 'FMW_VERIFIER_OPTION_INVALID' }),
    )
  })

  it('refuses the Forwarded header, whose grammar is another one', () => {
    expect(() => sourceAddresses(['192.0.2.1'], { header: 'Forwarded', trustedProxies: ['10.0.0.1'] })).toThrow(
      expect.objectContaining({ code: 'FMW_VERIFIER_OPTION_INVALID' }),
    )
  })

  it('refuses a header name that cannot be one', () => {
    expect(() => sourceAddresses(['192.0.2.1'], { header: 'x forwarded', trustedProxies: ['10.0.0.1'] })).toThrow(
      expect.objectContaining({ code: 'FMW_VERIFIER_NAME_INVALID' }),
    )
  })
})
