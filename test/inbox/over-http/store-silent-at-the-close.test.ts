import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { Store } from '../../../src/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { appWith } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { eventually } from '../deliveries/workshop.ts'
import { keptInMemory } from './kept.ts'

const report = JSON.stringify({ MessageId: '1', Status: 'Sent' })
// What can't be read is kept too.
const unreadable = '{'

/** An application that listens, on a store that takes what it is given and says nothing until it is let go. */
async function silent(durability: Store['durability']) {
  const clock = manualClock()
  const go = Promise.withResolvers<void>()
  let asked = 0
  const kept = keptInMemory(({ inbox }) => {
    const { accept } = inbox
    return {
      inbox: Object.assign(inbox, {
        accept: async (...given: Parameters<typeof accept>) => {
          asked++
          await go.promise
          return accept.apply(inbox, given)
        },
      }),
    }
  })
  const handled: string[] = []
  const app = await appWith({
    clock,
    store: { ...kept, durability },
    deliveryReport: ({ messageId }) => handled.push(messageId),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const push = (body: string) =>
    fetch(url + paths.deliveryReport, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return { app, clock, go, handled, push, url, asked: () => asked }
}

it.each([
  ['a notification', 'process', report],
  ['a notification whose handler runs before the answer', 'none', report],
  ['what could not be read', 'process', unreadable],
] as const)(
  '%s whose store does not answer gets 503 five seconds after the close began',
  async (_what, durability, body) => {
    const { app, clock, go, push, handled, asked } = await silent(durability)
    const answer = push(body)
    await eventually(() => asked() === 1)
    let isAnswered = false
    answer.then(() => (isAnswered = true))
    const closing = Promise.withResolvers<void>()
    app.server.once('close', () => closing.resolve())
    const closed = app.close()
    await eventually(() => !app.server.listening)
    clock.advance(4_999)
    await new Promise(setImmediate)
    expect(isAnswered).toBe(false)
    clock.advance(1)
    const { status, headers } = await answer
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '5' })
    // What the store takes now is of nobody here.
    go.resolve()
    await new Promise(setImmediate)
    await closed
    expect(handled).toEqual([])
  },
)

it('a store that answers in those five seconds has its notification acknowledged', async () => {
  const { app, clock, go, push, asked } = await silent('process')
  const answer = push(report)
  await eventually(() => asked() === 1)
  const closed = app.close()
  await eventually(() => !app.server.listening)
  clock.advance(4_999)
  go.resolve()
  expect((await answer).status).toBe(200)
  await closed
})

it('a push that is whole only after that is refused at once, and no handler runs for what the store takes late', async () => {
  const { app, clock, go, push, handled, asked, url } = await silent('process')
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  socket.write(
    `POST ${paths.deliveryReport} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${report.length}\r\n\r\n`,
  )
  await once(app.server, 'request')
  const answer = push(report.replace('1', '2'))
  await eventually(() => asked() === 1)
  const closed = app.close()
  await eventually(() => !app.server.listening)
  clock.advance(5_000)
  await answer
  socket.write(report)
  const [text] = await once(socket.setEncoding('utf8'), 'data')
  expect(text).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5/is)
  await closed
  go.resolve()
  await new Promise(setImmediate)
  expect(handled).toEqual([])
})
