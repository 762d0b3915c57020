import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withService } from '../../../src/cli/service/with-service.ts'
import { app } from '../run.ts'

test('an application that is tried out reports its deliveries to the simulator, never to the service of REPORT_URL', async () => {
  const reported: string[] = []
  const service = createServer(({ method, url }, answer) => {
    reported.push(`${method} ${url}`)
    answer.end('{}')
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('REPORT_URL', `http://127.0.0.1:${(service.address() as AddressInfo).port}/reports`)
  const real = process.env.REPORT_URL
  onTestFinished(() => {
    vi.unstubAllEnvs()
    service.close()
  })

  const silent = { out: () => undefined, err: () => undefined }
  const reports = await withService(app('reports'), { port: '0' }, { terminal: silent }, async ({ sim }) => {
    await sim.phone('+233000000000', { channel: 'webstore' }).dial().approve()
    const found = () => sim.log.rows({ kind: 'fulfilmentReport' })
    await vi.waitFor(() => expect([...found(), ...reported]).toHaveLength(1), 10_000)
    return found().map(({ response }) => response?.status)
  })
  expect({ reports, reported }).toEqual({ reports: [200], reported: [] })
  expect(process.env.REPORT_URL).toBe(real)
})
