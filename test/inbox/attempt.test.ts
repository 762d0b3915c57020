import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paths, samples } from '../http/samples.ts'

describe('an attempt', () => {
  it('names the notification, is the first, and is no replay', async () => {
    const attempts: Attempt[] = []
    const app = await appWith({ checkout: (_event, attempt) => attempts.push(attempt) })
    await post(app, paths.checkout, samples.checkout)
    await post(app, paths.checkout, samples.checkout)
    await post(app, paths.checkout, { ResponseCode: '2001', Data: { ...samples.checkout.Data, Status: 'Failed' } })
    const payment = 'checkout:checkoutId:00000000000000000000000000000007'
    expect(attempts.map(({ entryId: id, number, replay }) => [id, number, replay])).toEqual([
      [`${payment}|paid`, 1, false],
      [`${payment}|failed`, 1, false],
    ])
    expect(attempts[0]?.signal.aborted).toBe(false)
  })

  it('has a logger that names the kind and the notification', async () => {
    const lines = linesOf()
    const app = await appWith(
      { deliveryReport: (_report, { log }) => log.info({ note: 1 }, 'from the handler') },
      { server: { logger: lines.logger } },
    )
    await post(app, paths.deliveryReport, samples.deliveryReport)
    expect(lines.saying('from the handler')).toMatchObject([
      { level: 30, kind: 'deliveryReport', id: 'deliveryReport:59bcc3ad6775562f845cf01624225371|delivered', note: 1 },
    ])
  })
})
