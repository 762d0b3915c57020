import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findDependency } from '../../../src/cli/init/dependency.ts'
import { writeProject } from '../../../src/cli/init/write-project.ts'
import { said } from '../../docs/cli/said.ts'
import { bin } from '../bin.ts'
import { run } from '../run.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const example = fileURLToPath(new URL('../../../example/', import.meta.url))
const templates = fileURLToPath(new URL('../../../templates/', import.meta.url))

function emptyFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const init = (folder: string, ...args: string[]) => run('init', folder, '--no-install', ...args)

/** What npm install would have made: this repository's own packages. */
function runIn(folder: string, file: string, ...args: string[]): string {
  symlinkSync(modules, join(folder, 'node_modules'))
  const { NODE_TEST_CONTEXT: _of, NODE_OPTIONS: _own, ...env } = process.env
  return execFileSync(file, args, { cwd: folder, encoding: 'utf8', env })
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

describe.each(['js', 'ts'])('the project in %s', (language) => {
  test('has a shop, its test, and what runs it elsewhere; its secrets are made for it, and hidden from others', async () => {
    const folder = join(emptyFolder(), 'My Shop')
    const { code, out } = await init(folder, `--${language}`)
    expect(code).toBe(0)
    expect(out).toContain('Next:\n')
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(filesOf(folder)).toEqual(
      [
        ...[
          '.dockerignore',
          '.env',
          '.gitignore',
          'Dockerfile',
          'README.md',
          'my-shop.service',
          'my-shop.socket',
          'package.json',
        ],
        ...['app', 'orders', 'server', 'test/shop.test'].map((name) => `${name}.${language}`),
        ...(language === 'ts' ? ['tsconfig.json'] : []),
      ].toSorted(),
    )
    const { name, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect({ name, start: scripts.start }).toEqual({
      name: 'my-shop',
      start: `node --env-file=.env server.${language}`,
    })
    const environment = readFileSync(join(folder, '.env'), 'utf8')
    const secrets = [...environment.matchAll(/^(?:PUSH|MERCHANT)_SECRET=([0-9a-f]{48})$/gm)].map(([, secret]) => secret)
    expect(new Set(secrets).size).toBe(2)
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    for (const file of ['.gitignore', '.dockerignore'])
      expect(readFileSync(join(folder, file), 'utf8').split('\n')).toContain('.env')
    const texts = filesOf(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(texts.filter((text) => text.includes('{{'))).toEqual([])
    const docker = readFileSync(join(folder, 'Dockerfile'), 'utf8')
    expect(docker.indexOf('USER node')).toBeLessThan(docker.indexOf(`CMD ["node", "server.${language}"]`))
  })

  test('passes its test as it stands', async () => {
    const folder = emptyFolder()
    await init(folder, `--${language}`)
    expect(runIn(folder, process.execPath, '--test')).toMatch(/pass 3\n.*fail 0\n/)
  })
})

/** The shop's own test, with a store that is away when a handler wants to send its first receipt. */
const withStoreAway = (ownTest: string): string =>
  ownTest
    .replace(
      "import { memoryStore } from 'fastify-merchant-webhooks'",
      "import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'",
    )
    .replace('store: memoryStore()', 'store: away')
    .replace(
      '  await sim.advance(1_000) // ms: the receipt is on its way',
      '  for (let left = 200; left > 0 && phone.messages.length === 0; left--)\n    await sim.advance(1_000).then(() => new Promise((resolve) => setTimeout(resolve, 50)))\n  assert.notEqual(refused, undefined)',
    ) +
  `
let refused
const kept = sqliteStore('away.db')
const away = {
  name: kept.name,
  durability: kept.durability,
  open(user) {
    const opened = kept.open(user)
    const begin = opened.turns.begin.bind(opened.turns)
    opened.turns.begin = (beginning) => {
      if (beginning.turn !== null || (refused ?? beginning.attempt) !== beginning.attempt) return begin(beginning)
      refused = beginning.attempt
      return Promise.reject(Object.assign(new Error('the disk is full'), { code: 'FMW_STORE_UNAVAILABLE' }))
    }
    return opened
  },
}
`

test('a receipt that the store did not let begin is sent at the next attempt, once', async () => {
  const folder = emptyFolder()
  await init(folder, '--js')
  const file = join(folder, 'test/shop.test.js')
  writeFileSync(file, withStoreAway(readFileSync(file, 'utf8')))
  expect(runIn(folder, process.execPath, '--test', '--test-name-pattern=a customer buys')).toMatch(/pass 1\n.*fail 0\n/)
})

test('it sells on a phone in the terminal, with its own secrets and files', async () => {
  const folder = emptyFolder()
  await init(folder, '--js')
  const piped = `printf '1\\n2\\n1\\n:approve\\n' | '${process.execPath}' '${bin}' dial '*713#' app.js`
  expect(runIn(folder, 'sh', '-c', piped)).toMatch(
    /The phone asks to pay 120 for [\s\S]*The notice \(ussdPayment\) took \d+ ms: ok/,
  )
  // The handler had its turn before the command ended.
  const orders = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true })
  onTestFinished(() => orders.close())
  expect(orders.prepare('SELECT item, quantity, delivered FROM orders').all()).toEqual([
    { item: 'Rice 5 kg', quantity: 2, delivered: 1 },
  ])
})

test.each([
  ['the project', (folder: string) => init(folder, '--js')],
  ['the example', async (folder: string) => cpSync(example, folder, { recursive: true })],
])('where the port is taken, the server of %s says what to do in one line', async (_of, write) => {
  const other = createServer().listen(0, '0.0.0.0')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const PORT = String(typeof address === 'object' ? address?.port : address)
  const folder = emptyFolder()
  await write(folder)
  symlinkSync(modules, join(folder, 'node_modules'))
  const { NODE_TEST_CONTEXT: _test, NODE_OPTIONS: _own, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['server.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, PORT, PUSH_SECRET: 'a-secret-of-the-test', MERCHANT_SECRET: 'another secret of the test' },
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(new RegExp(`^Port ${PORT} is taken\\. .+\n$`)),
  })
})

test('what copies it to a server takes no secret, no sale and no module of this machine along', async () => {
  const folder = join(emptyFolder(), 'shop')
  await init(folder, '--js')
  const service = readFileSync(join(folder, 'shop.service'), 'utf8')
  const [copies = ''] = /^# +rsync .*$/m.exec(service) ?? []
  for (const kept of ['.env', "'*.db*'", 'node_modules']) expect(copies).toContain(`--exclude ${kept}`)
  expect(service).not.toMatch(/copy the folder|copy it/)
})

test('the two languages say the same', () => {
  // What formatting makes of it is no difference.
  const plain = (code: string) => code.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '')
  for (const name of ['app', 'orders', 'server', 'test/shop.test']) {
    const typed = stripTypeScriptTypes(readFileSync(join(templates, 'ts', `${name}.ts`), 'utf8'))
    const script = readFileSync(join(templates, 'js', `${name}.js`), 'utf8')
    expect(plain(script), name).toBe(plain(typed.replaceAll(".ts'", ".js'")))
  }
})

