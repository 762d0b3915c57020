import { describe, expect, it } from 'vitest'
import { type ReportBodyParts, writeReportBody } from '../../../src/payments/reports/send-report.ts'
import { fulfilment } from '../../../src/pushes/fulfilment.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { asHandled } from '../../inbox/reports/as-handled.ts'

const clock = manualClock()
const fields = { SessionId: 's1', OrderId: 'f00d' }
const event = fulfilment.read(
  { carrier: 'json', fields, raw: fields },
  { receivedAt: new Date(0), country: undefined, notes: new Notes() },
)

function write(handled: boolean, describe: ReportBodyParts['describe']) {
  const report = { notice: 'n', sessionId: 's1', orderId: 'f00d', receivedAt: 0, before: 0 }
  return writeReportBody({ report, handled, describe, readEvent: async () => event, timeout: 10_000, clock })
}

describe('what a report says', () => {
  it.each([
    [true, 'success'],
    [false, 'failed'],
  ])('is whether it was delivered, in the words of the service: %j is %s', async (handled, serviceStatus) => {
    const { json } = await write(handled, asHandled)
    expect(json).toBe(`{"SessionId":"s1","OrderId":"f00d","ServiceStatus":"${serviceStatus}","MetaData":null}`)
  })

  it('is what the merchant knows of it, where he says so', async () => {
    const told: unknown[] = []
    const { json, serviceStatus } = await write(true, async (...given) => {
      told.push(...given)
      return { serviceStatus: 'failed', metaData: { reason: 'sold out' } }
    })
    expect(JSON.parse(json)).toMatchObject({ ServiceStatus: 'failed', MetaData: { reason: 'sold out' } })
    expect(serviceStatus).toBe('failed')
    expect(told).toEqual([event, true])
  })

  const round: { self?: unknown } = {}
  round.self = round
  it.each([
    [7, 'describe must give { serviceStatus, metaData }, and gave a number'],
    [null, 'describe must give { serviceStatus, metaData }, and gave null'],
    [undefined, 'describe must give { serviceStatus, metaData }, and gave nothing'],
    [{}, "describe gave a serviceStatus that is neither 'success' nor 'failed'"],
    [{ metaData: null }, "describe gave a serviceStatus that is neither 'success' nor 'failed'"],
    [{ metadata: 1 }, 'describe gave metadata, which is neither serviceStatus nor metaData'],
    [{ serviceStatus: 'ok' }, "describe gave a serviceStatus that is neither 'success' nor 'failed'"],
    [{ serviceStatus: 'failed', metaData: () => 1 }, 'describe gave a metaData that is no JSON: a function'],
    [{ serviceStatus: 'failed', metaData: round }, /circular/],
    [{ serviceStatus: 'failed', metaData: { due: 5n } }, /BigInt/],
  ])('is nothing that the service could not read: %o', async (given, problem) => {
    await expect(write(true, () => given)).rejects.toThrow(problem)
  })

  it('is not waited for longer than a call may take', async () => {
    const written = write(true, () => new Promise(() => undefined))
    clock.advance(10_000)
    await expect(written).rejects.toThrow('describe took longer than 10000 ms')
    expect(clock.pending).toBe(0)
  })
})
