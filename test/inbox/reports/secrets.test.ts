import { expect, it } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { type Answer, reportService } from '../../payments/reports/service.ts'
import { eventually } from '../deliveries/workshop.ts'
import { asHandled } from './as-handled.ts'
import { keptOn, paid, reportId } from './kept.ts'

const echo: Answer = (reply, { headers, url }) => reply.writeHead(401).end(JSON.stringify({ headers, url }))
const cut: Answer = (_reply, { socket }) => socket.destroy()
const sentAway: Answer = (reply, { url }) => reply.writeHead(302, { location: `/other${url}` }).end()

it('no log line, error or entry shows where a report goes, or what it is let in with', async () => {
  const { posted, url } = await reportService((number) => [echo, cut, sentAway][number - 1] ?? 500)
  const lines = linesOf()
  const report = {
    url: `${url}?token=the-secret-in-the-address`,
    headers: { authorization: 'Bearer the-secret-in-the-header' },
    within: 5_000,
    describe: asHandled,
  }
  const options = { store: keptOn(systemClock), fulfilment: { handler: () => undefined, report } }
  const app = await appWith(options, { server: { logger: lines.logger } })
  const errors: Error[] = []
  app.merchant.events.on('followUpDead', ({ error }) => errors.push(error))
  await post(app, paths.fulfilment, paid('f00d'))
  await eventually(() => errors.length === 1)
  expect(posted.length).toBeGreaterThan(3)
  expect(posted[0]?.headers.authorization).toBe(report.headers.authorization)
  const entry = await app.merchant.inbox.get(reportId('f00d'))
  const shown = [lines.text(), errors[0]?.stack, JSON.stringify(entry)].join('\n')
  expect(lines.saying('the plugin retries it').length).toBeGreaterThan(2)
  expect(shown).not.toMatch(/secret-in|\/report(?![\w-])|127\.0\.0\.1:\d+\/(?!fulfilment)/)
  expect(lines.text()).not.toContain('+233000000000')
})
