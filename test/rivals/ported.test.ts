import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { hold } from '../conversation/hold.ts'
import { codeIn, read, rowsOf } from '../docs/documents.ts'
import * as ports from './ported.ts'
import { bought } from './services.ts'

const open: FastifyInstance[] = []

afterEach(async () => {
  bought.length = 0
  for (const app of open.splice(0)) await app.close()
})

function opened(serve: (app: FastifyInstance) => void): FastifyInstance {
  const app = Fastify()
  open.push(app)
  serve(app)
  return app
}

/** A phone that has dialled. In an object, since to await a phone is to take its steps. */
async function dialled(script: Script, mobile = '+233000000000'): Promise<{ readonly caller: Phone }> {
  const { app } = await hold(script)
  const caller = phone(app, { mobile })
  await caller.dial('*713#')
  return { caller }
}

const menu = 'What would you like?\n1. My balance\n2. Airtime'
const ways = 'Shop\n1. Account\n2. Goods\n3. Balance'

describe('the examples of the rivals, ported: the quick example', () => {
  const quick = () => phone(opened(ports.quickExample)).dial('*713#').expectScreen(menu)

  it('shows a balance', async () => {
    await quick().reply('1').expectScreen('You have 13')
  })

  it('buys airtime for an amount in digits, for the number that dialled', async () => {
    await quick()
      .reply('2')
      .expectScreen(/^For how much\?/)
      .reply('5')
      .expectScreen('Your airtime is there')
    expect(bought).toMatchObject([{ mobile: '+233000000000', amount: 5 }])
  })

  it('shows the same screen where an answer is none', async () => {
    await quick()
      .reply('3')
      .expectScreen(`Reply with a number from the list.\n${menu}`)
      .reply('2')
      .reply('much')
      .expectScreen(/For how much\?/)
    expect(bought).toEqual([])
  })
})

describe('the examples of the rivals, ported', () => {
  it.each([
    ['1', 'account'],
    ['2', 'goods'],
    ['3', 'balance'],
    ['4', 'no such way'],
  ])('lead on by %s, and every other answer elsewhere', async (answer, screen) => {
    const { caller } = await dialled(ports.elsewhere)
    expect(caller.lastScreen?.text).toBe(ways)
    await caller.reply(answer).expectScreen(screen)
  })

  it('know what was entered, and who did', async () => {
    const { caller } = await dialled(ports.entered)
    await caller.reply('Rice').expectScreen('+233000000000 entered Rice')
  })

  it('take a name of letters and an e-mail address, and nothing else for them', async () => {
    const { caller } = await dialled(ports.registration)
    await caller
      .reply('4ma')
      .expectScreen(/^Please write it like Ama Mensah\.\nYour name\?/)
      .reply('Ama')
      .reply('ama at example')
      .expectScreen(/Your e-mail address\?/)
      .reply('ama@example.com')
      .expectScreen('Welcome Ama, we write to ama@example.com')
  })

  it.each([
    ['+233000000001', 'Welcome Ama'],
    ['+233000000002', 'Your name?'],
  ])('begin for %s with a menu of their own', async (mobile, screen) => {
    expect((await dialled(ports.known, mobile)).caller.lastScreen?.text).toBe(screen)
  })

  it.each([
    ['+233000000001', 'next'],
    ['+233000000002', 'other'],
  ])('go on for %s as something else says, a test or what a callback is given', async (mobile, screen) => {
    for (const script of [ports.byLookup, ports.byTest, ports.byCallback]) {
      const { caller } = await dialled(script, mobile)
      await caller.reply('1').expectScreen(screen)
    }
  })

  it('fail politely where a callback is given an error, which theirs takes for a no', async () => {
    const { caller } = await dialled(ports.byCallback, '+233000000009')
    await caller.reply('1').expectScreen(/^Sorry, something went wrong\. Nothing was paid/)
  })

  it('begin with a menu whose answers lead on', async () => {
    const { caller } = await dialled(ports.first)
    await caller.reply('3').expectScreen(/^Reply with a number/)
    await caller.reply('2').expectScreen('Goods')
  })

  it('lead on by one answer, and by no other', async () => {
    const { caller } = await dialled(ports.direct)
    await caller.reply('2').expectScreen(/^Reply with a number/)
    await caller.reply('1').expectScreen('next')
  })

  it('go on in another part', async () => {
    expect((await dialled(ports.jump)).caller.lastScreen).toMatchObject({ type: 'release', text: 'Thank you' })
  })

  it('remember each caller by themselves', async () => {
    const { app } = await hold(ports.names)
    const [ama, kofi] = ['+233000000001', '+233000000002'].map((mobile) => phone(app, { mobile }))
    await ama?.dial('*713#').reply('Ama')
    await kofi?.dial('*713#').reply('Kofi').reply('Boateng').expectScreen('Hello Kofi Boateng')
    await ama?.reply('Mensah').expectScreen('Hello Ama Mensah')
  })

  it('tell of what fails, in one place', async () => {
    const held = await hold(ports.unreadable)
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.saying('the handler of a turn failed')).toMatchObject([
      { err: { message: expect.stringContaining('no such key') } },
    ])
  })

  it('answer in the form of this service', async () => {
    const payload = {
      SessionId: 's',
      Mobile: '+233000000000',
      ServiceCode: '713',
      Type: 'Initiation',
      Message: '*713#',
    }
    const { body } = await opened(ports.served).inject({ method: 'POST', url: '/ussd', payload })
    expect(JSON.parse(body)).toMatchObject({ Type: 'Release', Message: 'Thank you' })
  })

  it('take one answer and no other', async () => {
    const { caller } = await dialled(ports.strictly)
    await caller.reply('02').expectScreen(/Two\?/).reply('2').expectScreen('2')
  })

  it('ask a caller who dials again whether to go on', async () => {
    const { caller } = await dialled(ports.names)
    await caller
      .reply('Ama')
      .timeout()
      .dial('*713#')
      .expectScreen(/Continue\?\n1\. Continue\n2\. Start again$/)
      .reply('1')
      .expectScreen(/^Last name\?/)
  })
})

