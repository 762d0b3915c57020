import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { kinds } from '../../../src/pushes/kinds.ts'
import { build } from '../apps/every-kind.ts'
import { app, run, runAt } from '../run.ts'

const shop = app('every-kind')

async function pushed(...args: string[]) {
  const { code, out, err } = await run('trigger', ...args, '--json')
  const { pushes, counts }: { pushes: { body: string; url: string; verdict: string }[]; counts: unknown } =
    JSON.parse(out)
  return { code, err, counts, pushes, bodies: pushes.map(({ body }) => (body === '' ? undefined : JSON.parse(body))) }
}

test.each(kinds)('%s is sent and taken', async (kind) => {
  const { code, pushes } = await pushed(kind, shop)
  expect({ code, verdicts: pushes.map(({ verdict }) => verdict) }).toEqual({ code: 0, verdicts: ['ok'] })
})

test('what is random is another at each start, and the same for the same seed', async () => {
  const bodiesOf = async (...args: string[]) => (await pushed('checkout', shop, ...args)).pushes.map(({ body }) => body)
  const [first, second] = [await bodiesOf(), await bodiesOf()]
  expect(first).not.toEqual(second)
  const idsOf = ([body = '']: string[]) => JSON.parse(body).Data.CheckoutId
  expect(idsOf(await bodiesOf('--seed', '7'))).toBe(idsOf(await bodiesOf('--seed', '7')))
})

test('people read the push, the reply, the time against the deadline, and what the application counts', async () => {
  const { code, out } = await run('trigger', 'checkout', shop, '--set', 'data.amount=5')
  expect(code).toBe(0)
  expect(out).toMatch(/^> POST checkout\n {4}\{.+"Amount": 5,.+\n< 200 {2}\d+ ms of 30 s {2}ok\n {4}\{\n {6}"status"/s)
  // Its address was not signed for the reference.
  const [, counted = ''] = /\n\nThe application counts: (.+)\.$/.exec(out) ?? []
  expect(counted.split(', ').sort()).toEqual(['accepted 1', 'handled 1', 'needsReview 1'])
})

test('values are put in by path, in the type that the field has; := is JSON as it stands', async () => {
  const { bodies } = await pushed(
    'fulfilment',
    shop,
    ...['--set', 'orderinfo.subtotal=7', '--set', 'ORDERINFO.isRecurring=true', '--set', 'orderId=17'],
    ...[
      '--set',
      'orderInfo.items.0.quantity=3',
      '--set',
      'sessionId:=null',
      '--set',
      'orderInfo.recurringInvoiceId=r-1',
    ],
    ...['--add', 'orderInfo.fee=0.5', '--add', 'note=a text', '--without', 'orderInfo.branchName'],
  )
  expect(bodies[0]).toMatchObject({
    OrderId: '17',
    SessionId: null,
    note: 'a text',
    OrderInfo: { Subtotal: 7, IsRecurring: true, RecurringInvoiceId: 'r-1', Items: [{ Quantity: 3, UnitPrice: 25 }] },
  })
  expect(bodies[0].OrderInfo).toHaveProperty('fee', 0.5)
  expect(bodies[0].OrderInfo).not.toHaveProperty('BranchName')
})

test.each([
  [['--set', 'data.amuont=5'], "--set: there is no field 'data.amuont': 'Data.Amount' may be meant."],
  [['--without', 'data.xyz'], "--without: there is no field 'data.xyz': Data has CheckoutId,"],
  [['--set', 'zzz=5'], "there is no field 'zzz': there are ResponseCode, Status, Data."],
  [
    ['--set', 'data.amount=five'],
    'Data.Amount is a number, as in Data.Amount=50.25. Data.Amount:="five" sends a text.',
  ],
  [['--set', 'data=five'], 'Data is an object'],
  [['--set', 'data.amount'], "--set takes a path and a value, as in data.amount=5, not 'data.amount'."],
  [['--set', 'data.amount:=five'], 'after := stands JSON'],
  [['--fault', 'timeoutDuringTurn'], '--fault timeoutDuringTurn strikes ussd, programmable, not checkout.'],
  [['--casing', 'snake'], '--casing takes pascal, camel, mixed'],
  [['--times', '0'], '--times takes a whole number from 1 to 1000'],
  [['--url', 'checkout'], "--url takes a whole address, not '…'."],
  [['--url', 'shop.example/s3cr3tbad'], "--url takes a whole address, not 'shop.example…'."],
])('%j is not understood', async (args, problem) => {
  expect(await run('trigger', 'checkout', shop, ...args)).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(problem),
  })
})

