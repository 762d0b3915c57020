import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { health } from '../../src/operations/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'

describe('health', () => {
  it('answers 503 while the store of any registration fails, without why, and 200 when it works again', async () => {
    const file = fileOfTest()
    const app = await appWith({ deliveryReport: () => undefined })
    await app.register(merchantWebhooks, {
      verify: 'none',
      name: 'tickets',
      prefix: '/tickets',
      store: sqliteStore(file),
      deliveryReport: () => undefined,
    })
    await app.register(health)
    await app.ready()
    const pushed = () => post(app, `/tickets${paths.deliveryReport}`, samples.deliveryReport)
    const asked = async () => {
      const { statusCode, headers, body } = await app.inject('/health')
      return [statusCode, headers['cache-control'], body]
    }
    await expect.poll(asked).toEqual([200, 'no-store', '{"ok":true}'])

    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect((await pushed()).statusCode).toBe(503)
    expect(await asked()).toEqual([503, 'no-store', '{"ok":false}'])
    expect(app.merchant.health().ok).toBe(true)
    expect(app.merchant.get('tickets').health().why).toBe(
      'database is locked: another program holds the file, such as a command that was stopped while it wrote (Ctrl-Z): continue it, or end it',
    )
    other.close()
    expect((await pushed()).statusCode).toBe(200)
    expect(await asked()).toEqual([200, 'no-store', '{"ok":true}'])
  })

  it('has the path and the prefix that it is given, answers HEAD too, and logs no request', async () => {
    const lines: string[] = []
    const app = await appWith(
      { deliveryReport: () => undefined },
      { server: { logger: { stream: { write: (line) => lines.push(line) } } } },
    )
    await app.register(health, { prefix: '/internal', path: '/ready' })
    expect(await app.inject('/internal/ready')).toMatchObject({ statusCode: 200, body: '{"ok":true}' })
    expect(await app.inject({ method: 'HEAD', url: '/internal/ready' })).toMatchObject({ statusCode: 200, body: '' })
    expect(lines.join('')).not.toContain('/internal/ready')
    await app.inject('/elsewhere')
    expect(lines.join('')).toContain('incoming request')
  })

  it('is still ok where somebody stopped a kind', async () => {
    const app = await appWith({ ussd: (_push, turn) => turn.end('Hello') })
    await app.register(health)
    await app.ready()
    await app.merchant.stop('ussd', { by: 'Ama', reason: 'a bad deploy' })
    expect(app.merchant.health().stopped).toEqual(['ussd'])
    expect((await app.inject('/health')).statusCode).toBe(200)
  })

  it('says what is wrong with it at the start', async () => {
    const refused = (message: RegExp) => ({ code: 'FMW_HEALTH', message: expect.stringMatching(message) })
    const app = await appWith({ deliveryReport: () => undefined })
    await expect(app.register(health, { path: 'health' })).rejects.toMatchObject(
      refused(/path must begin with a slash/),
    )
    const bare = Fastify()
    onTestFinished(() => bare.close())
    bare.register(health)
    await expect(bare.ready()).rejects.toMatchObject(refused(/not registered on this application/))
  })
})
