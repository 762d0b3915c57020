import { expect, onTestFinished, test } from 'vitest'
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
  expect(found[3]?.says).toBe('A push without any secret was taken: anybody can push.')

  const whole = await doctor(...known, `${origin}/delivery-report`)
  expect(whole.of('forgeries')).toEqual([expect.stringMatching(/^skipped/)])
  expect(whole.code).toBe(0)

  const alone = await doctor('--url', `${origin}/delivery-report`)
  expect(alone.of('forgeries')).toEqual([
    "error: A push without any secret was taken: anybody can push, or this machine has an address that may. Give a verifier, such as secretPath(…); not 'none'. With sourceAddresses(…), name app.js too, or run doctor on another machine.",
  ])
})
