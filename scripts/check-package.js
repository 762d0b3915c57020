// Checks the packed tarball with publint, attw and two compilers. Then it installs it in an empty project, as a user would,
// and runs a plain Fastify application on the oldest Node that is promised, the newest long-term one and the newest. Last it
// runs what `init` writes, in both languages: its test, then its start, and a dialled screen.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { installedSizes, saidSizes, wrongSizes } from './installed-sizes.js'
import { programs } from './packed-programs.js'

const root = new URL('..', import.meta.url).pathname
const versions = ['22.13.1', '24', '26']
/** Each with the form of modules that goes with it. */
const resolutions = new Map([
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])

const shop = `
import Fastify from 'fastify'
import merchantWebhooks, { secretPath } from 'fastify-merchant-webhooks'

export default async () => {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-test'),
    ussd: (push, turn) => turn.end('Goodbye'),
  })
  return app
}
`

const types = `
import merchantWebhooks, {
  memoryStore,
  type SafeCheckoutRequest,
  secretPath,
  type UssdHandler,
} from 'fastify-merchant-webhooks'
import { type CheckoutInvoice, MerchantClient } from 'fastify-merchant-webhooks/client'
import { type Conversation, conversation, type Talk, whole, type Words } from 'fastify-merchant-webhooks/conversation'
import { type FollowUpKind, type Store, standardRoom, type StoreUser } from 'fastify-merchant-webhooks/store'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { postgresStore } from 'fastify-merchant-webhooks/postgres'
import { phone } from 'fastify-merchant-webhooks/testing'
import Fastify from 'fastify'

const ussd: UssdHandler<{ picked: number }> = (push, turn) =>
  push.type === 'initiation' ? turn.prompt('Welcome', { state: { picked: 1 } }) : turn.end(String(turn.state?.picked))
const app = Fastify()
const client = new MerchantClient({ baseUrl: 'https://api.example', apiId: 'id', apiKey: 'key' })
await app.register(merchantWebhooks, {
  verify: secretPath('a-secret-of-the-test'),
  store: [memoryStore(), sqliteStore('merchant.db'), postgresStore('postgres://shop@db.example/shop')][0],
  client,
  ussd,
  payment: async (payment) => { if (payment.outcome === 'paid') app.log.info(payment.clientReference ?? '') },
})
await phone(app).dial('*713#')
const sold = async (talk: Talk): Promise<number> =>
  (await talk.choose('Shop', [{ label: 'Tea', price: 5 }])).price * (await talk.ask('How many?', whole({ min: 1 })))
const words: Partial<Words> = { back: 'Return' }
export const script: Conversation = conversation(async (talk) => talk.end(String(await sold(talk))), { words })
export const given: FollowUpKind[] = ['askedPayment', 'expectedPayment', 'fulfilmentReport']
const user: StoreUser = { registration: 'default', log: app.log, room: { ...standardRoom, rejected: 1_048_576 } }
export const opened = (store: Store) => store.open(user).inbox.count({ registration: 'default' })
export const pageOf = (invoice: CheckoutInvoice): string | null => (invoice.isPaidByHand ? null : invoice.checkoutUrl)
export const isPaid = async () => (await client.transactions.status({ clientReference: 'order-1' })).outcome === 'paid'
export const sell = async (order: SafeCheckoutRequest) => pageOf(await app.merchant.checkout.create(order))
`

