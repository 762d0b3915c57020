import { describe, expect, it } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { appWith, type Host, post } from './app.ts'
import { linesOf } from './lines.ts'
import { samples } from './samples.ts'

const options = { prefix: '/push', verify: secretPath('the-right-secret'), deliveryReport: () => undefined }
const push = '/push/delivery-report/the-right-secret?from=%2B233000000000'

async function logged(prepare: Host['prepare'] = () => undefined) {
  const lines = linesOf('info')
  const app = await appWith(options, { server: { logger: lines.logger }, prepare })
  return { app, lines, incoming: () => lines.saying('incoming request').map(({ req }) => req) }
}

describe('the address of a request', () => {
  it('is shown as the pattern of its route', async () => {
    const { app, incoming } = await logged()
    await post(app, push, samples.deliveryReport)
    await app.inject({ method: 'HEAD', url: push })
    await app.inject({ method: 'DELETE', url: push })
    const url = '/push/delivery-report/:secret'
    expect(incoming()).toEqual([
      { method: 'POST', url, remoteAddress: '127.0.0.1' },
      { method: 'HEAD', url, remoteAddress: '127.0.0.1' },
      { method: 'DELETE', url, remoteAddress: '127.0.0.1' },
    ])
  })

  it('is not shown where no route has it', async () => {
    const { app, lines, incoming } = await logged()
    await post(app, '/push/deliveryreport/the-right-secret', samples.deliveryReport)
    expect(incoming()).toEqual([{ method: 'POST', url: '(redacted)', remoteAddress: '127.0.0.1' }])
    expect(lines.text()).not.toContain('the-right-secret')
  })

  it('is shown as ever on the routes of the host', async () => {
    const { app, lines, incoming } = await logged((host) => host.get('/health', () => 'fine'))
    await app.inject({ method: 'GET', url: '/health?verbose=1' })
    await app.inject({ method: 'GET', url: '/elsewhere' })
    expect(incoming()).toMatchObject([{ url: '/health?verbose=1' }, { url: '/elsewhere' }])
    expect(lines.saying('Route GET:/elsewhere not found')).toHaveLength(1)
  })

  it('stays out of the lines of a logger with serializers of its own', async () => {
    const lines = linesOf('info')
    const serializers = { req: ({ url }: { url: string }) => ({ shown: url }) }
    const app = await appWith(options, {
      server: { logger: { ...lines.logger, serializers } },
      prepare: (host) => host.get('/health', () => 'fine'),
    })
    await post(app, push, samples.deliveryReport)
    await app.inject({ method: 'GET', url: '/health' })
    expect(lines.saying('incoming request').map(({ req }) => req)).toMatchObject([
      { url: '/push/delivery-report/:secret' },
      { shown: '/health' },
    ])
  })

  it('stays out where the host has a factory of loggers, whose loggers are used', async () => {
    const { app, lines, incoming } = await logged((host) =>
      host.setChildLoggerFactory((logger, bindings, loggerOptions) =>
        logger.child({ ...bindings, tenant: 'shop' }, loggerOptions),
      ),
    )
    await post(app, push, samples.deliveryReport)
    expect(incoming()).toMatchObject([{ url: '/push/delivery-report/:secret' }])
    expect(lines.saying('a notification was handled')).toMatchObject([{ tenant: 'shop' }])
  })

  it('stays out of what a hook of the host logs of the request', async () => {
    const { app, lines } = await logged((host) =>
      host.addHook('onRequest', (request, _reply, done) => {
        request.log.info({ req: request }, 'seen by the host')
        request.log.info({ req: request.raw }, 'seen by the host')
        done()
      }),
    )
    await post(app, push, samples.deliveryReport)
    expect(lines.saying('seen by the host')).toMatchObject([
      { req: { url: '/push/delivery-report/:secret' } },
      { req: { url: '(redacted)' } },
    ])
  })

  it('stays out when logging begins later', async () => {
    const lines = linesOf('silent')
    const app = await appWith(options, { server: { logger: lines.logger } })
    app.log.level = 'info'
    await post(app, push, samples.deliveryReport)
    expect(lines.saying('incoming request')).toMatchObject([{ req: { url: '/push/delivery-report/:secret' } }])
  })
})

describe('logging', () => {
  it('that is off costs no child logger', async () => {
    const app = await appWith(options)
    const children = new Set()
    app.addHook('onRequest', (request, _reply, done) => {
      children.add(request.log)
      done()
    })
    await post(app, push, samples.deliveryReport)
    expect([...children]).toEqual([app.log])
  })

  it('has the level that is set for the registration', async () => {
    const lines = linesOf('info')
    const app = await appWith({ ...options, logLevel: 'warn' }, { server: { logger: lines.logger } })
    await post(app, push, samples.deliveryReport)
    expect(lines.saying('a notification was handled')).toEqual([])
    await post(app, '/push/delivery-report/wrong', samples.deliveryReport)
    expect(lines.saying('a push was refused')).toHaveLength(1)
  })

  it('has the serializers that are set for the registration, but for that of requests', async () => {
    const lines = linesOf('info')
    const logSerializers = { req: () => 'all of it', kind: (kind: string) => kind.toUpperCase() }
    const app = await appWith({ ...options, logSerializers }, { server: { logger: lines.logger } })
    await post(app, '/push/delivery-report/wrong', samples.deliveryReport)
    expect(lines.saying('a push was refused')).toMatchObject([{ kind: 'DELIVERYREPORT' }])
    expect(lines.saying('incoming request')).toMatchObject([{ req: { url: '/push/delivery-report/:secret' } }])
  })
})
