import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BodyReader, BodyRoom } from '../../src/http/arriving-bodies.ts'
import { noRoom } from '../../src/http/problems.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { head, listen, write } from './socket.ts'

const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
const report = '{"MessageId":"1","Status":"Sent"}'
const deliveryReport = () => undefined
const ussd = { SessionId: 'a', Type: 'Initiation', Mobile: '+233000000000', Message: '*713#', ServiceCode: '713' }
// Bytes: each request counts for as much, beside its body.
const perRequest = 16_384

/** A connection on which a body has begun to come. */
async function begun(app: FastifyInstance, port: number, path: string, bytes: number) {
  const arrived = once(app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = answerOf(socket)
  socket.write(`${head(path, json, 'Content-Length: 60000')}{${' '.repeat(bytes - 1)}`)
  await arrived
  return { answer, socket }
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.once('close', () => resolve(text))
  })
}

describe('bodies that are arriving', () => {
  it('have room together: the one that has taken the longest is refused, and its connection ended', async () => {
    const lines = linesOf()
    const app = await appWith(
      { deliveryReport, ussd: (_push, turn) => turn.end('Bye'), bodyRoom: 3 * (perRequest + 30_000) },
      { server: { logger: lines.logger } },
    )
    const port = await listen(app)
    const [first, second] = [
      await begun(app, port, '/delivery-report', 30_000),
      await begun(app, port, '/ussd', 30_000),
    ]
    const others = [
      await begun(app, port, '/delivery-report', 30_000),
      await begun(app, port, '/delivery-report', 30_000),
      await begun(app, port, '/ussd', 30_000),
    ]
    for (const { answer } of [first, second]) {
      const text = await answer
      expect(text).toContain('HTTP/1.1 503 ')
      expect(text).toMatch(/^retry-after: 5\r$/im)
      expect(text).toMatch(/^connection: close\r$/im)
      expect(text).toContain('"code":"FMW_BODY_ROOM"')
    }
    expect(app.merchant.counts).toMatchObject({ deliveryReport: { unavailable: 1 }, ussd: { busy: 1 } })
    expect(lines.all().filter(({ code }) => code === 'FMW_BODY_ROOM')).toHaveLength(2)
    expect(others.map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
  })

  it('of honest senders pass beside a flood of half-sent ones', async () => {
    const app = await appWith({ deliveryReport, ussd: (_push, turn) => turn.end('Bye'), bodyRoom: 20 * perRequest })
    const port = await listen(app)
    const flood: Promise<string>[] = []
    for (let sent = 0; sent < 60; sent++) {
      flood.push((await begun(app, port, '/delivery-report', 1_000)).answer)
      const { length } = report
      expect(await write(port, head('/delivery-report', json, `Content-Length: ${length}`), report)).toMatchObject({
        status: 200,
      })
      expect((await post(app, '/ussd', { ...ussd, SessionId: `${sent}` })).statusCode).toBe(200)
    }
    await vi.waitFor(() => expect(app.merchant.counts.deliveryReport).toMatchObject({ accepted: 1, repeated: 59 }))
    expect(await flood[0]).toContain('HTTP/1.1 503 ')
    expect(app.merchant.counts.deliveryReport?.unavailable).toBeGreaterThan(30)
  })

  it('leave their room when they are there, late, too long, of a wrong length or given up', async () => {
    const app = await appWith({ deliveryReport, bodyLimit: 100, bodyTimeout: 50, bodyRoom: 2 * perRequest })
    const port = await listen(app)
    for (let round = 0; round < 3; round++) {
      const late = await write(port, head('/delivery-report', json, 'Content-Length: 50'), '{')
      expect(late.status).toBe(408)
      expect((await write(port, head('/delivery-report', json, chunked), `ff\r\n${' '.repeat(255)}\r\n`)).status).toBe(
        413,
      )
      const length = { 'content-type': 'application/json', 'content-length': '50' }
      const short = await app.inject({ method: 'POST', url: '/delivery-report', headers: length, payload: report })
      expect(short.json()).toMatchObject({ code: 'FMW_REQUEST' })
      const gone = await begun(app, port, '/delivery-report', 10)
      gone.socket.destroy()
      await gone.answer
      expect((await post(app, '/delivery-report', report)).statusCode).toBe(200)
    }
    expect(app.merchant.counts.deliveryReport).not.toHaveProperty('unavailable')
  })

  it('are refused alone where they are larger than the room', async () => {
    const app = await appWith({ deliveryReport, bodyRoom: perRequest + 1_000 })
    const port = await listen(app)
    const { answer } = await begun(app, port, '/delivery-report', 2_000)
    expect(await answer).toContain('HTTP/1.1 503 ')
    expect((await post(app, '/delivery-report', report)).statusCode).toBe(200)
  })

  it('keep their room until they are read: one that waits for that is refused once', async () => {
    const waiting: (() => void)[] = []
    const bodies = new BodyReader({
      bodyLimit: 65_536,
      bodyTimeout: 10_000,
      bodyForm: 'text',
      bodyRoom: new BodyRoom(perRequest + 1_500),
      pass: (goOn) => void waiting.push(goOn),
    })
    const ends: unknown[] = []
    const read = (text: string) =>
      new Promise<void>((resolve) => {
        const payload = Readable.from([Buffer.from(text)])
        payload.once('close', resolve)
        bodies.read({ headers: {} }, payload, (error, body) => ends.push(error ?? body))
      })
    await read('a'.repeat(1_000))
    await read('b'.repeat(1_000))
    for (const goOn of waiting) goOn()
    expect(waiting).toHaveLength(2)
    expect(ends).toEqual([expect.objectContaining({ problem: noRoom }), 'b'.repeat(1_000)])
  })

  it('are joined as they come, so that chunks of a byte take no more than others', async () => {
    const app = await appWith({ deliveryReport, bodyRoom: perRequest + 2 * 60_000 })
    const port = await listen(app)
    const text = `{"MessageId":"1","Status":"Sent","x":"${'x'.repeat(50_000)}"}`
    const body = `${[...text].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`
    expect((await write(port, head('/delivery-report', json, chunked), body)).status).toBe(200)
  })

  it('stay whole where a chunk ends inside a letter', async () => {
    const seen: unknown[] = []
    const app = await appWith({ inboundMessage: (push) => seen.push(push.text) })
    const port = await listen(app)
    const bytes = Buffer.from('{"from":"+233000000000","text":"é€😀"}')
    const chunks = [...bytes].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]))
    await write(port, head('/inbound-message', json, chunked), ...chunks, Buffer.from('0\r\n\r\n'))
    expect(seen).toEqual(['é€😀'])
  })
})

