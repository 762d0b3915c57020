import { globSync, readFileSync } from 'node:fs'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import { secretPath } from '../../src/index.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { paths, samples } from './samples.ts'

const fails = () => {
  throw new Error('a serializer of the application failed')
}
const asks = conversation(async (talk) => {
  await talk.ask('Your name?', text())
  await talk.once('order', () => 1)
  return talk.end('Bye')
})

/** What the plugin answers to pushes of every sort, also to repeated ones and to those that it does not take. */
async function answersTo(server: FastifyServerOptions): Promise<number[]> {
  const options = { store: keptInMemory(), logScreens: true, ussd: asks, checkout: () => undefined }
  const app = await appWith(options, { server })
  const later = { ...samples.ussd, Type: 'Response', Message: 'Ama', Sequence: 2 }
  const statuses: number[] = []
  for (const [path, body] of [
    [paths.checkout, samples.checkout],
    [paths.checkout, samples.checkout],
    [paths.checkout, { ...samples.checkout, Extra: [1] }],
    [paths.checkout, '{'],
    [paths.ussd, samples.ussd],
    [paths.ussd, samples.ussd],
    [paths.ussd, later],
    ['/nowhere', {}],
  ] as const)
    statuses.push((await post(app, path, body)).statusCode)
  await expect.poll(() => app.merchant.counts.checkout?.handled).toBe(1)
  return statuses
}

const answers = [200, 200, 200, 400, 200, 200, 200, 404]

describe('A logger that fails costs no push, no turn and no process', () => {
  it.each(['kind', 'id', 'ms', 'sessionId', 'notes', 'status', 'verifier', 'routes', 'mobile', 'source'])(
    'where its serializer of %s throws',
    async (field) => {
      const lines = linesOf()
      expect(await answersTo({ logger: { ...lines.logger, serializers: { [field]: fails } } })).toEqual(answers)
      // Each line is there, with its details or without.
      expect(lines.saying('merchant webhooks are received')).toHaveLength(1)
      expect(lines.saying('a turn was answered')).toHaveLength(3)
      expect(lines.saying('a notification was accepted')).toHaveLength(1)
    },
  )

  it('where every line throws', async () => {
    const levels = { fatal: fails, error: fails, warn: fails, info: fails, debug: fails, trace: fails, silent: fails }
    const log = { level: 'info', child: () => log, ...levels }
    expect(
      await answersTo({ loggerInstance: log as unknown as FastifyBaseLogger, disableRequestLogging: true }),
    ).toEqual(answers)
  })
})

/** A logger of an application's own, which writes the address of each request, and what it was given. */
function ownLogger(child: () => unknown): { readonly log: FastifyBaseLogger; readonly written: string[] } {
  const written: string[] = []
  const write = (...line: readonly [Partial<{ req: { url: string } }> | string, string?]) => {
    const [details, message = details] = line
    const address = typeof details === 'string' ? '' : details.req?.url
    written.push(`${message} ${address ?? ''}`.trim())
  }
  const own = { level: 'info', child, silent: write, fatal: write, error: write, warn: write, info: write }
  const log: unknown = { ...own, debug: write, trace: write }
  return { log: log as FastifyBaseLogger, written }
}

it('A logger that is its own child shows no address', async () => {
  const { log, written } = ownLogger(() => log)
  const app = await appWith(
    { verify: secretPath('open-sesame'), ussd: (_push, turn) => turn.end('Bye') },
    { server: { loggerInstance: log } },
  )
  expect((await post(app, `${paths.ussd}/open-sesame`, samples.ussd)).json()).toMatchObject({ Message: 'Bye' })
  expect(written).toContain('incoming request /ussd/:secret')
})

describe('A logger that makes no child is used itself, which is said once', () => {
  it.each<[string, (log: object) => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['an error', fails],
    ...['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child'].map(
      (method): [string, (log: object) => object] => [
        `one without ${method}`,
        (log) => ({ ...log, [method]: undefined }),
      ],
    ),
  ])('where child() gives %s', async (_what, child) => {
    // Fastify makes one itself before it starts.
    const made = [(log: object): unknown => log]
    const { log, written } = ownLogger(() => (made.pop() ?? child)(log))
    const app = await appWith(
      {
        prefix: '/push',
        verify: secretPath('open-sesame'),
        store: keptInMemory(),
        ussd: asks,
        checkout: () => undefined,
      },
      { server: { loggerInstance: log } },
    )
    for (const path of [paths.checkout, paths.ussd, paths.ussd]) {
      const body = path === paths.ussd ? samples.ussd : samples.checkout
      expect((await post(app, `/push${path}/open-sesame`, body)).statusCode).toBe(200)
    }
    await expect.poll(() => app.merchant.counts.checkout?.handled).toBe(1)
    expect(written).toContain('a notification was handled')
    expect(written).toContain('incoming request /push/ussd/:secret')
    expect(written.filter((line) => line.startsWith('child() of the logger'))).toHaveLength(1)
    expect(written.join('\n')).not.toContain('sesame')
  })
})

it('No line of the plugin goes another way than the one on which a logger may fail', () => {
  const files = globSync('src/**/*.ts').filter((file) => file !== 'src/log.ts')
  const direct = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
    return (
      code.match(/.*(?:\blog|Log)(?:\.(?:debug|info|warn|error|child)\(|\[\w).*/g)?.map((line) => line.trim()) ?? []
    )
  })
  expect(files.length).toBeGreaterThan(500)
  // It says of a level that the logger lacks it.
  expect(direct).toEqual(['const child = appLog.child({}, { level })'])
})
