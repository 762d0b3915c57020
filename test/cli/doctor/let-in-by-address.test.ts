import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { build } from './apps/by-address.ts'
import { doctor, doctorApp, folderWith } from './doctored.ts'

test('from an address that may push, a forgery that is taken proves nothing where the verifier is known', async () => {
  const app = await build()
  onTestFinished(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const known = [doctorApp('by-address'), '--project', folderWith(), '--turns', '2', '--url']

  const { findings } = await doctor(...known, origin)
  const found = findings.filter(({ check }) => check === 'forgeries')
  expect(found.map(({ level, place }) => [place?.slice(origin.length), level])).toEqual([
    ['/ussd/…', 'skipped'],
    ['/ussd/…', 'skipped'],
    ['/delivery-report', 'skipped'],
    // Its other member should have refused.
    ['/inbound-message', 'error'],
  ])
  expect(found[2]?.says).toBe(
    'A push without any secret was taken: sourceAddresses lets in the address of this machine.',
  )
  expect(found[3]?.says).toBe(
    'A push without any secret was taken: anybody can push, or it came from an address that may.',
  )

  const whole = await doctor(...known, `${origin}/delivery-report`)
  expect(whole.of('forgeries')).toEqual([expect.stringMatching(/^skipped/)])
  expect(whole.code).toBe(0)

  const alone = await doctor('--url', `${origin}/delivery-report`)
  expect(alone.of('forgeries')).toEqual([
    "error: A push without any secret was taken: anybody can push, or this machine has an address that may. Give a verifier, such as secretPath(…); not 'none'. With sourceAddresses(…), name app.js too, or run doctor elsewhere.",
  ])
})

test.each(['moves', 'one', 'proxied'])('where an address is enough: %s', async (shape) => {
  vi.stubEnv('BY_ADDRESS', shape)
  const app = await build()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await app.close()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const origin = await through(typeof address === 'object' ? (address?.port ?? 0) : 0)
  const { of, code } = await doctor(
    doctorApp('by-address'),
    '--project',
    folderWith(),
    '--url',
    `${origin}/inbound-message`,
  )
  const own = 'A push without any secret was taken: anybody can push, or it came from an address that may.'
  // The proxy comes from an address that is in the list, and this machine is not.
  expect(of('forgeries')).toEqual([
    shape === 'proxied'
      ? expect.stringContaining(own)
      : expect.stringMatching(/^skipped: .* lets in the address of this/),
  ])
  expect(code).toBe(shape === 'proxied' ? 1 : 0)
})

/** A proxy on the application's machine, with an address of its own. */
async function through(port: number): Promise<string> {
  const localAddress = process.env.BY_ADDRESS === 'proxied' ? '127.0.0.9' : '127.0.0.1'
  const server = createServer((socket) => {
    const inner = connect({ port, host: '127.0.0.1', localAddress })
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner]) end.on('error', () => [socket, inner].map((one) => one.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
