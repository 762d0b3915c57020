import Fastify from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { operatorPage } from '../../../src/operations/index.ts'
import { appWith } from '../../http/app.ts'
import { type Office, officeOf } from './office.ts'

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'FMW_OPERATOR', message: expect.stringMatching(words) })

afterEach(() => vi.unstubAllEnvs())

describe('the operator’s page', () => {
  it.each([
    ['no access', {}],
    ['a word', { access: 'all' }],
    ['true', { access: true }],
  ])('does not start with %s', async (_name, options) => {
    const app = await appWith({ ussd: (_push, turn) => turn.end('Bye') })
    await expect(Reflect.apply(app.register, app, [operatorPage, options])).rejects.toEqual(
      refusal(/access is missing: give a function/),
    )
  })

  it.each(['prefx', 'acces'])('does not start with an option that is misspelt: %s', async (name) => {
    const app = await appWith({ ussd: (_push, turn) => turn.end('Bye') })
    const options = { access: () => false, [name]: '/back-office' }
    await expect(Reflect.apply(app.register, app, [operatorPage, options])).rejects.toEqual(
      refusal(new RegExp(`${name} is no option: there are access, prefix$`)),
    )
  })

  it('is open to everybody only where that is written out, and never in production', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { ask } = await officeOf({ access: 'none' })
    expect((await ask('overview')).status).toBe(200)
    vi.stubEnv('NODE_ENV', 'production')
    const app = await appWith({ ussd: (_push, turn) => turn.end('Bye') })
    await expect(operatorPage(app, { access: 'none' })).rejects.toEqual(refusal(/NODE_ENV is production/))
  })

  it('does not start without the plugin', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.register(operatorPage, { access: () => false })
    await expect(app.ready()).rejects.toEqual(refusal(/nothing to show/))
  })

  it.each([
    ['true', true],
    ['nothing', undefined],
    ['a word', 'look'],
    ['an unknown right', ['look', 'admin']],
    ['rights that are none', { rights: 'look', by: 'Ama' }],
    ['no name', { rights: ['look'] }],
    ['an empty name', { rights: ['look'], by: ' ' }],
  ])('refuses where access answers %s, and says so in the log alone', async (_name, answer) => {
    const lines: string[] = []
    const server = { logger: { stream: { write: (line: string) => lines.push(line) } } }
    // As plain JavaScript may call it.
    const { ask }: Office = await Reflect.apply(officeOf, undefined, [{ access: () => answer }, {}, { server }])
    expect(await ask('overview')).toMatchObject({
      status: 500,
      body: { code: 'FMW_OPERATOR', message: 'The page could not answer: the log says why' },
    })
    expect(lines.some((line) => line.includes('operatorPage: access '))).toBe(true)
  })

  it('refuses where access fails', async () => {
    const { ask } = await officeOf({ access: () => Promise.reject(new Error('no database')) })
    expect(await ask('overview')).toMatchObject({ status: 500, body: { code: 'FMW_OPERATOR' } })
  })

  it('tells nothing of what a hook of the application throws, which the log has', async () => {
    const lines: string[] = []
    const { ask } = await officeOf(undefined, undefined, {
      server: { logger: { stream: { write: (line: string) => lines.push(line) } } },
      prepare: (app) =>
        app.addHook('onRequest', async () => {
          throw new Error('no database of staff')
        }),
    })
    expect(await ask('overview')).toMatchObject({
      status: 500,
      body: { code: 'FMW_OPERATOR', message: 'The page could not answer: the log says why' },
    })
    expect(lines.some((line) => line.includes('no database of staff'))).toBe(true)
  })

  it.each([200, 302, 401, 404])(
    'refuses where access fails with the status %s, and keeps its words',
    async (statusCode) => {
      const lines: string[] = []
      const { ask } = await officeOf(
        { access: () => Promise.reject(Object.assign(new Error('token of Ama is void'), { statusCode })) },
        {},
        { server: { logger: { stream: { write: (line: string) => lines.push(line) } } } },
      )
      expect(await ask('overview')).toMatchObject({
        status: 500,
        body: { code: 'FMW_OPERATOR', message: 'The page could not answer: the log says why' },
      })
      expect(lines.some((line) => line.includes('token of Ama is void'))).toBe(true)
    },
  )

  it('asks access again at each request', async () => {
    let isStaff = true
    const { ask } = await officeOf({ access: async () => isStaff && ['look'] })
    expect((await ask('overview')).status).toBe(200)
    isStaff = false
    expect((await ask('overview')).status).toBe(404)
  })

  it('stands behind the hooks of the application, and at another prefix', async () => {
    const { origin, app } = await officeOf(
      { access: () => ['look'], prefix: '/back' },
      {},
      {
        prepare: (host) =>
          host.addHook('onRequest', async ({ url }, reply) =>
            url.startsWith('/back') && url.includes('overview') ? reply.code(401).send({ login: true }) : undefined,
          ),
      },
    )
    const ask = (path: string) =>
      fetch(`${origin}/back/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: '{}',
      })
    expect((await ask('overview')).status).toBe(401)
    expect((await ask('entries')).status).toBe(200)
    expect(app.hasRoute({ method: 'POST', url: '/operations/api/overview' })).toBe(false)
  })
})
