import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath, secretQuery, type Verifier } from '../../../src/index.ts'
import { createSimulator, profiles, recordFixture, recordPage } from '../../../src/simulator/index.ts'

const secret = 'Tok3n+of/the-address'
const inPath = 'Tok3n-of-the-path'

type Place = readonly [where: string, verify: Verifier, address: string, shown: string]
const places: readonly Place[] = [
  ['the path', secretPath(inPath), `{kind}/${inPath}`, '/push/ussd/[hidden]'],
  ['the query', secretQuery('key', secret), `{kind}?key=${encodeURIComponent(secret)}`, '/push/ussd?key=[hidden]'],
]

/** A simulator with a state file beside an application behind a secret. */
async function beside([, verify, address]: Place, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-in-addresses-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'state.json')
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify,
    store: memoryStore(),
    ussd: (_push, turn) => turn.prompt('Hi'),
    inboundMessage: () => undefined,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const sim = await createSimulator({ file, ...options })
  onTestFinished(() => sim.close())
  await sim.connect(`${origin}/push/${address}`)
  return { sim, file, origin }
}

const spellings = /Tok3n/i

describe.each(places)('a secret in %s of an application', (...place) => {
  const shown = place[3]

  it('is sent, and has a stand-in in the log, in what is kept and in what is shown', async () => {
    const { sim, file, origin } = await beside(place)
    await sim.phone('+233000000041').dial('*713#').expectScreen('Hi')
    await sim.trigger('inboundMessage')
    const [row] = sim.log.rows()
    expect(row?.url).toBe(origin + shown)
    const ask = async (path: string) => (await fetch(`${sim.url}/_simulator${path}`)).text()
    const texts = [
      JSON.stringify(sim.log.rows()),
      await recordPage(sim.log.rows()),
      JSON.stringify(recordFixture(row ?? expect.fail())),
    ]
    for (const path of ['/log', '/log/1', '/kinds', '/state', '/snapshot']) texts.push(await ask(path))
    await sim.close()
    for (const text of [...texts, readFileSync(file, 'utf8')]) expect(text).not.toMatch(spellings)
  })

  it('is put back where a row is sent again, and where a notice has its fields in the query', async () => {
    const { sim } = await beside(place, { profile: { ...profiles.plain, forms: { inboundMessage: 'query-get' } } })
    await sim.phone('+233000000041').dial('*713#')
    expect((await sim.resend(1)).response?.status).toBe(200)
    const row = await sim.trigger('inboundMessage')
    expect(row.response?.status).toBe(200)
    expect(JSON.stringify(sim.log.rows())).not.toMatch(spellings)
  })

  it('is another one in a forgery, of which neither is shown', async () => {
    const { sim } = await beside(place)
    await sim.phone('+233000000041').dial('*713#')
    const forged = await sim.resend(1, { as: 'forged' })
    expect(decodeURIComponent(forged.url)).toContain('[forged]')
    expect(forged.response?.status).toBe(401)
  })
})
