import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Terminal } from '../../../src/cli/terminal.ts'
import { bin, builtPackage } from '../bin.ts'
import { atTerminal, hasTerminal } from '../pseudo-terminal.ts'
import { app, runAt } from '../run.ts'

const shop = app('every-kind')

/** With answers that are piped in, a line for each. */
function dial(lines: readonly string[], ...args: string[]) {
  return dialAt({}, lines, ...args)
}

function dialAt(terminal: Partial<Terminal>, lines: readonly string[], ...args: string[]) {
  async function* piped() {
    yield* lines
  }
  return runAt({ ...terminal, lines: piped }, 'dial', ...args)
}

async function turns(lines: readonly string[], ...args: string[]) {
  const { code, out, err } = await dial(lines, ...args, '--json')
  return { code, err, rows: out.split('\n').map((line): Record<string, unknown> => JSON.parse(line)) }
}

test('answers are read line by line, and each screen is drawn with its time and length', async () => {
  const { code, out } = await dial(['1', ':approve'], '*713#', shop)
  expect({ code, out: out.replaceAll(/\d+ ms/g, '0 ms').replaceAll(/ {2,}0 ms of/g, ' 0 ms of') }).toEqual({
    code: 0,
    out: `dial *713# 0 ms of 7 s
  ┌──────────────────────┐
  │ Ama's shop           │
  │ 1. Tea               │
  │ 2. Rice              │
  │ 3. My points         │
  └──────────────────────┘ 38 of 182
answer 1 0 ms of 7 s
  ┌──────────────────────┐
  │ Approve the prompt   │
  └──────────────────────┘ 18 of 182
  The session is over.
  The phone asks to pay 5 for ${/for (.*)\.$/m.exec(out)?.[1]}.
approve
  The notice (ussdPayment) took 0 ms: ok`,
  })
  expect(out.split('\n').filter(({ length }) => length > 80)).toEqual([])
})

test('what a phone asks to pay fits the width of the terminal', async () => {
  const { out } = await dialAt({ columns: 40 }, ['1', ':approve'], '*713#', shop)
  const lines = out.split('\n')
  const said = lines.findIndex((line) => line.startsWith('  The phone asks to pay 5 for'))
  expect(lines.slice(said, said + 2).map(({ length }) => length > 40)).toEqual([false, false])
  expect(lines[said + 1]).toMatch(/^ {2}\S.*\.$/)
})

test('what was done and what went wrong have a tone, for terminals with colours', async () => {
  const toned: [string, string | undefined][] = []
  const out = (text: string, tone?: string) => void toned.push([text.trim().split(/[ :]/)[0] ?? '', tone])
  await runAt({ out }, 'dial', '*713#', '--app', 'http://127.0.0.1:1')
  expect(toned.filter(([, tone]) => tone !== undefined)).toEqual([
    ['dial', 'done'],
    ['the', 'bad'],
  ])
})

test('--json gives a line for each turn', async () => {
  const { code, rows } = await turns(['2', ':refuse'], '*713*45#', shop, '--network', 'network-b')
  expect(code).toBe(0)
  expect(rows).toEqual([
    expect.objectContaining({ turn: 1, act: 'dial', entered: '*713*45#', type: 'response', limit: 7000, isOpen: true }),
    expect.objectContaining({
      turn: 2,
      act: 'answer',
      entered: '2',
      type: 'release',
      prompt: { amount: 60, description: expect.any(String) },
    }),
    expect.objectContaining({
      turn: 3,
      act: 'refuse',
      screen: null,
      prompt: null,
      notices: [{ kind: 'ussdPayment', ms: expect.any(Number), verdict: 'ok' }],
    }),
  ])
})

test('lines hang up, time out, send twice and dial again', async () => {
  const { rows } = await turns([':twice', ':timeout', ':redial', ':hangup'], '*713#', shop)
  expect(rows.map(({ act, isOpen, error }) => [act, isOpen, error])).toEqual([
    ['dial', true, null],
    ['send twice', true, null],
    ['time out', false, 'ST'],
    ['dial again', true, null],
    ['hang up', false, null],
  ])
  expect(rows[1]?.reply).toEqual(rows[0]?.reply)
})

test('a sensitive answer is not repeated, neither where it was used nor where it was left over', async () => {
  const { code, out, err } = await dial(['3', '2580', '2580'], '*713#', shop)
  expect({ code, err }).toEqual({ code: 1, err: 'Line 3 of the answers is not asked for: the session is over.' })
  expect(out).toContain('answer ••••')
  expect(out).not.toContain('2580')
})

