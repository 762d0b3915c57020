import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Simulator } from '../../../src/simulator/index.ts'
import { stand } from '../faults/receiver.ts'
import { post } from './call.ts'

interface Event {
  readonly id?: string
  readonly event: string
  readonly data: { readonly id?: number; readonly what?: string; readonly kind?: string }
}

/** A watcher that reads: events, one by one, but those of what waits: they come where a machine is slow. */
async function watch(sim: Simulator, { query = '', lastEventId }: { query?: string; lastEventId?: string } = {}) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`${sim.url}/_simulator/log/events${query}`, {
    headers: { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const fields = text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s))
        text = text.slice(end + 2)
        const { id, event = '', data = '' }: Record<string, string> = Object.fromEntries(fields)
        if (event !== '' && event !== 'pending')
          return { ...(id !== undefined && { id }), event, data: JSON.parse(data) }
        continue
      }
      const read = await reader?.read()
      if (read?.value === undefined) return undefined
      text += read.value
    }
  }
  return { status: response.status, next, stop: () => stop.abort() }
}

const row = (id: number) => expect.objectContaining({ event: 'row', data: expect.objectContaining({ id }) })
const changed = (what: string) => expect.objectContaining({ event: 'changed', data: { what } })

describe('the events of the log', () => {
  it('come as they happen: rows, and what was changed', async () => {
    const { sim } = await stand()
    await sim.trigger('checkout')
    const watcher = await watch(sim)
    expect(await watcher.next()).toEqual(changed('watching'))
    await sim.trigger('deliveryReport')
    expect(await watcher.next()).toEqual(row(2))
    await post(sim, '/faults/next', { name: 'duplicate' })
    expect([await watcher.next(), await watcher.next()]).toEqual([changed('faults'), changed('/faults/next')])
    await sim.trigger('checkout')
    expect(await watcher.next()).toEqual(row(3))
    await sim.advance(1_000)
    expect([await watcher.next(), await watcher.next()]).toEqual(expect.arrayContaining([row(4), changed('time')]))
  })

  it.each<[what: string, (sim: Simulator) => unknown]>([
    ['faults', (sim) => sim.faults.set('duplicate', { rate: 0.1 })],
    ['faults', (sim) => sim.faults.next('duplicate')],
    ['faults', (sim) => sim.faults.clear()],
    ['phones', (sim) => void sim.phone('+233000000042')],
    ['phones', (sim) => sim.removePhone('+233000000041')],
    ['gateway', (sim) => (sim.gatewayError = 'UUT')],
    ['profile', (sim) => (sim.profile = 'retryOnce')],
    ['reset', (sim) => sim.reset()],
    ['restore', (sim) => sim.restore(sim.snapshot())],
  ])('tell of %s that code changed, without a call over HTTP', async (what, change) => {
    const { sim } = await stand()
    sim.phone('+233000000041')
    const watcher = await watch(sim)
    expect(await watcher.next()).toEqual(changed('watching'))
    await change(sim)
    expect(await watcher.next()).toEqual(changed(what))
  })

  it('go on after the last one that was read', async () => {
    const { sim } = await stand()
    for (let at = 0; at < 4; at += 1) await sim.trigger('checkout')
    const first = await watch(sim, { query: '?after=1' })
    await first.next()
    const read = await first.next()
    expect(read).toEqual(row(2))
    first.stop()
    const second = await watch(sim, { lastEventId: read?.id ?? '' })
    expect(await second.next()).toEqual(changed('watching'))
    expect([await second.next(), await second.next()]).toEqual([row(3), row(4)])
    const lost = await watch(sim, { lastEventId: 'nonsense' })
    expect(await lost.next()).toEqual(changed('watching'))
  })

  it('begin again for those who watched a simulator before it', async () => {
    const { sim } = await stand()
    await sim.trigger('checkout')
    const watcher = await watch(sim, { lastEventId: '00000000-7' })
    expect([await watcher.next(), await watcher.next()]).toEqual([changed('restart'), row(1)])
  })

  it('go on after what the address names, and before a first row it is told too', async () => {
    const { sim } = await stand()
    await sim.trigger('checkout')
    const first = await watch(sim)
    const { id = '' } = (await first.next()) ?? {}
    first.stop()
    await sim.trigger('checkout')
    const second = await watch(sim, { query: `?lastEventId=${id}` })
    expect([await second.next(), await second.next()]).toEqual([changed('watching'), row(2)])
    const other = await watch(sim, { query: '?lastEventId=00000000-7&after=7' })
    expect([await other.next(), await other.next()]).toEqual([changed('restart'), row(1)])
  })

  it('say that rows were forgotten', async () => {
    const { sim } = await stand({ log: { rows: 2 } })
    for (let at = 0; at < 4; at += 1) await sim.trigger('checkout')
    const watcher = await watch(sim, { query: '?after=1' })
    const events = [await watcher.next(), await watcher.next(), await watcher.next(), await watcher.next()]
    expect(events).toEqual([changed('watching'), changed('forgotten'), row(3), row(4)])
  })

  it('are those that are meant', async () => {
    const { sim } = await stand()
    const watcher = await watch(sim, { query: '?kind=deliveryReport' })
    await watcher.next()
    await sim.trigger('checkout')
    await sim.trigger('deliveryReport')
    expect(await watcher.next()).toEqual(row(2))
    expect((await watch(sim, { query: '?kind=nothing' })).status).toBe(400)
  })

  it('end when the simulator closes', async () => {
    const { sim } = await stand()
    const watcher = await watch(sim)
    await watcher.next()
    await sim.close()
    expect(await watcher.next()).toBeUndefined()
  })

  it('wait for a reader that reads nothing, and nothing heaps up', async () => {
    const { sim } = await stand({ log: { rows: 50 } })
    const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('GET /_simulator/log/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    // Far more than the sockets hold.
    const about = { reference: 'x'.repeat(100_000) }
    const given = {
      direction: 'push',
      kind: 'checkout',
      method: 'POST',
      url: '',
      response: null,
      problem: null,
    } as const
    const request = { headers: {}, body: Buffer.alloc(0), bytes: 0 }
    for (let at = 0; at < 300; at += 1) {
      sim.log.add({
        ...given,
        at: 0,
        ms: 0,
        deadline: null,
        faults: [],
        attempt: 1,
        request,
        about,
        origin: null,
        timing: null,
      })
      if (at % 10 === 0) await new Promise(setImmediate)
    }
    expect(sim.log.last).toBe(300)
    let text = ''
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    socket.resume()
    await expect.poll(() => text.includes('"id":300,')).toBe(true)
    // What it had not read by then was forgotten with the log, and it is told so.
    expect(text).toContain('"what":"forgotten"')
    expect(text.match(/"id":\d+,/g)?.length).toBeLessThan(280)
  })

  it('one that goes away is let go', async () => {
    const { sim } = await stand()
    const watcher = await watch(sim)
    await watcher.next()
    watcher.stop()
    for (let at = 0; at < 3; at += 1) await sim.trigger('checkout')
    expect(sim.log.last).toBe(3)
  })
})
