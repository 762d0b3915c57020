import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../run.ts'
import { doctor } from './doctored.ts'
import { secret } from './faulty.ts'

/** What a proxy on port 80 does: it leads to the same address elsewhere. */
async function leadsOn(where: (url: string) => string, method?: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    if (method !== undefined && request.method !== method) response.writeHead(200).end()
    else response.writeHead(308, { location: where(`${request.url}`) }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Of a forgery only its last character is another. */
const known = secret.slice(0, -1)

describe('where a deployment redirects to an address with the secret', () => {
  test.each<[string, (url: string) => string, string]>([
    ['on another host', (url) => `https://shop.example${url}`, 'https://shop.example/push/ussd/…?key=…'],
    ['on its own', (url) => `/v2${url}`, '/v2/push/ussd/…?key=…'],
    ['in its query', (url) => `/login?next=${url}`, '/login?next=…'],
    ['in its fragment', (url) => `/login#${url}`, '/login'],
    ['under its login', () => `https://${secret}:${secret}@shop.example/push`, 'https://shop.example/push'],
  ])('doctor says it without the secret: %s', async (_name, where, shown) => {
    const url = `${await leadsOn(where)}/push/ussd/${secret}?key=${secret}`
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await run('doctor', '--url', url, ...more)
      expect(code).toBe(1)
      expect(out.replaceAll(/\s+/g, ' ')).toContain(`it redirects to ${shown}, and`)
      expect(out + err).not.toContain(known)
    }
  })

  test('trigger says it without the secret', async () => {
    const origin = await leadsOn((url) => `https://shop.example${url}`)
    for (const more of [[], ['--json']]) {
      const { out, err } = await run('trigger', 'checkout', '--app', `${origin}/push/{kind}/${secret}`, ...more)
      expect(out + err).toContain('it redirects to https://shop.example/push/checkout/…')
    }
  })
})

test('doctor says that pushes alone are redirected, and nothing that follows from it', async () => {
  const origin = await leadsOn((url) => `https://shop.example${url}`, 'POST')
  for (const path of ['ussd', 'checkout']) {
    const { of } = await doctor('--url', `${origin}/push/${path}/${secret}`)
    expect(of('redirects')).toEqual([expect.stringContaining('error: it redirects to https://shop.example')])
    for (const check of ['screen', 'forgeries', 'casings', 'notices']) expect(of(check)).toEqual([])
  }
})

describe('an address in the place of a module', () => {
  const address = `https://shop.example/push/ussd/${secret}`

  test.each([
    ['doctor', address],
    ['doctor', `ussd=${address}`],
    ['trigger', 'ussd', address],
    ['dial', '*713#', address],
    ['urls', address],
    ['map', address],
    ['chaos', address],
  ])('%s %s… is told which option it goes with, and not repeated', async (...args) => {
    const { code, out, err } = await run(...args)
    expect(code).not.toBe(0)
    expect((out + err).replaceAll(/\s+/g, ' ')).toMatch(/https:\/\/shop\.example\/push\/ussd\/… is an address.*--url/)
    expect(out + err).not.toContain(known)
  })

  test.each([
    `shop.example/push/ussd/${secret}`,
    `ussd=shop.example:8443/push/ussd/${secret}?key=${secret}`,
    `localhost:3000/push/ussd/${secret}`,
    `//shop.example/push/ussd/${secret}`,
    ` https://shop.example/push/ussd/${secret}`,
    `/push/ussd/${secret}`,
    `https://shop.example/push/ussd/it's,"${secret}`,
    `someone:${secret}@shop.example/push`,
  ])('is not repeated however it is written: %s', async (word) => {
    const commands = [['doctor'], ['urls'], ['trigger', 'ussd'], ['trigger', 'ussd', '--app']]
    for (const command of commands) {
      const { code, out, err } = await run(...command, word)
      expect(code).not.toBe(0)
      expect(out + err).not.toContain(known)
    }
  })

  test('that has the form of a module is said whole', async () => {
    const { err } = await run('urls', './handlers/ussd/application.js')
    expect(err).toContain('There is no file ./handlers/ussd/application.js.')
  })

  test('is not repeated beside a module either', async () => {
    const { code, err } = await run('doctor', 'app.js', address)
    expect(code).toBe(2)
    expect(err).toContain('https://shop.example/push/ussd/…')
    expect(err).not.toContain(known)
  })
})
