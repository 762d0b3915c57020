import { expect, test } from 'vitest'
import { clientKeyFindings } from '../../../src/cli/doctor/project/client-keys.ts'
import { MerchantClient } from '../../../src/client/index.ts'
import type { InspectedKind, Inspection } from '../../../src/registration/inspection.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { app } from '../run.ts'
import { doctor, folderWith } from './doctored.ts'

const keys = { API_URL: 'https://service.invalid', API_ID: 'an-id-of-the-shop', API_KEY: 'a-key-of-the-shop' }
const without = (...missing: readonly string[]) =>
  Object.entries(keys)
    .map(([name, value]) => (missing.includes(name) ? '' : `${name}=${value}\n`))
    .join('')

test.each([
  [
    without('API_URL', 'API_ID', 'API_KEY'),
    /^warning: API_URL, API_ID and API_KEY are not set: .*Put what the service gave/,
  ],
  [without('API_KEY'), /^warning: API_KEY is not set: .*payments are not confirmed, or it does not start/],
  [`${without('API_ID')}API_ID=\n`, /^warning: API_ID is not set/],
  [without(), /^fine: /],
])('a client whose keys the environment lacks is warned of: %j', async (env, said) => {
  const { of } = await doctor(app('confirms'), '--project', folderWith({ '.env': env }))
  expect(of('client keys')).toEqual([expect.stringMatching(said)])
})

test('payments that no client confirms are told, and are no error', async () => {
  const { of } = await doctor(app('every-kind'), '--project', folderWith())
  expect(of('client keys')).toEqual([expect.stringMatching(/^skipped: No client is given: payments are not confirmed/)])
})

test('nothing is said where no payment comes that could be confirmed', async () => {
  const { of } = await doctor(app('reports'), '--project', folderWith())
  expect(of('client keys')).toEqual([])
})

test('a client that has its keys from elsewhere is fine, also where nothing was simulated', () => {
  const client = new MerchantClient({ baseUrl: 'https://service.invalid', apiId: 'an-id', apiKey: 'a-key' })
  const simulated = { API_URL: 'http://127.0.0.1:4600', API_ID: 'sim-id', API_KEY: 'sim-key' }
  expect(clientKeyFindings(asks(client), simulated, {})).toMatchObject([{ level: 'fine' }])
  expect(clientKeyFindings(asks(client), {}, {})).toMatchObject([{ level: 'fine' }])
})

test('what confirms payments in place of a client is not seen into, and an older version of the package says nothing', () => {
  const own = { transactions: { status: () => new Promise(() => undefined) } }
  expect(clientKeyFindings(asks(own), {}, {})).toMatchObject([{ level: 'skipped' }])
  const { askers: _newer, ...older } = asks(own)
  expect(clientKeyFindings(older, {}, {})).toEqual([])
})

test('a client shows its keys to nobody', async () => {
  const client = new MerchantClient({ baseUrl: 'https://service.invalid', apiId: 'an-id', apiKey: 'a-secret-key' })
  const { inspect } = await import('node:util')
  expect(inspect(client, { showHidden: true, depth: 1 })).not.toContain('a-secret-key')
  expect(Object.keys(client)).toEqual(['checkout', 'transactions', 'messages'])
})

/** A registration that takes checkouts, and whose payments this confirms. */
function asks(asker: object): Inspection {
  const checkout: InspectedKind = { kind: 'checkout', path: '/checkout', verifier: 'secretPath', suffix: '/secret' }
  return {
    registration: 'default',
    publicUrl: undefined,
    store: postgresStore('postgres://shop@127.0.0.1:1/shop'),
    takesMoney: true,
    lacks: [],
    askers: [asker],
    kinds: [checkout],
  }
}
