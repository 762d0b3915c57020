import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bin, builtPackage } from '../bin.ts'
import { run } from '../run.ts'

const plugin = builtPackage()
const fastify = import.meta.resolve('fastify')

// Each starts several processes of Node.js, which takes its time on a busy machine.
describe('dev', { timeout: 120_000 }, () => {
  it('starts the application again after a change: phones and log stay, and a push waits for it', async () => {
    const folder = folderOf({ 'app.mjs': shop('Welcome') })
    const { next, post, get, end } = await dev(folder, 'app.mjs')
    expect(await next()).toMatchObject({ event: 'up', starts: 1 })
    expect((await post('phones/dial', { number, text: '*713#' })).screen.text).toContain('Welcome')
    const before = await get('state')
    expect(before.app).toMatchObject({ name: 'app.mjs', state: 'up', starts: 1 })
    writeFileSync(join(folder, 'app.mjs'), shop('Good morning'))
    // Nothing tells of it but the one that follows: the old one was ended by intent.
    expect(await next()).toMatchObject({ event: 'up', starts: 2 })
    const { screen } = await post('phones/dial', { number, text: '*713#' })
    expect(screen.text).toContain('Good morning')
    expect((await get('log')).rows.map(({ kind }) => kind)).toEqual(['ussd', 'ussd'])
    // It is where it was, so what was sent before can be sent again, unless something else is there.
    expect(await post('log/1/resend', {})).toMatchObject({
      id: 3,
      problem: null,
      response: { read: { Type: 'Response' } },
    })
    const [sent] = (await get('log')).rows
    // Something takes the port as soon as the application gives way for a mistake.
    writeFileSync(join(folder, 'app.mjs'), 'no shop')
    while ((await next()).event !== 'down');
    const other = createServer().listen(Number(new URL(sent?.url ?? '').port), '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    writeFileSync(join(folder, 'app.mjs'), shop('Elsewhere'))
    while ((await next()).event !== 'up');
    expect((await post('phones/dial', { number, text: '*713#' })).screen.text).toContain('Elsewhere')
    expect(await end()).toBe(0)
  })

  it('leaves no process behind where nobody reads any more what it prints', async () => {
    const folder = folderOf({
      'prints.mjs': `
        import { writeFileSync } from 'node:fs'
        process.stdout.on('error', () => undefined)
        setInterval(() => console.log('a line'), 50)
        writeFileSync('pids', String(process.pid))
        console.log('begun')`,
    })
    const { errors, exit, leave } = start(folder, ['--port', '0', '--no-open', '--', process.execPath, 'prints.mjs'])
    await vi.waitFor(() => expect(errors()).toContain('a line'), { timeout: 60_000 })
    leave()
    expect(await exit).toBe(0)
    await gone(folder)
  })

  it('starts it again as often as an editor puts another file in its place, or writes to that one', async () => {
    const folder = folderOf({ 'app.mjs': `export { default } from './parts/shop.mjs'` })
    mkdirSync(join(folder, 'parts'))
    const file = join(folder, 'parts/shop.mjs')
    writeFileSync(file, shop('Welcome'))
    const { next, post, end } = await dev(folder, 'app.mjs')
    expect(await next()).toMatchObject({ event: 'up', starts: 1 })
    const replace = (text: string) => {
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    }
    // One save may be seen twice.
    const shows = async (text: string) => {
      for (;;) {
        if ((await next()).event !== 'up') continue
        const { screen } = await post('phones/dial', { number, text: '*713#' })
        if (screen.text.includes(text)) return
      }
    }
    const saves = [replace, replace, (text: string) => writeFileSync(file, text), replace]
    for (const [index, save] of saves.entries()) {
      save(shop(`Hello ${index}`))
      await shows(`Hello ${index}`)
    }
    replace('no shop')
    while (!/SyntaxError/.test((await next()).problem));
    replace(shop('Mended'))
    await shows('Mended')
    expect(await end()).toBe(0)
  })

  it('reads an .env that is written after the start, and each time it is saved, in place or by another', async () => {
    const mustBeThere = `if (process.env.GREETING === undefined) throw new TypeError('GREETING is undefined')`
    const folder = folderOf({ 'app.mjs': `${mustBeThere}\n${shop("' + process.env.GREETING + '")}` })
    const { next, post, end } = await dev(folder, 'app.mjs')
    expect(await next()).toEqual({ event: 'down', problem: expect.stringContaining('GREETING is undefined') })
    const file = join(folder, '.env')
    const shows = async (text: string) => {
      while ((await next()).event !== 'up');
      const { screen } = await post('phones/dial', { number, text: '*713#' })
      expect(screen.text).toContain(text)
    }
    writeFileSync(file, '\ufeffGREETING=Hello')
    await shows('Hello')
    writeFileSync(file, 'GREETING=Good morning')
    await shows('Good morning')
    writeFileSync(`${file}.new`, 'GREETING=Good evening')
    renameSync(`${file}.new`, file)
    await shows('Good evening')
    expect(await end()).toBe(0)
  })

  it('brings the notice of a payment to the application, whose inbox says what it handled, also while it starts again', async () => {
    // In production nothing is told of times.
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = folderOf({ 'app.mjs': shop('Welcome') })
    const { next, post, get, end } = await dev(folder, 'app.mjs', '--project', '.', '--seed', '7')
    expect(await next()).toMatchObject({ event: 'up' })
    await post('phones/dial', { number, text: '*713#' })
    await post('phones/reply', { number, text: '1' })
    // A recorded test is saved into the project, and imports the module that runs.
    expect(await get('project')).toMatchObject({ folder, app: '../../app.mjs' })
    expect((await get('state')).seed).toBe(7)
    await post('phones/approve', { number })
    expect((await get('ledger')).rows).toMatchObject([
      { asked: 5, paid: 5, handled: [{ outcome: 'paid', amount: 5 }], differs: [] },
    ])
    const notice = (await get('log')).rows.findLast(({ kind }) => kind === 'ussdPayment')
    expect(notice).toMatchObject({ source: 'accepted' })
    const { work } = await get(`log/${notice?.id}/work`)
    expect(work).toMatchObject({ state: 'done', outcome: 'paid', attempts: [{ number: 1, error: null }] })
    const { map, walked } = await post('map', {})
    expect(map.screens.map(({ id }) => walked[id])).toEqual([1, 1])
    // It answers for the ledger while the application starts again and after, with what it had handled.
    const right = [{ paid: 5, handled: [{ outcome: 'paid', amount: 5 }], differs: [] }]
    writeFileSync(join(folder, 'app.mjs'), `await new Promise((go) => setTimeout(go, 3_000))\n${shop('Good morning')}`)
    await vi.waitUntil(async () => (await get('state')).app.state === 'starting', { timeout: 30_000, interval: 20 })
    let asked = 0
    while ((await get('state')).app.state === 'starting') {
      expect((await get('ledger')).rows).toMatchObject(right)
      asked += 1
    }
    expect(asked).toBeGreaterThan(2)
    // Its new process has an inbox in memory, which is empty.
    expect((await get('state')).app).toMatchObject({ state: 'up', starts: 2 })
    expect((await get('ledger')).rows).toMatchObject(right)
    expect(await end()).toBe(0)
  })

  it('knows after a restart what the application had handled, though nobody had asked before, and counts none of it after a reset', async () => {
    const folder = folderOf({ 'app.mjs': shop('Welcome') })
    const { next, post, get, end } = await dev(folder, 'app.mjs')
    expect(await next()).toMatchObject({ event: 'up', starts: 1 })
    const buy = async () => {
      await post('phones/dial', { number, text: '*713#' })
      await post('phones/reply', { number, text: '1' })
      await post('phones/approve', { number })
    }
    const right = [{ paid: 5, handled: [{ outcome: 'paid', amount: 5 }], differs: [] }]
    await buy()
    writeFileSync(join(folder, 'app.mjs'), shop('Good morning'))
    expect(await next()).toMatchObject({ event: 'up', starts: 2 })
    expect((await get('ledger')).rows).toMatchObject(right)
    await post('reset', {})
    expect((await get('ledger')).rows).toEqual([])
    await buy()
    await vi.waitFor(async () => expect((await get('ledger')).rows).toMatchObject(right))
    const before = await get('snapshot')
    await post('reset', {})
    expect((await get('ledger')).rows).toEqual([])
    await post('restore', before)
    expect((await get('ledger')).rows).toMatchObject(right)
    await post('reset', {})
    await post('seed', { seed: 2 })
    await buy()
    await vi.waitFor(async () => expect((await get('ledger')).rows).toMatchObject(right))
    writeFileSync(join(folder, 'app.mjs'), shop('Good evening'))
    expect(await next()).toMatchObject({ event: 'up', starts: 3 })
    expect((await get('ledger')).rows).toMatchObject(right)
    expect(await end()).toBe(0)
  })

  it('says what is wrong with an application that fails, at which file and line, on the phone too, and waits for a change', async () => {
    const folder = folderOf({ 'app.mjs': `throw new TypeError('no such shop')` })
    const { next, get, post, end } = await dev(folder, 'app.mjs')
    const down = 'TypeError: no such shop (app.mjs:1)'
    expect(await next()).toEqual({ event: 'down', problem: down })
    // Before it ever listened.
    expect((await post('phones/dial', { number, text: '*713#' })).problem).toContain(`app.mjs is down: ${down}`)
    expect((await get('state')).app).toMatchObject({ state: 'down', problem: 'TypeError: no such shop (app.mjs:1)' })
    writeFileSync(join(folder, 'app.mjs'), `export const sum = 1`)
    expect((await next()).problem).toMatch(/^Error: app\.mjs neither listens nor exports a Fastify application/)
    writeFileSync(join(folder, 'app.mjs'), shop('Welcome'))
    expect(await next()).toMatchObject({ event: 'up', starts: 1 })
    const broken = "Unexpected token 'default'"
    writeFileSync(join(folder, 'app.mjs'), `const sums = {\nexport default sums`)
    for (let said = await next(); said.problem !== `SyntaxError: ${broken} (app.mjs:2)`; said = await next());
    const dials = async () => (await post('phones/dial', { number, text: '*713#' })).problem
    expect(await dials()).toContain(`app.mjs is down: SyntaxError: ${broken} (app.mjs:2)`)
    writeFileSync(join(folder, 'app.mjs'), shop('Welcome'))
    expect(await next()).toMatchObject({ event: 'up' })
    mkdirSync(join(folder, 'parts'))
    writeFileSync(join(folder, 'parts/sums.mjs'), `\nthrow new TypeError('no sums')`)
    writeFileSync(join(folder, 'app.mjs'), `import './parts/sums.mjs'\n${shop('Welcome')}`)
    expect(await next()).toEqual({ event: 'down', problem: 'TypeError: no sums (parts/sums.mjs:2)' })
    expect(await dials()).toMatch(/: app\.mjs is down: TypeError: no sums \(parts\/sums\.mjs:2\)$/)
    expect(await end()).toBe(0)
  })

  it('shows the whole of a long problem once, with its tabs, and its beginning where the application is down', async () => {
    const folder = folderOf({ 'app.mjs': `\t\tthrow new TypeError('no such shop, '.repeat(40) + 'at all')` })
    const { lines, errors, end } = start(folder, ['app.mjs', '--port', '0'])
    expect(await lines()).toMatch(/^Page/)
    expect(await lines()).toMatch(
      /^App {3}app\.mjs is down: TypeError: (?:no such shop, ){20,30}[^,]*… \(app\.mjs:1\)$/,
    )
    await vi.waitFor(() => expect(errors()).toContain('no such shop, at all'))
    expect(errors()).toMatch(/^ {4}throw new TypeError/m)
    expect(errors()).not.toContain('u0009')
    expect(await end()).toBe(0)
  })

  it('says to the end how to fix an application that was given no secret', async () => {
    const folder = folderOf({ 'app.mjs': shop('Welcome').replace("'a-secret-of-the-address'", 'undefined') })
    const { lines, end } = start(folder, ['app.mjs', '--port', '0'])
    expect(await lines()).toMatch(/^Page/)
    expect(await lines()).toMatch(/check that the variable is set \(app\.mjs:\d+\)$/)
    expect(await end()).toBe(0)
  })

  it('ends an application that ignores SIGTERM, and leaves no process behind', async () => {
    const folder = folderOf({
      'server.mjs': `${listening('0.0.0.0')}
        import { writeFileSync } from 'node:fs'
        writeFileSync('pids', process.pid + ' ' + process.ppid)
        process.on('SIGTERM', () => undefined)`,
    })
    const { next, post, end } = await dev(folder, 'server.mjs', '--grace', '1')
    expect(await next()).toMatchObject({ event: 'up', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
    expect((await post('phones/dial', { number, text: '*713#' })).screen.text).toContain('Welcome')
    expect(await end()).toBe(0)
    await gone(folder)
  })

  it('leaves no process behind where it is killed itself', async () => {
    const folder = folderOf({
      'app.mjs': `${shop('Welcome')}
        import { writeFileSync } from 'node:fs'
        writeFileSync('pids', process.pid + ' ' + process.ppid)`,
    })
    const { next, kill } = await dev(folder, 'app.mjs')
    expect(await next()).toMatchObject({ event: 'up' })
    kill('SIGKILL')
    await gone(folder)
  })

  it('runs a command that the merchant names, and ends with it', async () => {
    const folder = folderOf({
      'server.mjs': `${listening('127.0.0.1')}\nprocess.once('SIGUSR2', () => process.exit(3))\nconsole.log('pid ' + process.pid)`,
    })
    const { next, exit, errors } = await dev(folder, '--', process.execPath, 'server.mjs')
    expect(await next()).toMatchObject({ event: 'up' })
    const pid = await vi.waitFor(() => Number(/pid (\d+)/.exec(errors())?.[1] ?? expect.fail('no pid yet')))
    process.kill(pid, 'SIGUSR2')
    expect(await exit).toBe(1)
    expect(errors()).toContain('server.mjs has ended with 3.')
  })

  it('says in three lines where the page is, what runs, and how it is ended, and shows in short lines what is logged', async () => {
    const folder = folderOf({
      'app.mjs': `${register('Welcome', 'options').replace('const app', 'export default async (options) => { const app')}
        app.log.info({ reference: 'order-1' }, 'delivered')
        app.log.error({ err: new TypeError('no sums') }, 'not counted')
        console.log('{ plain }')
        return app
      }`,
    })
    const { lines, errors, end } = start(folder, ['app.mjs', '--port', '0'])
    expect([await lines(), await lines(), await lines()]).toEqual([
      expect.stringMatching(/^Page {2}http:\/\/127\.0\.0\.1:\d+\/_simulator\/page\/$/),
      expect.stringMatching(/^App {3}app\.mjs on http:\/\/127\.0\.0\.1:\d+, starts again after each change$/),
      'Ctrl-C ends both.',
    ])
    // What the page shows is left out.
    await vi.waitFor(() =>
      expect(errors().trim().split('\n').toSorted()).toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d delivered {2}reference=order-1$/),
        expect.stringMatching(/^\d\d:\d\d:\d\d error: not counted {2}TypeError: no sums \(app\.mjs:\d+\)$/),
        '{ plain }',
      ]),
    )
    writeFileSync(join(folder, 'app.mjs'), shop('Good morning'))
    expect(await lines()).toMatch(/^App {3}up again after \d+ ms$/)
    expect(await end()).toBe(0)
  })

  it.each([
    [['nowhere.mjs'], 1, 'There is no file nowhere.mjs.'],
    [['--', 'no-such-command', 'x'], 1, "no-such-command x can't be started"],
    [
      ['app.mjs', 'extra'],
      1,
      'Name a module alone, as in dev app.mjs, or say what runs it: dev -- node app.mjs extra.',
    ],
    [[], 2, 'issing required argument'],
    [['app.mjs', '--grace', 'long'], 2, '--grace takes a whole number from 0 to 3600'],
    [['app.mjs', '--port', 'x'], 1, 'There is no file app.mjs.'],
  ])('%j is refused with a sentence', async (args, code, problem) => {
    const ran = await run('dev', '--port', '0', ...args)
    expect(ran).toMatchObject({ code, err: expect.stringContaining(problem) })
  })
})