describe('the table of these examples', () => {
  const rows = rowsOf('docs/rivals.md', "The rivals' own examples").map(
    ([example = '', , theirs = '', ours = '', port = '']) => ({
      headings: codeIn(example),
      place: Number(/example (\d)/.exec(example)?.[1] ?? 1),
      theirs: Number(theirs),
      ours: Number(ours),
      port: codeIn(port)[0] ?? '',
    }),
  )

  it('has each port with its lines, fewer than theirs', () => {
    const counted = Object.fromEntries(portedLines())
    expect(Object.keys(counted).length).toBeGreaterThan(5)
    for (const { port, ours, theirs } of rows) {
      if (port !== '') expect([port, ours]).toEqual([port, counted[port]])
      expect(ours).toBeLessThan(theirs)
    }
    expect(new Set(rows.map(({ port }) => port))).toEqual(new Set([...Object.keys(counted), '']))
  })

  it('counts their lines as they stand in the packages that are installed', () => {
    const own = rows.filter(({ headings }) => headings.length > 0)
    expect(own.length).toBeGreaterThan(5)
    for (const { headings, theirs, place } of own) {
      const sum = headings.reduce((all, heading) => all + linesUnder('ussd-menu-builder', heading, place), 0)
      expect([headings, theirs]).toEqual([headings, sum])
      for (const heading of headings) {
        const least = linesUnder('ussd-menu-builder', heading, place)
        expect(linesUnder('ussd-builder', heading, place)).toBeGreaterThanOrEqual(least)
      }
    }
  })

  it('has a row for each example of theirs that has more than one line', () => {
    const headings = new Set(rows.flatMap((row) => row.headings))
    for (const name of ['ussd-menu-builder', 'ussd-builder']) {
      const missing = headingsOf(name).filter((heading) => !headings.has(heading) && longestUnder(name, heading) > 1)
      expect(missing).toEqual([])
    }
  })
})

/** Lines of code: no import, no comment, no blank. */
function linesOf(code: string): number {
  const lines = code.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')
  return lines.filter((line) => /\S/.test(line) && !/^\s*(\/\/|import\b)|require\(/.test(line)).length
}

/** Those of an example under a heading. @param place from 1 */
function linesUnder(name: string, heading: string, place: number): number {
  const code = examplesUnder(name, heading)[place - 1]
  if (code === undefined) throw new Error(`${name} has no example ${place} under ${heading}`)
  return linesOf(code)
}

function longestUnder(name: string, heading: string): number {
  return Math.max(0, ...examplesUnder(name, heading).map(linesOf))
}

/** What stands in code between a heading and the next one. */
function examplesUnder(name: string, heading: string): string[] {
  const section = readmeOf(name).split(`# ${heading}\n`)[1]?.split(/^#+ /m)[0] ?? ''
  return Array.from(section.matchAll(/^``` ?javascript\n([\s\S]*?)^```$/gm), ([, code = '']) => code)
}

function headingsOf(name: string): string[] {
  return Array.from(readmeOf(name).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading)
}

function readmeOf(name: string): string {
  return read(`node_modules/${name}/README.md`).replaceAll('\r', '')
}

function portedLines(): [string, number][] {
  const parts = read('test/rivals/ported.ts').split(/^export (?:const|function) /m)
  return parts.slice(1).map((part) => [/^\w+/.exec(part)?.[0] ?? '', linesOf(`export ${part}`)])
}
