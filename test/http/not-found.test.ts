import { describe, expect, it } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { appWith, post } from './app.ts'

const notFound = {
  type: 'about:blank',
  status: 404,
  title: 'Not Found',
  code: 'FMW_NOT_FOUND',
  detail: 'Nothing is received at this address: app.merchant.urls lists what is',
}
const verify = secretPath('the-right-secret')
const deliveryReport = () => undefined

describe('an address at which nothing is received', () => {
  for (const url of [
    '/push',
    '/push/',
    '/push/delivery-reports/the-right-secret',
    '/push/delivery-report',
    '/push/delivery-report/the-right-secret/',
    '/push/delivery-report/the-right-secret/more',
    '/push/Delivery-Report/the-right-secret',
    '/push//delivery-report/the-right-secret',
  ]) {
    it(`is a problem below the prefix: ${url}`, async () => {
      const app = await appWith({ prefix: '/push', verify, deliveryReport })
      const response = await post(app, url, { MessageId: '1', Status: 'Sent' })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toEqual(notFound)
    })
  }

  it('is a problem for every method', async () => {
    const app = await appWith({ prefix: '/push', verify, deliveryReport })
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url: '/push/nothing' })
      expect(response.json()).toEqual(notFound)
    }
    expect((await app.inject({ method: 'HEAD', url: '/push/nothing' })).statusCode).toBe(404)
  })

  it('is a problem below the paths where there is no prefix', async () => {
    const app = await appWith({ verify, deliveryReport })
    const url = '/delivery-report/the-right-secret/more'
    expect((await post(app, url, {})).json()).toEqual(notFound)
    expect((await app.inject({ method: 'DELETE', url })).json()).toEqual(notFound)
  })

  it('is the host’s own affair elsewhere', async () => {
    const app = await appWith({ verify, deliveryReport })
    const { message } = (await post(app, '/nothing', {})).json()
    expect(message).toBe('Route POST:/nothing not found')
  })

  it('is answered although its body cannot be read', async () => {
    const app = await appWith({ verify, deliveryReport }, { server: { bodyLimit: 10 } })
    expect((await post(app, '/delivery-report/a/b', 'x'.repeat(11))).json()).toEqual(notFound)
    const headers = { 'content-type': 'no type' }
    const odd = await app.inject({ method: 'POST', url: '/delivery-report/a/b', headers, payload: 'x' })
    expect(odd.json()).toEqual(notFound)
  })

  it('is answered below a prefix, too, without reading its body', async () => {
    const app = await appWith({ prefix: '/push', verify, deliveryReport }, { server: { bodyLimit: 10 } })
    const large = await post(app, '/push/nothing', 'x'.repeat(11))
    expect(large.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(large.json()).toEqual(notFound)
  })
})