describe('a stream that a hook of the host put in the place of a body', () => {
  async function through(replace: (payload: Readable) => Readable, options = {}, sent: string | Buffer = report) {
    const prepare = (host: FastifyInstance) =>
      host.addHook('preParsing', (_request, _reply, payload, done) => done(null, replace(payload)))
    const app = await appWith({ deliveryReport, ...options }, { prepare })
    return await post(app, '/delivery-report', sent)
  }

  it('may unpack it: the content length is that of what was sent, and the limit that of either', async () => {
    const sent = gzipSync(`{"MessageId":"1","Status":"Sent","x":"${'x'.repeat(1_000)}"}`)
    const unpack = (payload: Readable) =>
      Object.assign(payload.pipe(createGunzip()), { receivedEncodedLength: sent.length })
    expect((await through(unpack, {}, sent)).statusCode).toBe(200)
    expect((await through(unpack, { bodyLimit: 500 }, sent)).statusCode).toBe(413)
    const lying = (payload: Readable) => Object.assign(payload.pipe(createGunzip()), { receivedEncodedLength: 2_000 })
    expect((await through(lying, { bodyLimit: 1_500 }, sent)).statusCode).toBe(413)
  })

  it('may give text', async () => {
    expect((await through((payload) => payload.setEncoding('utf8'))).statusCode).toBe(200)
  })

  it.each([
    ['400', undefined],
    ['422', 422],
  ])('that breaks is answered with %s', async (status, statusCode) => {
    const broken = () =>
      new Readable({
        read() {
          this.destroy(Object.assign(new Error('no such encoding'), statusCode === undefined ? {} : { statusCode }))
        },
      })
    expect((await through(broken)).json()).toMatchObject({ status: Number(status), code: 'FMW_STOPPED' })
  })

  it('that breaks after its body was refused ends nothing', async () => {
    let stream: Readable | undefined
    const endless = () => {
      stream = new Readable({ read: () => undefined })
      stream.push(' '.repeat(1_000))
      return stream
    }
    expect((await through(endless, { bodyLimit: 100 })).statusCode).toBe(413)
    stream?.destroy(new Error('it breaks'))
    await new Promise((resolve) => stream?.once('close', resolve))
  })
})