const folder = mkdtempSync(join(tmpdir(), 'merchant-package-'))
try {
  const [packed] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', folder], root))
  const tarball = join(folder, packed.filename)
  const unwanted = packed.files.filter(({ path }) => /^(src|test|bench|scripts)\/|\.tsbuildinfo$/.test(path))
  if (unwanted.length > 0) throw new Error(`packed by mistake: ${unwanted.map(({ path }) => path).join(', ')}`)
  const pageFiles = packed.files.filter(({ path }) =>
    /^dist\/page\/(index\.html|assets\/[\w-]+\.(js|css|svg))$/.test(path),
  )
  if (pageFiles.length < 4)
    throw new Error(`the page is not packed whole: ${pageFiles.map(({ path }) => path).join(', ')}`)
  const operators = packed.files.filter(({ path }) => path.startsWith('dist/page-operations/'))
  if (operators.length < 3) throw new Error("the operator's page is not packed")
  await checkBom(tarball)
  console.log(`packed ${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB`)
  process.stdout.write(await run('npx', ['publint', '--strict', tarball], root))
  // Only ES modules: what resolves as CommonJS did, or as Node 10, finds nothing.
  await run('npx', ['attw', tarball, '--profile', 'esm-only'], root)
  console.log('publint and attw find nothing wrong')
  // Half of what they take is one program at a time that waits for the registry or the disk.
  for (const said of await Promise.all([checkTypes(tarball), ...versions.map((version) => checkOn(version, tarball))]))
    console.log(said.join('\n'))
  for (const language of ['ts', 'js']) await checkInit(tarball, language)
} finally {
  // One that failed leaves the others at work.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** The bill of materials names what is installed with the package, and nothing of the machine that packed it. */
async function checkBom(tarball) {
  const text = await run('tar', ['-xzOf', tarball, 'package/sbom.cdx.json'], folder)
  const { components } = JSON.parse(text)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = new Set(components.map(({ name }) => name))
  const missing = Object.keys(dependencies).filter((name) => !named.has(name))
  if (missing.length > 0) throw new Error(`the bill of materials lacks ${missing.join(', ')}`)
  if (/:\/\/|file:|localhost/.test(text)) throw new Error('the bill of materials names a host or a path')
  console.log(`the bill of materials has ${components.length} components`)
}

async function checkOn(version, tarball) {
  const said = []
  const project = mkdtempSync(join(folder, 'project-'))
  const write = (file, text) => writeFileSync(join(project, file), text)
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module', allowScripts: { node: true } }))
  for (const [file, text] of Object.entries(programs)) write(file, text)
  write('shop.js', shop)
  const packages = ['fastify@5', tarball, `node@${version}`]
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], project)
  for (const file of Object.keys(programs)) said.push((await run('npx', ['node', file], project)).trimEnd())
  const look = (...args) => run('npx', ['fastify-merchant-webhooks', ...args], project)
  const entries = JSON.parse(await look('inbox', '--store', 'merchant.db', '--json')).entries
  if (entries.length !== 1 || entries[0].state !== 'done') throw new Error('inbox shows something else')
  const urls = JSON.parse(await look('urls', 'shop.js', '--json', '--public-url', 'https://shop.example'))
  if (urls[0].url !== 'https://shop.example/ussd/a-secret-of-the-test') throw new Error('urls shows another address')
  if ((await run('npx', ['merchant', 'help'], project)) !== (await look('help')))
    throw new Error('merchant is another command')
  said.push(`both commands run on Node ${version}`)
  if (version === versions[0]) said.push(sizesOf(project))
  return said
}

/** What the guide says that an install gets beside Fastify is what it got. @returns what that is */
function sizesOf(project) {
  const measured = installedSizes(project, 'fastify-merchant-webhooks')
  const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')
  const wrong = wrongSizes(saidSizes(page), measured)
  if (wrong.length > 0) throw new Error(`docs/benchmarks.md says otherwise: ${wrong.join('; ')}`)
  const all = measured.reduce(
    (sum, { packages, size }) => ({ packages: sum.packages + packages, size: sum.size + size }),
    {
      packages: 0,
      size: 0,
    },
  )
  return `beside Fastify an install gets ${all.packages} packages of ${all.size} KiB, as the guide says`
}