test('on a channel without keys nothing is dialled', async () => {
  const { rows } = await turns(['Tea'], shop, '--channel', 'webstore')
  expect(rows[0]).toMatchObject({ act: 'dial', entered: '', reply: { DataType: 'menu' } })
  expect(rows[1]).toMatchObject({ prompt: { amount: 5 }, type: 'addToCart' })
})

test('a channel without keys shows its title once, and says what may be typed', async () => {
  const { out } = await dial(['Tea'], shop, '--channel', 'webstore')
  expect(out.split('\n').slice(1, 8)).toEqual([
    '  ┌──────────────────────┐',
    "  │ Ama's shop           │",
    '  │ [1] Tea              │',
    '  │ [2] Rice             │',
    '  │ [3] My points        │',
    '  └──────────────────────┘',
    '  Type what stands in [ ], as in: 1',
  ])
})

test('a cart that is paid says whether its delivery was reported', async () => {
  const { out } = await dial([':approve'], app('reports'), '--channel', 'webstore')
  expect(out).toContain('  The application reported the delivery of the cart: success.')
  const silent = await dial(['Tea', ':approve'], shop, '--channel', 'webstore')
  expect(silent.out).toContain('  No delivery of the cart was reported.')
  const { rows } = await turns([':approve'], app('reports'), '--channel', 'webstore')
  expect(rows.at(-1)).toEqual({ reports: ['success'] })
})

test('an error in place of a screen ends with 1', async () => {
  const { code, out, err } = await dial([], '*713#', '--app', 'http://127.0.0.1:1')
  expect({ code, err }).toEqual({ code: 1, err: 'The phone showed an error in place of a screen.' })
  expect(out).toContain('CSP: nothing listens there: is the application running')
})

test.each([
  [[], "Say what is dialled, as in dial '*713#' app.js."],
  [['shop', 'app.js'], "'shop' can't be dialled: a code has digits, * and #"],
  [['*713#'], 'Name the application: a module such as app.js'],
  [['*713#', shop, '--phone', 'me'], "has no phone 'me': write its number in international form"],
  [['*713#', shop, '--channel', 'fax'], '--channel takes ussd, webstore, pos, app'],
  [['*713#', shop, '--kind', 'checkout'], '--kind takes ussd, programmable'],
  [['*713#', shop, '--channel', 'pos', '--kind', 'ussd'], 'gets pushes of the kind programmable'],
])('%j is not understood', async (args, problem) => {
  expect(await dial([], ...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
})

describe('an application that logs and has a store in a file', () => {
  const store = builtPackage('store/sqlite/')

  const stored = () => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-dial-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const env = { ...process.env, STORED_IN: join(folder, 'shop.db') }
    return {
      env,
      runs: (...words: readonly string[]) =>
        spawnSync(process.execPath, [bin, ...words, app('stored')], { env, encoding: 'utf8' }),
    }
  }

  test('shows its screens without lines of the log between them', () => {
    const { status, stdout } = stored().runs('dial', '*713#')
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Goodbye') })
    expect(stdout).not.toMatch(/a turn of the shop|"level"/)
  })

  test('is refused before the first screen while another process has the store', async () => {
    const { env, runs } = stored()
    const opens = `import { sqliteStore } from '${store}'
      const opened = sqliteStore(process.env.STORED_IN).open({ registration: 'default', log: console })
      await opened.ready
      console.log('open')
      process.stdin.resume()`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', opens], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void holder.kill())
    await once(holder.stdout, 'data')
    const { status, stdout, stderr } = runs('dial', '*713#')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^.*stored\.ts isn't ready yet\. Perhaps its store waits for an application.*\nThe store of .*stored\.ts can't be used now: another process works on it/,
      ),
    })
    expect(stdout).not.toContain('Goodbye')
    const triggered = runs('trigger', 'ussd')
    expect(triggered.stderr).toMatch(/^.*stored\.ts isn't ready yet\./)
  })
})

test('a word that is none is not understood', async () => {
  const { code, err } = await dial([':hangop'], '*713#', shop)
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("':hangup' may be meant") })
  expect((await dial(['::1'], '*713#', shop)).out).toContain('answer :1')
})

