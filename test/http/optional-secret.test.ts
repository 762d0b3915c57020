import { describe, expect, it } from 'vitest'
import { anyOf, secretHeader, secretPath } from '../../src/index.ts'
import { appWith } from './app.ts'

const verify = anyOf(secretPath('the-right-secret'), secretHeader('x-token', 'another-secret'))
const payload = { MessageId: '1', Status: 'Sent' }

describe.each(['', '/push'])("a secret that may be in the path or elsewhere, below '%s'", (prefix) => {
  it.each([
    ['/delivery-report/the-right-secret', '', 200],
    ['/delivery-report', 'another-secret', 200],
    ['/delivery-report/wrong', 'another-secret', 200],
    ['/delivery-report', '', 401],
    ['/delivery-report/wrong', 'wrong', 401],
    ['/delivery-report/the-right-secret/more', 'another-secret', 404],
  ])('is looked for in both: %s with %s', async (path, token, status) => {
    let handled = 0
    const app = await appWith({ prefix: prefix || '/', verify, deliveryReport: () => ++handled })
    const headers = token === '' ? {} : { 'x-token': token }
    const { statusCode } = await app.inject({ method: 'POST', url: prefix + path, headers, payload })
    expect([statusCode, handled]).toEqual([status, status === 200 ? 1 : 0])
    const probe = await app.inject({ method: 'GET', url: prefix + path })
    expect(probe.statusCode).toBe(status === 404 ? 404 : 200)
  })
})