test('a second time nothing changes, and the secrets stay', async () => {
  const folder = emptyFolder()
  await init(folder, '--js')
  const before = readFileSync(join(folder, '.env'), 'utf8')
  const { code, out } = await init(folder, '--js')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Left as they are:\n {2}package\.json,/) })
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before)
})

test('a file that is there is not written over, and then nothing else is written', async () => {
  const folder = emptyFolder({ 'app.js': 'mine', 'README.md': 'mine' })
  expect(await init(folder)).toEqual({
    code: 1,
    out: '',
    err: `Nothing was written: ${folder} has app.js, README.md already. Name another folder, or say --force to write over them.`,
  })
  expect(filesOf(folder)).toEqual(['README.md', 'app.js'])
  const { code, out } = await init(folder, '--force', '--json')
  expect({ code, written: JSON.parse(out).written }).toEqual({ code: 0, written: expect.arrayContaining(['app.js']) })
  expect(readFileSync(join(folder, 'app.js'), 'utf8')).not.toBe('mine')
})

test('package.json, .env and .gitignore get what they lack, and keep what they have', async () => {
  const folder = emptyFolder({
    'package.json': JSON.stringify({
      name: 'mine',
      scripts: { start: 'mine', test: 'echo "Error: no test specified" && exit 1' },
      dependencies: { fastify: '5.1.0' },
    }),
    '.env': 'PUSH_SECRET=mine\nexport PORT=4000',
    '.gitignore': 'node_modules\n',
  })
  const { out } = await init(folder, '--ts', '--json')
  expect(Object.keys(JSON.parse(out))).toEqual(Object.keys(said.init?.json ?? {}))
  expect(JSON.parse(out)).toMatchObject({ added: ['package.json', '.env', '.gitignore'], kept: [], installed: false })
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'mine',
    type: 'module',
    scripts: { start: 'mine', test: 'node --test', types: 'tsc' },
    dependencies: { fastify: '5.1.0', 'fastify-merchant-webhooks': '^0.1.0' },
    devDependencies: { typescript: expect.any(String) },
  })
  expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(
    /^PUSH_SECRET=mine\nexport PORT=4000\nMERCHANT_SECRET=[0-9a-f]{48}\nPUBLIC_URL=https:\/\/shop\.example\n$/,
  )
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n.env\n*.db\n*.db-*\n')
})

