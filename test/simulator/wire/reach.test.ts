import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { createSimulator, profiles } from '../../../src/simulator/index.ts'
import { LineProblem } from '../../../src/simulator/wire/lines/line.ts'
import { Reach, SocketLine } from '../../../src/simulator/wire/lines/socket.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { stand } from '../faults/receiver.ts'

/** A server on this machine that counts who connects. */
async function server(status = 200, headers: Readonly<Record<string, string>> = {}, host = '127.0.0.1') {
  const seen = { connections: 0, requests: 0 }
  const listening = createServer((_request, response) => {
    seen.requests += 1
    response.writeHead(status, headers).end('{}')
  })
  listening.on('connection', () => {
    seen.connections += 1
  })
  await new Promise<void>((resolve) => listening.listen(0, host, resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  const address = listening.address()
  return { seen, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

function ask(line: SocketLine, url: string, keepAlive = false) {
  const { signal } = new AbortController()
  const sent = { method: 'GET', headers: {}, body: null, signal, isCut: false, isSlow: false, keepAlive } as const
  return line.send({ ...sent, url: new URL(url), onOut: () => undefined })
}

/** Answers with one address after the other. */
function resolver(...addresses: readonly string[]) {
  const asked: string[] = []
  const resolve: LookupFunction = (host, options, done) => {
    const address = addresses[asked.length] ?? ''
    asked.push(host)
    const family = address.includes(':') ? 6 : 4
    if (options.all === true) done(null, [{ address, family }])
    else done(null, address, family)
  }
  return { asked, resolve }
}

describe('where pushes may go', () => {
  it('a name is looked up once for each connection, and the address that was checked is the one that is connected to', async () => {
    const { seen, port } = await server()
    const { asked, resolve } = resolver('127.0.0.1', '10.0.0.7', '127.0.0.1')
    const line = new SocketLine(new Reach([], [], resolve))
    onTestFinished(() => line.close())
    const url = `http://rebinding.example:${port}/`
    expect((await ask(line, url)).status).toBe(200)
    await expect(ask(line, url)).rejects.toThrow(
      /rebinding\.example is another\..*allowHosts: \['rebinding\.example'\]/,
    )
    expect((await ask(line, url)).status).toBe(200)
    expect(asked).toEqual(['rebinding.example', 'rebinding.example', 'rebinding.example'])
    expect(seen).toEqual({ connections: 2, requests: 2 })
  })

  it('a line that stays open is not looked up again: it leads where it led', async () => {
    const { seen, port } = await server()
    const { asked, resolve } = resolver('127.0.0.1', '10.0.0.7')
    const line = new SocketLine(new Reach([], [], resolve))
    onTestFinished(() => line.close())
    for (let at = 0; at < 3; at += 1) await ask(line, `http://rebinding.example:${port}/`, true)
    expect(asked.length).toBe(1)
    expect(seen).toEqual({ connections: 1, requests: 3 })
  })

  it.each([
    'http://10.0.0.7/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.7]/',
    'http://167772167/',
    'http://0x0a.0.0.7/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/plain,hello',
  ])('%s is refused without a look', async (url) => {
    const { asked, resolve } = resolver('127.0.0.1')
    const line = new SocketLine(new Reach([], [], resolve))
    await expect(ask(line, url)).rejects.toBeInstanceOf(LineProblem)
    expect(asked).toEqual([])
  })

  it('a host is allowed by name, and the application by its whole origin', async () => {
    const { port } = await server()
    const reach = (address: string) =>
      new Reach(['Shop.example', '10.0.0.7'], [new URL('http://app.example:3000/push')], resolver(address).resolve)
    const leadsTo = (url: string): boolean => {
      const lookup = reach('10.9.9.9').lookupFor(new URL(url))
      let error: unknown
      lookup('any.example', {}, (found) => {
        error = found
      })
      return error === null
    }
    expect(leadsTo('http://shop.example/')).toBe(true)
    expect(leadsTo('http://10.0.0.7:8080/')).toBe(true)
    expect(leadsTo('http://app.example:3000/anything')).toBe(true)
    expect(leadsTo('http://app.example:3001/')).toBe(false)
    expect(leadsTo('https://app.example:3000/')).toBe(false)
    expect(leadsTo('http://another.example/')).toBe(false)
    const line = new SocketLine(reach('127.0.0.1'))
    onTestFinished(() => line.close())
    expect((await ask(line, `http://shop.example:${port}/`)).status).toBe(200)
  })
})

describe('an invoice that asks the service to fetch something on its behalf', () => {
  it('is paid, and its callback goes nowhere else than here', async () => {
    const { sim, received } = await stand()
    const client = new MerchantClient(sim.clientOptions)
    const urls = { returnUrl: 'https://shop.example/', cancellationUrl: 'https://shop.example/' }
    const invoice = { totalAmount: 5, description: 'Tea', ...urls }
    const callbackUrl = 'http://169.254.169.254/latest/meta-data/'
    const asked = await client.checkout.create({ ...invoice, clientReference: 'order-1', callbackUrl })
    const { notices } = await sim.customer.pays(asked)
    expect(notices).toMatchObject([
      { response: null, problem: expect.stringContaining('pushes go to this machine alone') },
    ])
    expect(received).toEqual([])
  })

  it('follows no redirect', async () => {
    const secret = await server()
    const { port } = await server(302, { location: `http://127.0.0.1:${secret.port}/` })
    const { sim } = await stand()
    const row = await sim.trigger('checkout', {}, { url: `http://127.0.0.1:${port}/` })
    expect(row.response).toMatchObject({ status: 302 })
    expect(secret.seen.connections).toBe(0)
  })
})

describe('an application that calls itself by a public address', () => {
  it('is led to say so, and nowhere else first, whether or not somebody has that name', async () => {
    const advice = "say so: publicUrl: 'https://shop.example', or --public-url https://shop.example."
    const said = async (resolve: LookupFunction): Promise<string> => {
      const line = new SocketLine(new Reach([], [], resolve))
      onTestFinished(() => line.close())
      return ask(line, 'https://shop.example/push').then(() => '', String)
    }
    const taken = await said(resolver('10.0.0.7').resolve)
    expect(taken).toContain(advice)
    expect(taken.indexOf(advice)).toBeLessThan(taken.indexOf('allowHosts'))
    const free = await said((_host, _options, done) => done(new Error('ENOTFOUND'), ''))
    expect(free).toContain(
      `there is no host shop.example: is the address right? If the application means itself, ${advice}`,
    )
  })

  it('gets what goes there at the address where it was connected', async () => {
    const { sim, url, received } = await stand()
    const callback = 'https://shop.example/push/checkout?sig=1'
    await sim.connect(`${url}/push`, { publicUrl: 'https://shop.example' })
    expect((await sim.trigger('checkout', {}, { url: callback })).response?.status).toBe(200)
    expect(received).toMatchObject([{ path: '/push/checkout' }])
    expect(received[0]?.query.get('sig')).toBe('1')
  })
})

describe('allowHosts of the simulator', () => {
  // It leads to this machine, and yet it's no loopback address.
  const outside = '0.0.0.0'

  it('lets pushes go to a host that it names, and without it the same push never leaves', async () => {
    const { seen, port } = await server(200, {}, outside)
    const url = `http://${outside}:${port}/`
    const { sim } = await stand()
    expect(await sim.trigger('checkout', {}, { url })).toMatchObject({
      response: null,
      problem: expect.stringContaining(`allowHosts: ['${outside}']`),
    })
    expect(seen.connections).toBe(0)
    const { sim: allowing } = await stand({ allowHosts: [outside] })
    expect((await allowing.trigger('checkout', {}, { url })).response).toMatchObject({ status: 200 })
    expect(seen.requests).toBe(1)
  })
})

describe('a push that nobody is there for', () => {
  it('that was to come later is a row that says so, and the simulator goes on', async () => {
    await using sim = await createSimulator({ profile: { ...profiles.plain, retries: [1_000] } })
    const { url, statuses, sim: other } = await stand()
    await other.close()
    await sim.connect(url)
    statuses.push(500)
    sim.faults.next('duplicate')
    await sim.trigger('checkout')
    const state = sim.snapshot()
    await using later = await createSimulator()
    later.restore(state)
    await later.advance(2_000)
    expect(later.log.rows()).toMatchObject([
      { kind: 'checkout', response: null, problem: expect.stringContaining('no application to push to') },
      { kind: 'checkout', response: null, problem: expect.stringContaining('no application to push to') },
    ])
  })

  it('is told again by an application that comes after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const clock = manualClock()
    const options = { clock, file: join(folder, 'state.json'), profile: { ...profiles.plain, retries: [1_000] } }
    const { url, statuses, received, sim: unused } = await stand()
    await unused.close()
    const first = await createSimulator(options)
    await first.connect(url)
    statuses.push(500)
    await first.trigger('checkout')
    await first.close()
    clock.advance(5_000)
    const second = await createSimulator(options)
    onTestFinished(() => second.close())
    // It is due already, and waits for somebody to be told.
    clock.advance(0)
    await second.settled()
    expect(second.log.rows()).toEqual([])
    await second.connect(url)
    clock.advance(0)
    expect(await second.log.next({ kind: 'checkout' })).toMatchObject({ attempt: 2, response: { status: 200 } })
    expect(received[1]?.text).toBe(received[0]?.text)
  })

  it('an address that is none is a row that says so', async () => {
    const { sim } = await stand()
    const { id } = sim.openBill({
      source: 'ussdPayment',
      amount: 5,
      description: '',
      callbackUrl: 'nowhere',
      sessionId: 's',
      mobile: '+233000000000',
    })
    expect((await sim.customer.pays(id)).notices).toMatchObject([
      { problem: expect.stringContaining('no whole address') },
    ])
  })
})