/** As the README says: one command writes a project, installs what it needs and runs its test; the next runs it. */
async function checkInit(tarball, language) {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const packed = basename(tarball)
  copyFileSync(tarball, join(empty, packed))
  const begun = performance.now()
  const said = await run('npx', ['--yes', `./${packed}`, 'init', 'my-shop', `--${language}`, '--yes'], empty)
  if (!said.includes('it passes')) throw new Error(`init says something else:\n${said}`)
  const project = join(empty, 'my-shop')
  const tested = performance.now()
  const screen = await dialledScreen(project)
  if (!screen.startsWith('Welcome to our shop')) throw new Error(`the shop of init shows something else: ${screen}`)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  const dialled = ((performance.now() - tested) / 1_000).toFixed(1)
  console.log(
    `init --${language}: ${seconds} s from the empty folder to the dialled screen, ${dialled} s of them for npm start and dial`,
  )
  if (language === 'ts') await run('npm', ['run', 'types'], project)
  const urls = JSON.parse(await run('npm', ['run', '--silent', 'urls', '--', '--json'], project))
  if (urls.length !== 7) throw new Error('urls shows another number of addresses')
  console.log('init makes a project whose test passes, from the packed file in an empty folder')
}

/** What a caller sees of the project's application, which runs as `npm start` runs it. */
async function dialledScreen(project) {
  const port = String(await freePort())
  const env = { ...process.env, PORT: port }
  // A group of its own: npm starts a shell, and the shell the application.
  const shop = spawn('npm', ['start'], { cwd: project, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const told = []
  shop.stderr.on('data', (text) => told.push(text))
  const ended = once(shop, 'exit')
  try {
    await new Promise((resolve, reject) => {
      shop.stdout.on('data', (text) => {
        told.push(text)
        if (told.join('').includes(`:${port}`)) resolve()
      })
      void ended.then(() => reject(new Error(`npm start has ended:\n${told.join('')}`)))
    })
    const [, secret] = /^PUSH_SECRET=(.+)$/m.exec(readFileSync(join(project, '.env'), 'utf8'))
    const app = `http://127.0.0.1:${port}/push/{kind}/${secret}`
    const said = await run('npx', ['fastify-merchant-webhooks', 'dial', '*713#', '--app', app, '--json'], project)
    return JSON.parse(said.split('\n', 1)[0]).screen
  } finally {
    process.kill(-shop.pid, 'SIGTERM')
    await ended.catch(() => undefined)
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** A project without skipLibCheck reads every declaration of the package, as its bundler or its Node resolves them. */
async function checkTypes(tarball) {
  const said = []
  const project = mkdtempSync(join(folder, 'project-'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  writeFileSync(join(project, 'types.ts'), types)
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const compilers = ['typescript@~5.9', `typescript@${devDependencies.typescript}`]
  const tools = compilers.map((compiler, index) => `compiler-${index}@npm:${compiler}`)
  const install = (...packages) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], project)
  await install('fastify@5', 'pg@8', '@types/pg@8', '@types/node@22', tarball, ...tools)
  const settings = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--types', 'node']
  const compile = (index, resolution) => {
    const tsc = join('node_modules', `compiler-${index}`, 'bin', 'tsc')
    const how = ['--module', resolutions.get(resolution), '--moduleResolution', resolution]
    return run('node', [tsc, ...settings, ...how, 'types.ts'], project)
  }
  for (const [index, compiler] of compilers.entries()) {
    for (const resolution of resolutions.keys()) await compile(index, resolution)
    said.push(`its types compile with ${compiler}: ${[...resolutions.keys()].join(', ')}`)
  }
  // What a project gets that installs them today. They have changed between versions of Node.
  await install('@types/node@latest')
  await compile(compilers.length - 1, 'nodenext')
  said.push('and with the newest types of Node')
  return said
}

async function run(command, args, cwd) {
  try {
    const running = promisify(execFile)(command, args, { cwd, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY })
    running.child.stdin?.end()
    return (await running).stdout
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    throw error
  }
}
