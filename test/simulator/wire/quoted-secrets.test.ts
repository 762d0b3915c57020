import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import {
  type ConnectOptions,
  createSimulator,
  recordDialogue,
  recordPage,
  recordTest,
  writeDialogue,
} from '../../../src/simulator/index.ts'
import { encodedForms } from '../../../src/text/secrets/known-secrets.ts'

const secret = "Tok3n-p\u00e4th \u00a7of/it's"
const inPath = encodeURIComponent(secret)
const inHeader = 'Tok3n of the header'

/** What is kept and told of an application whose replies quote what it got. */
async function toldOf(
  address: string,
  options: ConnectOptions,
  quote: (request: FastifyRequest) => string | undefined,
) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.post('/push/*', (request, reply) => {
    const said = quote(request)
    if (said === undefined) return reply.callNotFound()
    const { SessionId } = Object(request.body)
    return reply
      .header('x-quoted', /^[ -~]*$/.test(said) ? said : '')
      .send({ SessionId, Type: 'Response', Message: `It is ${said}` })
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const [path = '', login] = address.split('@').reverse()
  await sim.connect(`${login === undefined ? origin : origin.replace('//', `//${login}@`)}${path}`, options)
  await sim.phone('+233000000041').dial('*713#')
  await sim.trigger('checkout')
  const rows = sim.log.rows()
  const ask = async (path: string) => (await fetch(`${sim.url}/_simulator${path}`)).text()
  const bodies = rows.map(({ response }) => response?.body.toString() ?? '')
  const texts = [
    ...bodies,
    JSON.stringify(rows),
    await ask('/log'),
    await ask('/log/1'),
    await recordPage(rows),
    writeDialogue(recordDialogue(rows)),
    // Of what is refused, no test can be written.
    ...(rows[0]?.response?.status === 200 ? [recordTest(rows)] : []),
  ]
  return { bodies, texts }
}

const quotes: readonly (readonly [string, string, ConnectOptions, (request: FastifyRequest) => string | undefined])[] =
  [
    ['the address, in a 404', `/push/{kind}/${inPath}`, {}, () => undefined],
    ['the address, on a screen', `/push/{kind}/${inPath}`, {}, ({ url }) => url],
    ['the address as it reads', `/push/{kind}/${inPath}`, {}, ({ url }) => decodeURIComponent(url)],
    ['the query', `/push/{kind}?key=${inPath}`, {}, ({ url }) => url],
    ['a value of the query', `/push/{kind}?key=${inPath}`, {}, ({ query }) => Object(query).key],
    ['a header', '/push/{kind}', { headers: { 'x-token': inHeader } }, ({ headers }) => String(headers['x-token'])],
    ['the credentials', 'name:Tok3n-of-it@/push/{kind}', {}, ({ headers }) => headers.authorization],
    [
      'the password',
      'name:Tok3n-of-it@/push/{kind}',
      {},
      ({ headers }) => Buffer.from(String(headers.authorization).slice(6), 'base64').toString(),
    ],
  ]

it.each(quotes)('a secret that a reply quotes has its stand-in in what is kept and told: %s', async (...given) => {
  const [, address, options, quote] = given
  const { bodies, texts } = await toldOf(address, options, quote)
  for (const body of bodies) expect(JSON.stringify(JSON.parse(body))).toContain('[hidden]')
  for (const text of texts) for (const form of ['Tok3n', ...encodedForms('Tok3n')]) expect(text).not.toContain(form)
})

it('a header that says what it is holds no secret, and stays in a reply', async () => {
  const headers = { 'x-forwarded-host': 'shop.example' }
  const { bodies } = await toldOf('/push/{kind}', { headers }, (request) => String(request.headers['x-forwarded-host']))
  expect(bodies[0]).toContain('It is shop.example')
})
