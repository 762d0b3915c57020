import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { post } from './app.ts'
import { receiver } from './receiver.ts'
import { head, listen, write } from './socket.ts'

const json = 'Content-Type: application/json'
const body = '{"MessageId":"1","Status":"Sent"}'
const wrongLength = {
  type: 'about:blank',
  status: 400,
  title: 'Bad Request',
  code: 'FMW_REQUEST',
  detail: 'The body was not as long as its content length says',
  field: null,
  expected: 'a body as long as its content length says',
  received: 'another',
}

describe('a content length that is a lie', () => {
  it.each(['5', '500'])('is a problem of its own: %s', async (length) => {
    const { app, seen, servesAll } = await receiver()
    const headers = { 'content-type': 'application/json', 'content-length': length }
    const response = await app.inject({ method: 'POST', url: '/delivery-report', headers, payload: body })
    expect(response.json()).toEqual(wrongLength)
    expect(seen).toEqual([])
    await servesAll()
  })

  it('that is too small cuts the body, and what follows is no request', async () => {
    const { app, seen, servesAll } = await receiver()
    const port = await listen(app)
    expect((await write(port, head('/delivery-report', json, 'Content-Length: 5'), body)).status).toBe(400)
    expect(seen).toEqual([])
    await servesAll()
  })

  it('that is too large waits until the sender hangs up, and takes nothing', async () => {
    const { app, seen, servesAll } = await receiver()
    const port = await listen(app)
    const arrived = once(app.server, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.write(head('/delivery-report', json, 'Content-Length: 500') + body)
    const [request] = await arrived
    const hungUp = new Promise((resolve) => request.socket.once('close', resolve))
    socket.destroy()
    await hungUp
    expect(seen).toEqual([])
    await servesAll()
  })

  it.each([
    'Content-Length: -1',
    'Content-Length: abc',
    'Content-Length: 1\r\nContent-Length: 2',
    'Content-Length: 3\r\nTransfer-Encoding: chunked',
  ])('that is no length is refused: %s', async (header) => {
    const { app, seen, servesAll } = await receiver()
    const port = await listen(app)
    expect((await write(port, head('/delivery-report', json, header), body)).status).toBe(400)
    expect(seen).toEqual([])
    await servesAll()
  })

  it('in a chunk is refused', async () => {
    const { app, seen } = await receiver()
    const port = await listen(app)
    const start = head('/delivery-report', json, 'Transfer-Encoding: chunked')
    expect((await write(port, start, 'zz\r\n{}\r\n0\r\n\r\n')).status).toBe(400)
    expect(seen).toEqual([])
    expect((await post(app, '/delivery-report', body)).statusCode).toBe(200)
  })
})
