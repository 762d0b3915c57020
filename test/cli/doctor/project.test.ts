import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { warning } from '../../../src/cli/doctor/finding.ts'
import { clockFinding, clockOf } from '../../../src/cli/doctor/project/clock.ts'
import { kindFinding, roomFinding } from '../../../src/cli/doctor/project/disk.ts'
import { secretFindings } from '../../../src/cli/doctor/project/secrets.ts'
import { modeFinding, nodeFinding, tracingFinding } from '../../../src/cli/doctor/project/settings.ts'
import { storeFindings } from '../../../src/cli/doctor/project/store.ts'
import type { Inspection } from '../../../src/registration/inspection.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { keptStore, message, paid } from '../look/kept-store.ts'
import { app, run } from '../run.ts'
import { doctor, doctorApp, folderWith } from './doctored.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('a project with every fault', () => {
  test('has each one found, with what to do about it', async () => {
    const folder = folderWith({
      '.env': 'PUSH_SECRET=change-me-please\nOTHER_TOKEN=abababababababababababab\nEMPTY_SECRET=\nPORT=3000',
      'package.json': '{"dependencies":{"dd-trace":"5"},"scripts":{"start":"node ."}}',
    })
    chmodSync(join(folder, '.env'), 0o644)
    const { code, counts, of } = await doctor(doctorApp('weak'), '--project', folder)
    expect({ code, errors: counts.error }).toEqual({ code: 1, errors: 9 })
    expect(of('.env')).toEqual(['error: It can be read by every user of this machine. chmod 600 .env'])
    expect(of('secrets')).toEqual([
      expect.stringMatching(/^error: OTHER_TOKEN in \.env repeats a few characters/),
      expect.stringMatching(/^error: PUSH_SECRET in \.env is one of an example.*randomBytes/),
      expect.stringMatching(/^error: The secret in the address of checkout is one of an example/),
      expect.stringMatching(/^warning: The secret in the address of ussd has 10 characters, fewer than 24/),
    ])
    expect(of('trustProxy')[0]).toMatch(/^warning: Fastify believes any X-Forwarded-For.*Name your proxies/)
    expect(of('tracing')[0]).toMatch(/^warning: dd-trace can write whole addresses.*secretHeader/)
    expect(of('forgeries')[0]).toMatch(/^error: A push without any secret was taken/)
    expect(of('pushes').join()).toMatch(/sourceAddresses wants more.*allOf.* wants more/)
    expect(of('verifiers')[0]).toMatch(/^error: verify is 'none' for ussd: anybody can push\. Give a verifier/)
    expect(of('verifiers (tickets)')[0]).toMatch(/^warning: Only the source address proves.*Add a secret/)
    expect(of('verifiers (votes)')[0]).toMatch(/^fine: allOf/)
    expect(of('publicUrl')[0]).toMatch(/^error: It is http.*TLS/)
    expect(of('publicUrl (tickets)')[0]).toMatch(/^error: localhost is this machine/)
    expect(of('publicUrl (votes)')[0]).toMatch(/^fine: https:\/\/votes\.test/)
    expect(of('payments')[0]).toMatch(/^warning: secret is not set/)
    expect(of('store')[0]).toMatch(/^error: Payments are taken, and a restart loses.*sqliteStore/)
    expect(of('store (tickets)')[0]).toMatch(/^warning: Nothing is kept/)
  })

  test('is shown within 80 columns, without its secrets', async () => {
    const folder = folderWith({ '.env': 'PUSH_SECRET=change-me-please' })
    const { code, out, err } = await run('doctor', doctorApp('weak'), '--project', folder)
    expect(code).toBe(1)
    expect(err).toMatch(/^\d+ errors were found\.$/)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(out).toMatch(/^ {2}ERROR {2}verifiers {12}verify is 'none' for ussd: anybody can push\.$/m)
    expect(out).toMatch(/^ +Fix: Give a verifier/m)
    expect(out).toMatch(/\n\n\d+ fine, \d+ warnings, \d+ errors, \d+ skipped\.$/)
    expect(out).not.toMatch(/change-me-please|a-secret-of-the-test|k7Gq2x9Lw0/)
  })
})

