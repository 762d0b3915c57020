// Starts the example shop on a free port, pushes real payloads of every kind at it over HTTP, dials a USSD session,
// and shows what arrived, what the handlers saw and what went back. `npm run demo -- --serve` keeps it up.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, styleText } from 'node:util'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { loadFixture, phone, replay } from 'fastify-merchant-webhooks/testing'
import { buildShop } from '../example/shop.js'

const { values } = parseArgs({ options: { serve: { type: 'boolean', default: false }, port: { type: 'string' } } })

const bold = (text) => styleText('bold', text)
const dim = (text) => styleText('dim', text)
const say = (text = '') => process.stdout.write(`${text}\n`)
const chapter = (text) => say(`\n${bold(text)}`)

const saw = []
const secret = randomBytes(12).toString('hex')
const folder = mkdtempSync(join(tmpdir(), 'merchant-demo-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let { app, base } = await start()

chapter('The shop is up. These are the addresses that you would register with the service:')
for (const { kind, url } of app.merchant.urls) say(`  ${kind.padEnd(15)}${url}`)

chapter('A subscriber dials *713#, picks tea, takes two, and is asked to pay')
await show(phone(addressOf('ussd')), ['3', '2'])

chapter('The same shop in a web store, where paying is a cart')
await show(phone(addressOf('programmable'), { kind: 'programmable', operator: 'webstore' }), ['1', '1'])

chapter('A push of every other kind')
for (const name of [
  'checkout/paid-pascal',
  'ussdPayment/paid-camel',
  'fulfilment/fee-told-apart',
  'deliveryReport/query-get',
  'inboundMessage/query-post',
]) {
  await push(loadFixture(name))
}

chapter('The three fields that say "paid" contradict each other: undetermined, never paid and never failed')
await push(loadFixture('checkout/cancelled-under-success'))

chapter('A push that cannot be read gets an answer that names the field; the next one is served')
await push(loadFixture('checkout/bad-amount-negative'))
await push(loadFixture('checkout/paid-mixed'))

chapter('The same payment again is acknowledged, and not handled again')
await push(loadFixture('checkout/paid-mixed'))

chapter('The shop is stopped and started again: what it accepted is still known, on its disk')
await app.close()
;({ app, base } = await start(Number(new URL(base).port)))
await push(loadFixture('checkout/paid-mixed'))

chapter('A forged push does not get in')
const forged = await fetch(addressOf('checkout').replace(secret, 'not-the-secret'), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ResponseCode: '0000', Status: 'Success', Data: { CheckoutId: 'forged', Status: 'Success' } }),
})
say(`  ${dim('went back')}   ${forged.status} ${await forged.text()}`)
expect(forged.status === 401, 'a forged push must be refused')

chapter('What the inbox holds; merchant inbox shows the same beside a running application')
const { entries } = await app.merchant.inbox.list({ limit: 20 })
for (const { state, kind, reference, reason } of entries) {
  say(`  ${state.padEnd(10)}${kind.padEnd(16)}${reference ?? ''}${reason === null ? '' : dim(reason)}`)
}
expect(
  entries.some(({ state }) => state === 'rejected'),
  'what cannot be read must be kept',
)

chapter('What was counted since the start')
for (const [kind, counts] of Object.entries(app.merchant.counts)) say(`  ${kind.padEnd(15)}${JSON.stringify(counts)}`)

if (values.serve) {
  chapter('Still up. Try it; Ctrl-C ends it:')
  say(`  curl -H 'content-type: application/json' ${addressOf('ussd')} \\`)
  say(`    -d '{"SessionId":"1","Type":"Initiation","Message":"*713#","Mobile":"+233000000000","Sequence":1}'`)
  say(`\n  ${base}`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
} else {
  await app.close()
  say(`\n${bold('All of it worked.')} ${dim('npm run demo -- --serve keeps the shop up.')}`)
}

async function start(port = Number(values.port ?? 0)) {
  const store = sqliteStore(join(folder, 'merchant.db'))
  const app = await buildShop({ logger: false, secret, store, record: (line) => saw.push(line) })
  return { app, base: await app.listen({ port, host: '127.0.0.1', backlog: 4096 }) }
}

async function show(line, answers) {
  const dialled = await line.dial('*713#')
  say(`  ${dim('dials')}       *713#`)
  screen(dialled)
  for (const answer of answers) {
    say(`  ${dim('answers')}     ${answer}`)
    screen(await line.reply(answer))
  }
  handlersSaw()
}

function screen({ text, type, raw }) {
  for (const [position, row] of text.split('\n').entries())
    say(`  ${dim((position === 0 ? 'sees' : '').padEnd(12))}${row}`)
  if (type !== 'response') say(`  ${dim('went back')}   ${JSON.stringify(raw)}`)
}

async function push(fixture) {
  const { kind, description, request } = fixture
  say(`  ${bold(kind)} ${dim(description)}`)
  const content = request.body === undefined ? (request.text ?? request.query) : request.body
  say(`  ${dim('arrived')}     ${request.method} ${typeof content === 'string' ? content : JSON.stringify(content)}`)
  const answer = await replay(addressOf(kind), fixture)
  say(`  ${dim('went back')}   ${answer.status} ${answer.body}`)
  await handled()
  handlersSaw()
  say()
  expect(answer.status === fixture.expect.status, `${fixture.name} must be answered with ${fixture.expect.status}`)
}

/** Handlers run after the answer. */
async function handled() {
  for (;;) {
    const { waiting, running } = await app.merchant.inbox.count()
    if (waiting + running === 0) return
    await wait(5)
  }
}

function handlersSaw() {
  for (const line of saw.splice(0)) say(`  ${dim('handler saw')} ${line}`)
}

function addressOf(kind) {
  const found = app.merchant.urls.find((one) => one.kind === kind)
  expect(found !== undefined, `the shop must receive ${kind}`)
  return found.url
}

function expect(holds, what) {
  if (!holds) throw new Error(`the demo failed: ${what}`)
}