test.each([
  [
    { 'package.json': '{"type":"commonjs"}' },
    1,
    'package.json says "type": "commonjs", and this project has ES modules',
  ],
  [{ 'package.json': '{' }, 1, 'package.json is no JSON'],
  [{ 'package.json': '[1]' }, 1, 'package.json is no JSON object'],
])('%j is told', async (files, code, problem) => {
  expect(await init(emptyFolder(files))).toEqual({ code, out: '', err: expect.stringContaining(problem) })
})

test('a file in place of a folder, and two languages, are told', async () => {
  const folder = emptyFolder({ shop: '' })
  expect(await init(join(folder, 'shop'))).toMatchObject({ code: 1, err: expect.stringContaining('is a file') })
  expect(await init(folder, '--js', '--ts')).toMatchObject({ code: 2 })
})

test('where npm install fails, the project stands and the sentence says what is left to do', async () => {
  const folder = emptyFolder({ 'package.json': '{"dependencies":{"fastify":"file:nowhere"}}' })
  const { code, err } = await run('init', folder, '--js')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is written, but npm install failed') })
  expect(existsSync(join(folder, 'app.js'))).toBe(true)
})

test('without a terminal it says what it does while it does it, that it is installed, and that the test passed', async () => {
  const folder = emptyFolder({
    'package.json': JSON.stringify({
      scripts: { test: 'node --version' },
      dependencies: { fastify: 'file:empty', 'fastify-merchant-webhooks': 'file:empty' },
    }),
  })
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'empty/package.json'), '{"name":"empty","version":"5.0.0"}')
  const { code, out, err } = await run('init', folder, '--js')
  expect({ code, err: err.split('\n') }).toEqual({
    code: 0,
    err: [
      'Written. Installing what it needs; Ctrl-C leaves it to you (npm install)…',
      'Installed.',
      'Running its test (npm test)…',
      'The test passed.',
    ],
  })
  expect(out).toContain('Next:')
})

test('a package that no registry has comes along as the file that it was installed from', () => {
  const owner = emptyFolder({ 'shop-1.0.0.tgz': 'packed' })
  const folder = join(owner, 'node_modules', 'fastify-merchant-webhooks')
  mkdirSync(folder, { recursive: true })
  const written = (spec: string) =>
    writeFileSync(join(owner, 'package.json'), JSON.stringify({ dependencies: { 'fastify-merchant-webhooks': spec } }))
  written('file:shop-1.0.0.tgz')
  expect(findDependency(folder)).toEqual({
    range: 'file:vendor/shop-1.0.0.tgz',
    tarball: join(owner, 'shop-1.0.0.tgz'),
  })
  const project = join(owner, 'project')
  expect(writeProject(project, [], findDependency(folder), false)).toMatchObject({ written: ['vendor/shop-1.0.0.tgz'] })
  expect(readFileSync(join(project, 'vendor/shop-1.0.0.tgz'), 'utf8')).toBe('packed')
  writeFileSync(join(project, 'vendor/shop-1.0.0.tgz'), 'mine')
  expect(() => writeProject(project, [], findDependency(folder), false)).toThrow('vendor/shop-1.0.0.tgz already')
  expect(readFileSync(join(project, 'vendor/shop-1.0.0.tgz'), 'utf8')).toBe('mine')
  writeProject(project, [], findDependency(folder), true)
  expect(readFileSync(join(project, 'vendor/shop-1.0.0.tgz'), 'utf8')).toBe('packed')
  written('file:gone.tgz')
  expect(findDependency(folder)).toEqual({ range: '^0.1.0', tarball: undefined })
  written('^0.1.0')
  expect(findDependency(folder).range).toBe('^0.1.0')
})