describe('as it stands', () => {
  test('what init writes has nothing wrong, once its keys are set, and where its deliveries are reported', async () => {
    const folder = onDisk()
    await run('init', folder, '--yes', '--no-install')
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const keys = /^API_URL, API_ID, API_KEY and MERCHANT_ACCOUNT_NUMBER are not set: .*not confirmed/
    const missing = [
      { check: 'client keys', level: 'warning', says: expect.stringMatching(keys) },
      { check: 'reports', level: 'warning', says: expect.stringMatching(/^REPORT_URL is not set: .*within an hour/) },
    ]
    expect(found(folder, 'app.js')).toMatchObject({ bad: missing, isLookedAt: true })
    const given = ['API_URL=https://service.invalid', 'API_ID=an-id', 'API_KEY=a-key', 'MERCHANT_ACCOUNT_NUMBER=11684']
    const lines = [...given, 'REPORT_URL=https://service.example/reports', '']
    appendFileSync(join(folder, '.env'), lines.join('\n'))
    expect(found(folder, 'app.js')).toEqual({ bad: [], isLookedAt: true })
  })

  test('the example has nothing wrong, once its secrets are set', () => {
    const folder = onDisk()
    cpSync(join(root, 'example'), folder, { recursive: true })
    const secret = () => randomBytes(24).toString('base64url')
    const settings = {
      PUBLIC_URL: 'https://shop.example',
      PUSH_SECRET: secret(),
      MERCHANT_SECRET: secret(),
      REPORT_URL: 'https://service.example/reports',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    expect(found(folder, 'shop.js')).toEqual({ bad: [], isLookedAt: true })
  })

  /** What is in memory would be found, and rightly. */
  const onDisk = () => folderWith({}, join(root, 'node_modules'))

  const found = (folder: string, file: string) => {
    const { NODE_TEST_CONTEXT: _of, NODE_OPTIONS: _own, ...env } = process.env
    const merchant = join(root, 'dist/cli/merchant.js')
    const { stdout } = spawnSync(process.execPath, [merchant, 'doctor', file, '--json'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    const { findings }: Awaited<ReturnType<typeof doctor>> = JSON.parse(stdout)
    const { type } = statfsSync(folder)
    // What this machine has, and not the project.
    const ofMachine = kindFinding(type, folder).level === 'fine' ? ['disk space'] : ['disk space', 'store disk']
    return {
      bad: findings.filter(({ level, check }) => ['warning', 'error'].includes(level) && !ofMachine.includes(check)),
      isLookedAt: findings.filter(({ level }) => level === 'fine').length > 10,
    }
  }
})

describe('the application', () => {
  test('that sells carts and reports none of their deliveries is warned of', async () => {
    const { of } = await doctor(app('every-kind'), '--project', folderWith())
    expect(of('reports')).toEqual([expect.stringMatching(/^warning: fulfilment\.report is not set: .*within an hour/)])
    const unset = await doctor(app('reports'), '--project', folderWith())
    expect(unset.of('reports')).toEqual([expect.stringMatching(/^warning: REPORT_URL is not set/)])
    const set = await doctor(app('reports'), '--project', folderWith({ '.env': 'REPORT_URL=https://service.example' }))
    expect(set.of('reports')).toEqual(['fine: deliveries of carts are reported '])
  })

  test('that can not be built is a finding, and so is one without the plugin', async () => {
    expect((await doctor(app('broken'), '--project', folderWith())).of('application')[0]).toMatch(
      /^error: .*broken\.ts could not be loaded: no database/,
    )
    const { code, of } = await doctor(app('plain'), '--project', folderWith())
    expect(code).toBe(1)
    expect(of('application')[0]).toMatch(/^error: It did not register this plugin/)
  })

  test('is not ready when it has been looked at: its file of SQLite is not made', async () => {
    const folder = folderWith()
    vi.stubEnv('KEPT_IN', join(folder, 'kept.db'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { of } = await doctor(doctorApp('kept'), '--project', folder)
    expect(of('store')).toEqual(['fine: sqlite, made at the first start '])
    expect(of('secrets')[0]).toMatch(/^skipped: No secret stands in an address/)
    expect(of('publicUrl')[0]).toMatch(/^skipped: It is not set/)
    expect(of('.env')[0]).toMatch(/^skipped/)
  })

  test('one error is counted as one', async () => {
    const { code, err } = await run('doctor', app('plain'), '--project', folderWith())
    expect({ code, err }).toEqual({ code: 1, err: 'An error was found.' })
  })
})

describe('.env under git', () => {
  const git = (folder: string, ...words: string[]) => execFileSync('git', ['-C', folder, ...words], { stdio: 'ignore' })

  test('is an error in the repository, a warning where nothing keeps it out, fine where it is ignored', async () => {
    const folder = folderWith({ '.env': 'PORT=3000' })
    chmodSync(join(folder, '.env'), 0o640)
    git(folder, 'init')
    const first = await doctor(app('plain'), '--project', folder)
    expect(first.of('.env')[0]).toMatch(/^error: It can be read by its group/)
    expect(first.of('.env in git')[0]).toMatch(/^warning: Nothing keeps it out of git/)
    execFileSync('sh', ['-c', 'echo .env > .gitignore'], { cwd: folder })
    expect((await doctor(app('plain'), '--project', folder)).of('.env in git')[0]).toMatch(/^fine/)
    git(folder, 'add', '--force', '.env')
    chmodSync(join(folder, '.env'), 0o600)
    const tracked = await doctor(app('plain'), '--project', folder)
    expect(tracked.of('.env in git')[0]).toMatch(/^error: It is in git.*make new secrets/)
    expect(tracked.of('.env')[0]).toMatch(/^fine/)
  })
})

describe('a SQLite store', () => {
  const keptIn = (file: string) => {
    vi.stubEnv('KEPT_IN', file)
    onTestFinished(() => void vi.unstubAllEnvs())
  }

  test('in memory loses what was acknowledged', async () => {
    const folder = folderWith({}, '/dev/shm')
    keptIn(join(folder, 'kept.db'))
    const { of } = await doctor(doctorApp('kept'), '--project', folder)
    expect(of('store disk')[0]).toMatch(/^error: .* is in memory: a restart of the machine loses/)
    expect(of('SQLite')).toEqual(['fine: its write-ahead log works here '])
  })

  test('has a folder', async () => {
    keptIn(join(folderWith(), 'none', 'kept.db'))
    const { of, findings } = await doctor(doctorApp('kept'), '--project', folderWith())
    expect(of('store folder')[0]).toMatch(/^error: .*none is no folder\. mkdir -p/)
    expect(findings.map(({ check }) => check)).not.toContain('SQLite')
  })

  test('has a folder that it can write to', async () => {
    keptIn('/proc/self/kept.db')
    const { of } = await doctor(doctorApp('kept'), '--project', folderWith())
    expect(of('SQLite')[0]).toMatch(/^error: No file can be written in \/proc\/\d*self|^error: No file can be written/)
  })

  test('that is no store of SQLite can not be used', async () => {
    const folder = folderWith({ 'kept.db': 'a letter', 'kept.db-turns': 'another' })
    keptIn(join(folder, 'kept.db'))
    expect((await doctor(doctorApp('kept'), '--project', folder)).of('store')[0]).toMatch(/^error: It can't be used/)
  })

  test.each([
    ['package.json', '{"scripts":{"start":"pm2 start server.js -i max"}}', 'A script of package.json'],
    ['ecosystem.config.cjs', 'module.exports = { apps: [{ instances: 4 }] }', 'ecosystem.config.cjs'],
    ['compose.yaml', 'deploy:\n  replicas: 2\n', 'compose.yaml'],
  ])('has one owner: %s that starts several processes is found', async (name, text, said) => {
    const folder = folderWith({ [name]: text })
    keptIn(join(folder, 'kept.db'))
    const { of } = await doctor(doctorApp('kept'), '--project', folder)
    expect(of('processes')[0]).toContain(`warning: ${said} starts several processes`)
  })

  test('that one process is to have is fine', async () => {
    const folder = folderWith({
      'package.json': '{"scripts":{"start":"pm2 start server.js -i 1"}}',
      'ecosystem.config.cjs': 'module.exports = { apps: [{ instances: 1 }] }',
    })
    keptIn(join(folder, 'kept.db'))
    expect((await doctor(doctorApp('kept'), '--project', folder)).of('processes')).toEqual([
      'fine: none has the store open ',
    ])
  })

  test.skipIf(process.platform !== 'linux')('that two processes have open is found', async () => {
    const folder = folderWith({ 'kept.db': '' })
    const file = join(folder, 'kept.db')
    keptIn(file)
    const hold = async () => {
      const child = spawn('sh', ['-c', `exec 3<'${file}'; echo open; read line`], { stdio: ['pipe', 'pipe', 'ignore'] })
      onTestFinished(() => void child.kill())
      await once(child.stdout, 'data')
    }
    await hold()
    expect((await doctor(doctorApp('kept'), '--project', folder)).of('processes')[0]).toMatch(/^fine: one has/)
    await hold()
    expect((await doctor(doctorApp('kept'), '--project', folder)).of('processes')[0]).toMatch(
      /^warning: 2 processes have the store open \(\d+, \d+\): only one works/,
    )
  })
})

describe('another store', () => {
  const inspected = (store: Inspection['store']): Inspection => ({
    registration: 'default',
    publicUrl: undefined,
    store,
    takesMoney: true,
    lacks: [],
    kinds: [],
  })
  const nothing = { dependencies: [], scripts: [] }

  test('with notifications of a name that is not registered is warned of', async () => {
    const { file, accept, end, opened } = await keptStore()
    await accept(message('VOTE'))
    const store = storeOn(startHere, file, {})
    const left = async (names: readonly string[], others: readonly string[] = []) => {
      const elsewhere = storeOn(startHere, `${file}-other`, {})
      const all = [
        ...names.map((registration) => ({ registration, store })),
        ...others.map((registration) => ({ registration, store: elsewhere })),
      ]
      const findings = await storeFindings(inspected(store), all, '.', nothing)
      return findings.filter(({ check }) => check === 'left behind')
    }
    expect(await left(['shop'])).toEqual([
      warning(
        'left behind',
        "'default' is not registered on it, and has left in it: 1 waiting.",
        'Give the registration its old name or its old store back, or register both.',
      ),
    ])
    expect(await left(['shop', 'default'])).toEqual([])
    // One that moved to another store is on this one no more.
    expect(await left(['shop'], ['default'])).toMatchObject([{ says: expect.stringContaining("'default'") }])
    await end('dead')
    await accept(message('HELP'), message('MORE'))
    await opened.stops.stop('default', { kind: 'ussd', by: 'Ama', reason: 'the menu is broken' })
    expect(await left(['shop'])).toMatchObject([
      { says: "'default' is not registered on it, and has left in it: 2 waiting, 1 dead, the stop of ussd." },
    ])
  })

  test('with notifications whose kind no handler takes is warned of', async () => {
    const { file, accept } = await keptStore()
    await accept(message('VOTE'), message('HELP'), paid('order-1'))
    const store = storeOn(startHere, file, {})
    const reread = Object.create(null)
    const untaken = async (...kinds: readonly ('checkout' | 'inboundMessage')[]) => {
      const one = { ...inspected(store), noticeKinds: kinds.map((kind) => ({ kind, reread })) }
      const findings = await storeFindings(one, [one], '.', nothing)
      return findings.filter(({ check }) => check === 'no handler')
    }
    expect(await untaken('checkout')).toEqual([
      warning(
        'no handler',
        'Notifications wait in it whose kind no handler takes: 2 of inboundMessage.',
        'Give each kind a handler until none of them waits.',
      ),
    ])
    expect(await untaken('checkout', 'inboundMessage')).toEqual([])
  })

  test('of PostgreSQL that nobody reaches is an error, without its password', async () => {
    const store = postgresStore('postgres://shop:hidden-word@127.0.0.1:1/shop')
    const [finding] = await storeFindings(inspected(store), [], '.', nothing)
    expect(finding).toMatchObject({ check: 'store', level: 'error', remedy: expect.stringContaining('reach it') })
    expect(finding?.says).not.toContain('hidden-word')
  })

  test('that can not be looked at is left out; one that can is fine', async () => {
    const own = postgresStore('postgres://shop@127.0.0.1:1/shop')
    const store = { name: 'own', durability: own.durability, open: own.open.bind(own) }
    expect(await storeFindings(inspected(store), [], '.', nothing)).toMatchObject([{ level: 'skipped' }])
    const look = async () => ({
      registrations: async () => ['default'],
      inbox: none,
      sessions: none,
      trail: none,
      stops: none,
      openSessions: none,
      close: async () => undefined,
    })
    const none = Object.create(null)
    const looked = inspected({ ...store, look })
    expect(await storeFindings(looked, [looked], '.', nothing)).toMatchObject([
      { level: 'fine', says: 'own, with 1 registration' },
    ])
  })
})

test.each([
  [0x01_02_19_94, 'error', 'in memory'],
  [0x69_69, 'error', 'on a network'],
  [0xff_53_4d_42, 'error', 'on a network'],
  [0x79_4c_76_30, 'warning', 'layers of a container'],
  [0xef_53, 'fine', '/data'],
])('a file system of type %i is %s: %s', (type, level, words) => {
  expect(kindFinding(type, '/data')).toMatchObject({ level, says: expect.stringContaining(words) })
})

test.each([
  ['the-secret', 'error'],
  ['another secret of the test', 'error'],
  ['my-password-is-a-long-one-of-words', 'error'],
  ['key-4f1c9d2e7b8a6053c1d2e3f4', 'fine'],
  ['4f1c9d2e7b8a', 'warning'],
])('the secret %s is %s', (secret, level) => {
  expect(secretFindings([], { PUSH_SECRET: secret })).toMatchObject([{ level }])
})

test.each([
  [99_999_999, 'error'],
  [100_000_000, 'warning'],
  [1_000_000_000, 'fine'],
])('%i bytes that are free are %s', (bytes, level) => {
  expect(roomFinding(bytes).level).toBe(level)
})

test.each([
  ['22.12.0', 'error'],
  ['23.1.0', 'warning'],
  ['24.0.0', 'fine'],
])('Node.js %s is %s', (version, level) => {
  expect(nodeFinding(version).level).toBe(level)
})

test.each([
  [undefined, 'fine'],
  ['production', 'fine'],
  ['development', 'warning'],
])('NODE_ENV %s is %s', (mode, level) => {
  expect(modeFinding(mode).level).toBe(level)
})

test('tracing that runs is found by what it listens to, and does no harm where no address holds a secret', async () => {
  const { subscribe, unsubscribe } = await import('node:diagnostics_channel')
  const hear = () => undefined
  const registration = { kinds: [{ kind: 'ussd', path: '/ussd', verifier: 'secretPath', suffix: '/secret' }] } as const
  const full = { registration: 'default', publicUrl: undefined, takesMoney: false, lacks: [], ...registration }
  const store = postgresStore('postgres://shop@127.0.0.1:1/shop')
  const nothing = { dependencies: ['@fastify/otel'], scripts: [] }
  expect(tracingFinding([{ ...full, store }], nothing).level).toBe('fine')
  subscribe('http.server.request.start', hear)
  onTestFinished(() => void unsubscribe('http.server.request.start', hear))
  expect(tracingFinding([{ ...full, store }], nothing)).toMatchObject({
    level: 'warning',
    says: expect.stringContaining('something that runs here'),
  })
  expect(tracingFinding([{ ...full, store, kinds: [] }], nothing).level).toBe('fine')
})

describe('the clock', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z')
  const http = 'Sun, 01 Mar 2026 12:00:00 GMT'
  test.each([
    [http, noon + 5_000, 'fine', 'within 5 s'],
    [http, noon + 30_000, 'warning', '30 s ahead of'],
    [http, noon - 3_600_000, 'error', '3,600 s behind'],
    [undefined, noon, 'skipped', 'tells no time'],
  ])('with a Date of %s and a clock of %i is %s', (date, now, level, words) => {
    expect(clockFinding(date, now, 'shop.example')).toMatchObject({ level, says: expect.stringContaining(words) })
  })

  test('is right where the answer was long on its way', () => {
    expect(clockFinding(http, noon + 16_000, 'shop.example', 16_000).level).toBe('fine')
    expect(clockFinding(http, noon + 30_000, 'shop.example', 16_000)).toMatchObject({
      level: 'warning',
      says: expect.stringContaining('14 s ahead'),
    })
    expect(clockFinding(http, noon - 30_000, 'shop.example', 16_000).level).toBe('warning')
  })

  test('is compared with that of the service', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await clockOf(`http://127.0.0.1:${port}/v1`)).toMatchObject({ level: 'fine' })
    expect(await clockOf('http://127.0.0.1:1')).toMatchObject({ level: 'skipped' })
    expect(await clockOf('no address')).toMatchObject({ level: 'skipped' })
  })
})

test.each(['app.ts', 'app.js'])('without a module it looks at %s of the project, as init writes it', async (name) => {
  const folder = folderWith({ [name]: `export { build } from ${JSON.stringify(app('every-kind'))}\n` })
  const { of } = await doctor('--project', folder)
  expect(of('application')).toEqual([expect.stringMatching(/^fine: it receives ussd, /)])
  expect(of('screen')).toHaveLength(2)
})

test.each([{}, { 'app.ts': '', 'app.js': '' }])(
  'without one thing to look at it is not understood: %j',
  async (files) => {
    const { code, err } = await run('doctor', '--project', folderWith(files))
    expect(code).toBe(2)
    expect(err).toContain('Name what is to be looked at')
  },
)
