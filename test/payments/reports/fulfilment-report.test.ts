import { describe, expect, it } from 'vitest'
import { readReport, reportEntry, reportOf } from '../../../src/payments/reports/fulfilment-report.ts'
import { fulfilment } from '../../../src/pushes/fulfilment.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'

const receivedAt = Date.UTC(2026, 2, 1)

function noticeOf(fields: Record<string, unknown>) {
  const incoming = { carrier: 'json', fields, raw: fields } as const
  return fulfilment.read(incoming, { receivedAt: new Date(receivedAt), country: undefined, notes: new Notes() })
}

describe('the entry of a report', () => {
  it('is known by its notice, in a lane of its own, and found by the order', () => {
    const report = reportOf('fulfilment:orderId:f00d|paid', noticeOf({ SessionId: 's1', OrderId: 'f00d' }), 0)
    const id = 'fulfilmentReport:fulfilment:orderId:f00d|paid'
    const facts = { kind: 'fulfilmentReport', id, identity: id, lane: id, reference: 'f00d', receivedAt }
    expect(reportEntry(report)).toMatchObject(facts)
  })

  it('has no reference where the notice names no order, and no longer one than a store takes', () => {
    expect(reportEntry(reportOf('n', noticeOf({ SessionId: 's1' }), 0)).reference).toBeNull()
    expect(
      reportEntry({ notice: 'n', sessionId: null, orderId: 'x'.repeat(256), receivedAt, before: 0 }).reference,
    ).toHaveLength(200)
  })

  it('is read again as it was written', () => {
    const report = reportOf('n', noticeOf({ OrderId: 'f00d' }), 250)
    const { payload } = reportEntry(report)
    expect(readReport(JSON.parse(Buffer.from(payload).toString()))).toEqual(report)
    expect(report).toEqual({ notice: 'n', sessionId: null, orderId: 'f00d', receivedAt, before: 250 })
    const { before: _before, ...older } = report
    expect(readReport(older)).toEqual({ ...report, before: 0 })
  })

  const good = { notice: 'n', sessionId: null, orderId: 'o', receivedAt }
  it.each([
    undefined,
    [good],
    { ...good, notice: 7 },
    { ...good, sessionId: 7 },
    { ...good, orderId: undefined },
    { ...good, receivedAt: 'today' },
  ])('that is of another make is not read: %j', (kept) => {
    expect(() => readReport(kept)).toThrow('must be a report as the inbox keeps it')
  })
})