test('a kind that is misspelt, and an application that is not named, are told', async () => {
  expect(await run('trigger', 'chekout', shop)).toMatchObject({ code: 2, err: /'checkout' may be meant/ })
  expect(await run('trigger', 'checkout')).toMatchObject({ code: 2, err: /^Name the application: a module such as/ })
})

test('each of several has identifiers of its own, a duplicate has the same', async () => {
  const several = await pushed('checkout', shop, '--times', '2')
  expect(several.bodies[0].Data.CheckoutId).not.toBe(several.bodies[1].Data.CheckoutId)
  expect(several.counts).toMatchObject({ accepted: 2, handled: 2 })
  const twice = await pushed('checkout', shop, '--fault', 'duplicate')
  expect(twice.bodies[0]).toEqual(twice.bodies[1])
  expect(twice.counts).toMatchObject({ accepted: 1, repeated: 1, handled: 1 })
})

test('names are written in the casing that is asked for', async () => {
  const { bodies } = await pushed('checkout', shop, '--casing', 'camel')
  expect(bodies[0].data.checkoutId).toEqual(expect.any(String))
})

test('a push that is not taken ends with 1, and says what the address may lack', async () => {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-test')
  onTestFinished(() => void vi.unstubAllEnvs())
  const served = await build({ logger: false })
  onTestFinished(() => served.close())
  const url = await served.listen({ port: 0, host: '127.0.0.1' })
  const { code, err } = await run('trigger', 'checkout', '--app', `${url}/push`)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^Not taken: 1 of 1\. Does the application hold/),
  })
  const right = await pushed('ussdPayment', '--app', `${url}/push/{kind}/a-secret-of-the-test`)
  expect(right).toMatchObject({ code: 0, counts: null, pushes: [{ url: expect.stringContaining('/ussd-payment/') }] })
})

test('a payment that the application asks about in vain is explained', async () => {
  const { code, err } = await run('trigger', 'checkout', app('confirms'))
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^Not taken: 1 of 1\. The application asked the service .+ let a customer pay: dial,/),
  })
})

test('an application that is not there is a sentence', async () => {
  const { code, out } = await run('trigger', 'checkout', '--app', 'http://127.0.0.1:1/push')
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('nothing listens there: is the application') })
})

test('a turn whose answer the service cannot use ends with 1, and says why', async () => {
  const served = Fastify()
  onTestFinished(() => served.close())
  served.post('/push/ussd', () => ({ Message: 'Hi' }))
  const url = await served.listen({ port: 0, host: '127.0.0.1' })
  const { code, out, err } = await run('trigger', 'ussd', '--app', `${url}/push`)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^Not taken: 1 of 1\./) })
  expect(out).toMatch(/ {2}failed\n.+its Type is not\s+response or release/s)
})

test('at a terminal, what the application logs is shown as dev shows it', async () => {
  const { err } = await runAt({ columns: 80 }, 'trigger', 'ussd', app('logs'), '--set', 'Message=fail')
  expect(err).toMatch(/^\d\d:\d\d:\d\d error: .+the stock is away/ms)
  expect(err).not.toMatch(/"level"|incoming request/)
  expect(err.split('\n').filter(({ length }) => length > 80)).toEqual([])
})