describe.runIf(hasTerminal)('at a terminal', () => {
  test('it counts the answer down, takes keys, and approves what is to be paid', async () => {
    const { shows, press, exit } = atTerminal(['dial', '*713#', shop])
    expect(await shows(/Esc hangs up, Ctrl-T times out, Ctrl-D sends twice, Ctrl-C leaves\./)).toMatch(
      /^Keys: .{0,74}$/,
    )
    expect(await shows(/3\. My points[\s\S]*(?:60|5\d) s > /)).toMatch(/dial \*713# +\d+ ms of 7 s/)
    // It counts down.
    await shows(/5\d s > /)
    press('9\u007f')
    await shows(/> 9\r/)
    press('\u0004')
    await shows(/send twice[\s\S]*3\. My points[\s\S]*s > /)
    press('1')
    await shows(/s > 1/)
    press('\r')
    await shows(/answer 1[\s\S]*The phone asks to pay 5[\s\S]*Pay 5\? Enter approves, Esc refuses/)
    press('\r')
    await shows(/approve[\s\S]*The notice \(ussdPayment\) took \d+ ms: ok[\s\S]*Enter dials again, Esc leaves/)
    press('\r')
    await shows(/dial again[\s\S]*(?:60|5\d) s > /)
    press('\u0014')
    await shows(/time out[\s\S]*ST[\s\S]*Enter dials again/)
    press('\r')
    await shows(/dial again[\s\S]*(?:60|5\d) s > /)
    press('\u001b')
    await shows(/hang up[\s\S]*Enter dials again/)
    press('\u001b')
    expect(await exit).toBe(0)
  })

  test('a PIN is not shown as it is typed, and Ctrl-C leaves', async () => {
    const { shows, press, exit } = atTerminal(['dial', '*713#', shop])
    await shows(/(?:60|5\d) s > /)
    press('3\r')
    await shows(/PIN\?[\s\S]*(?:60|5\d) s > /)
    press('2580\r')
    const typed = await shows(/You have 12 points/)
    expect(typed).toContain('•••')
    expect(typed).not.toContain('258')
    press('\u0003')
    expect(await exit).toBe(0)
  })

  test('what the application logs of a handler that fails is one short line, and not behind the time that counts', async () => {
    const file = shopFile(`export const app = Fastify({ logger: true })
      const fail = () => { throw new TypeError('the stock is away') }
      await app.register(import('${builtPackage()}'), { verify: 'none', ussd: fail })`)
    const { shows, press, exit } = atTerminal(['dial', '*713#', file])
    const shown = await shows(/Enter dials again, Esc leaves/)
    const lines = shown.split(/[\r\n]+/)
    expect(shown).not.toMatch(/"level"|^\s+at /m)
    expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d error: .{0,66}$/))
    press('\u001b')
    expect(await exit).toBe(0)
  })

  test('Ctrl-C waits for no answer', async () => {
    const file = shopFile(`export const app = Fastify()
      const asked = () => new Promise(() => console.log('asked'))
      await app.register(import('${builtPackage()}'), { verify: 'none', ussd: { handler: asked } })`)
    const { shows, press, exit, rest } = atTerminal(['dial', '*713#', file])
    await shows(/asked/)
    press('\u0003')
    await shows(/You left: the session is over\./)
    expect(await exit).toBe(0)
    expect(rest()).toMatch(/^\s*$/)
  })

  test('Esc waits until the application has ended, and says so; Ctrl-C waits no longer', async () => {
    const file = shopFile(`export const app = Fastify()
      app.addHook('onClose', () => new Promise(() => setInterval(() => undefined, 1_000)))
      await app.register(import('${builtPackage()}'), { verify: 'none', ussd: (push, turn) => turn.prompt('Tea?') })`)
    const { shows, press, exit } = atTerminal(['dial', '*713#', file])
    await shows(/Tea\?[\s\S]*s > /)
    press('\u001b')
    await shows(/Enter dials again, Esc leaves/)
    press('\u001b')
    await shows(/The application is ending\. Ctrl-C doesn't wait for it\./)
    press('\u0003')
    await shows(/You left: the application was still ending\./)
    expect(await exit).toBe(0)
  })
})

test('a handler that threw is said, though the plugin answers politely in its place', async () => {
  // What a handler throws is told in development.
  vi.stubEnv('NODE_ENV', 'development')
  onTestFinished(() => void vi.unstubAllEnvs())
  const throwing = app('throws')
  const { code, out, err } = await dial([], '*713#', throwing)
  expect(out).toMatch(/^ {2}Your handler failed at \S+throws\.ts:10: ReferenceError: stock is/m)
  expect({ code, err }).toEqual({ code: 1, err: 'The phone showed an error in place of a screen.' })
  const { rows } = await turns([], '*713#', throwing)
  expect(rows[0]?.problem).toMatch(/stock is not defined$/)
})

/** A module for one test, in a folder of its own. */
function shopFile(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-dial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.mjs')
  writeFileSync(file, `import Fastify from '${import.meta.resolve('fastify')}'\n${body}`)
  return file
}