/** What is looked at of the simulator's answers. */
interface Answer {
  readonly screen: { readonly text: string }
  readonly app: { readonly state: string }
  readonly seed: number
  readonly problem: string | null
  readonly map: { readonly screens: readonly { readonly id: string }[] }
  readonly walked: Readonly<Record<string, number>>
  readonly rows: readonly { readonly id: number; readonly kind: string; readonly url: string }[]
  readonly work: object
}

const number = '+233000000001'

const register = (text: string, options = '') => `
  import Fastify from ${JSON.stringify(fastify)}
  import plugin, { memoryStore, secretPath } from ${JSON.stringify(plugin)}
  const app = Fastify(${options})
  await app.register(plugin, {
    prefix: '/push',
    verify: secretPath('a-secret-of-the-address'),
    secret: 'signs the addresses of notices',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    ussd: ({ type }, turn) =>
      type === 'initiation'
        ? turn.menu('${text}', ['Tea', 'Rice'])
        : turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    payment: () => undefined,
  })`

const shop = (text: string) => `${register(text)}\nexport default app`

const listening = (host: string) => `${register('Welcome')}\nawait app.listen({ port: 0, host: '${host}' })`

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-dev-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function start(cwd: string, args: readonly string[]) {
  const child = spawn(process.execPath, [bin, 'dev', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  const { promise: exit, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  const read = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk)
  })
  const kill = (signal: NodeJS.Signals) => child.kill(signal)
  return {
    lines: async (): Promise<string> => (await read.next()).value ?? `ended: ${errors}`,
    errors: () => errors,
    exit,
    kill,
    /** Nobody reads any more what it prints. */
    leave: () => {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    end: () => {
      kill('SIGINT')
      return exit
    },
  }
}

/** With its events, and with the simulator that it says. */
async function dev(cwd: string, ...args: readonly string[]) {
  const started = start(cwd, ['--port', '0', '--json', ...args])
  const next = async () => JSON.parse(await started.lines())
  const { url } = await next()
  const ask = async (path: string, init?: RequestInit): Promise<Answer> =>
    JSON.parse(await (await fetch(`${url}/_simulator/${path}`, init)).text())
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object) => ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...started, next, get: ask, post }
}

/** Waits until the processes that wrote their numbers are no more. */
async function gone(folder: string): Promise<void> {
  for (const pid of readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number)) {
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/))
  }
}
