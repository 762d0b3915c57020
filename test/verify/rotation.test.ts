import { describe, expect, it } from 'vitest'
import { basic, secretHeader, secretPath, secretQuery } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const secrets = ['the-new-secret', 'an-old-one', 'the-oldest-secret']

describe('rotation', () => {
  it.each(secrets)('lets every listed secret pass: %s', (secret) => {
    expect(secretPath(secrets).check(requestWith({ params: { secret } }))).toBe(true)
    expect(secretHeader('x-token', secrets).check(requestWith({ headers: { 'x-token': secret } }))).toBe(true)
    expect(secretQuery('key', secrets).check(requestWith({ query: { key: secret } }))).toBe(true)
  })

  it.each(['the-removed-secret', 'an-old-one\0', 'an-old-on', 'an-old-onethe-oldest-secret'])(
    'refuses what is not listed: %j',
    (secret) => {
      expect(secretPath(secrets).check(requestWith({ params: { secret } }))).toBe(false)
      expect(secretHeader('x-token', secrets).check(requestWith({ headers: { 'x-token': secret } }))).toBe(false)
      expect(secretQuery('key', secrets).check(requestWith({ query: { key: secret } }))).toBe(false)
    },
  )

  it('says which verifier got an old secret, and nothing of the current one or a wrong one', () => {
    const heard: string[] = []
    const onOldSecret = (verifier: string) => void heard.push(verifier)
    for (const secret of [...secrets, 'the-removed-secret']) {
      secretPath(secrets).check(requestWith({ params: { secret }, onOldSecret }))
      secretHeader('x-token', secrets).check(requestWith({ headers: { 'x-token': secret }, onOldSecret }))
      secretQuery('key', secrets).check(requestWith({ query: { key: secret }, onOldSecret }))
      const login = basic(secrets.map((password) => ({ username: 'service', password })))
      login.check({ ...withCredentials('service', secret), onOldSecret })
    }
    const each = ['secretPath', 'secretHeader(x-token)', 'secretQuery(key)', 'basic']
    expect(heard).toEqual([...each, ...each])
  })

  it('registers the first secret', () => {
    expect(secretPath(secrets).address).toBe('/the-new-secret')
    expect(secretQuery('key', secrets).address).toBe('?key=the-new-secret')
  })

  it('takes several pairs for Basic, and never the name of one with the password of another', () => {
    const verifier = basic([
      { username: 'service', password: 'new-password' },
      { username: 'old-service', password: 'old-password' },
    ])
    expect(verifier.check(withCredentials('service', 'new-password'))).toBe(true)
    expect(verifier.check(withCredentials('old-service', 'old-password'))).toBe(true)
    expect(verifier.check(withCredentials('service', 'old-password'))).toBe(false)
    expect(verifier.check(withCredentials('old-service', 'new-password'))).toBe(false)
  })
})

const withCredentials = (username: string, password: string) =>
  requestWith({ headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } })
