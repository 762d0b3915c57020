import { describe, expect, it } from 'vitest'
import { sourceAddresses } from '../../src/index.ts'
import { appWith, type Host } from './app.ts'

const service = '192.0.2.10'
const proxy = '10.0.0.7'
const attacker = '203.0.113.66'

async function from(remoteAddress: string, options: { forwarded?: string; proxies?: string[]; host?: Host } = {}) {
  const { forwarded, proxies, host } = options
  const verify = sourceAddresses([service], proxies === undefined ? {} : { trustedProxies: proxies })
  const app = await appWith({ verify, deliveryReport: () => undefined }, host)
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/delivery-report',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { MessageId: '1', Status: 'Sent' },
  })
  return statusCode
}

describe('source addresses', () => {
  it('are those of the socket', async () => {
    expect(await from(service)).toBe(200)
    expect(await from(`::ffff:${service}`)).toBe(200)
    expect(await from(attacker)).toBe(401)
  })

  it('believe no forwarded header by themselves', async () => {
    expect(await from(attacker, { forwarded: service })).toBe(401)
    expect(await from(service, { forwarded: attacker })).toBe(200)
  })

  it('do not follow the host’s trust in proxies', async () => {
    const host = { server: { trustProxy: true } }
    expect(await from(attacker, { forwarded: service, host })).toBe(401)
    expect(await from(service, { forwarded: attacker, host })).toBe(200)
  })

  it('believe what the merchant’s own proxies appended, never the left-most address', async () => {
    const proxies = ['10.0.0.0/8']
    expect(await from(proxy, { proxies, forwarded: service })).toBe(200)
    expect(await from(proxy, { proxies, forwarded: `${service}, ${attacker}` })).toBe(401)
    expect(await from(proxy, { proxies, forwarded: `${attacker}, ${service}` })).toBe(200)
    expect(await from(proxy, { proxies })).toBe(401)
    expect(await from(attacker, { proxies, forwarded: service })).toBe(401)
    const host = { server: { trustProxy: true } }
    expect(await from(proxy, { proxies, host, forwarded: `${service}, ${attacker}` })).toBe(401)
  })

  it('are a list for each kind', async () => {
    const verify = sourceAddresses({ deliveryReport: ['192.0.2.1'], default: ['192.0.2.2'] })
    const app = await appWith({ verify, deliveryReport: () => undefined, inboundMessage: () => undefined })
    const push = async (url: string, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: `${url}?from=1&text=a&MessageId=1&Status=Sent`, remoteAddress }))
        .statusCode
    expect(await push('/delivery-report', '192.0.2.1')).toBe(200)
    expect(await push('/delivery-report', '192.0.2.2')).toBe(401)
    expect(await push('/inbound-message', '192.0.2.2')).toBe(200)
    expect(await push('/inbound-message', '192.0.2.1')).toBe(401)
  })

  it('must allow the source for every kind that a shared path is for', async () => {
    const verify = sourceAddresses({
      deliveryReport: ['192.0.2.1', '192.0.2.3'],
      inboundMessage: ['192.0.2.2', '192.0.2.3'],
    })
    const app = await appWith({
      verify,
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
    })
    const push = async (remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/push?MessageId=1&Status=Sent', remoteAddress })).statusCode
    expect(await push('192.0.2.1')).toBe(401)
    expect(await push('192.0.2.2')).toBe(401)
    expect(await push('192.0.2.3')).toBe(200)
  })
})
