import { describe, expect, it } from 'vitest'
import { Log, type NewRow } from '../../../src/simulator/log/log.ts'
import { readSimulatorOptions } from '../../../src/simulator/options.ts'
import { stand } from '../faults/receiver.ts'

/** A push with as much of a body as the log keeps, answered with as much. */
function rowOf(bytes: number): NewRow {
  const body = Buffer.alloc(bytes)
  const message = { headers: {}, body, bytes }
  return {
    at: 0,
    direction: 'push',
    kind: 'checkout',
    method: 'POST',
    url: '',
    request: message,
    response: { status: 200, ...message },
    problem: null,
    ms: 1,
    deadline: null,
    timing: null,
    faults: [],
    attempt: 1,
    about: {},
    origin: null,
  }
}

describe('how much the log keeps', () => {
  it('is 64 MB of bodies, both directions counted: the oldest rows go first, and what is kept is found by its number', () => {
    const log = new Log(readSimulatorOptions({}).log)
    for (let at = 0; at < 600; at += 1) log.add(rowOf(65_536))
    const kept = Math.floor(64_000_000 / (2 * 65_536))
    expect([log.rows().length, log.first, log.last]).toEqual([kept, 600 - kept + 1, 600])
    expect(log.row(600)?.id).toBe(600)
    expect(log.row(600 - kept)).toBeUndefined()
    // Small rows find room again once the large ones are gone.
    for (let at = 0; at < kept; at += 1) log.add(rowOf(1))
    expect(log.rows().length).toBeGreaterThan(kept)
  })

  it('is 10,000 rows, however small', () => {
    const log = new Log(readSimulatorOptions({}).log)
    for (let at = 0; at < 10_002; at += 1) log.add(rowOf(1))
    expect([log.rows().length, log.first]).toEqual([10_000, 3])
  })

  it('is the newest row, whatever its size: somebody waits for it', () => {
    const log = new Log({ rows: 10, bytes: 100 })
    log.add(rowOf(10))
    log.add(rowOf(1_000))
    expect(log.rows().map(({ id }) => id)).toEqual([2])
    log.add(rowOf(10))
    expect(log.rows().map(({ id }) => id)).toEqual([3])
  })

  it('counts headers and addresses of real pushes', async () => {
    const { sim } = await stand({ log: { bytes: 2_000 } })
    for (let at = 0; at < 20; at += 1) await sim.trigger('checkout')
    const rows = sim.log.rows()
    const sizes = rows.map(
      ({ url, request, response }) =>
        url.length +
        Object.entries({ ...request.headers }).join('').length +
        request.body.length +
        Object.entries({ ...response?.headers }).join('').length +
        (response?.body.length ?? 0),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(10)
    expect(rows.at(-1)?.id).toBe(20)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_200)
  })
})
