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
import { openOrders } from '../example/orders.js'
import { buildShop } from '../example/shop.js'

const { values } = parseArgs({ options: { serve: { type: 'boolean', default: false }, port: { type: 'string' } } })

const bold = (text) => styleText('bold', text)
const dim = (text) => styleText('dim', text)
const say = (text = '') => process.stdout.write(`${text}\n`)
const chapter = (text) => say(`\n${bold(text)}`)

const saw = []
const pushSecret = randomBytes(12).toString('hex')
const secret = randomBytes(12).toString('hex')
const orders = openOrders()
const folder = mkdtempSync(join(tmpdir(), 'merchant-demo-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let { app, base } = await start()

chapter('The shop is up. These are the addresses that you would register with the service:')
for (const { kind, url } of app.merchant.urls) say(`  ${kind.padEnd(15)}${url}`)

chapter(
  'A subscriber dials *713#, turns a page and back, picks tea, mistypes, goes back a question, and is asked to pay',
)
const buyer = phone(addressOf('ussd'))
await show(buyer, '*713#', ['1', '99', '0', '3', '50', '0', '3', '2', '1'])
expect(buyer.lastScreen?.payment?.amount === 10, 'two teas must cost 10')

chapter('The service sends the last push again: the same screen, and no second order')
screen(await buyer.repeatLast())
handlersSaw()
expect(orders.size === 1, 'a repeated push must not order again')

chapter('The same shop in a web store: choices and fields are its own, and paying is a cart')
const visitor = phone(addressOf('programmable'), { kind: 'programmable', operator: 'webstore', mobile: 'visitor-7' })
await showRaw(visitor, ['1', 'rice', '1', 'yes'])

chapter('A PIN: asked again when it is wrong, and in no log and no transcript')
const member = phone(addressOf('ussd'))
await show(member, '*713#', ['2', '1234', '2580'])
const [kept] = await app.merchant.sessions.get(member.sessionId)
for (const { entered, screen } of kept?.transcript ?? []) {
  say(`  ${dim('is kept'.padEnd(12))}${JSON.stringify({ entered, screen })}`)
}
expect(kept?.transcript.length === 4 && !/1234|2580|12 points/.test(JSON.stringify(kept)), 'no secret may be kept')

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

chapter('A subscriber dials *713*1*2#, which answers two questions at once, and the line is lost')
const cutOff = phone(addressOf('ussd'))
await show(cutOff, '*713*1*2#', ['3'])
await cutOff.timeout()
say(`  ${dim('times out')}`)

chapter('The shop is stopped and started again: what it accepted is still known, on its disk')
await app.close()
;({ app, base } = await start(Number(new URL(base).port)))
await push(loadFixture('checkout/paid-mixed'))

chapter('Who was cut off dials again, and goes on where the line was lost')
await show(phone(addressOf('ussd')), '*713#', ['1', '1'])
expect(orders.size === 3, 'who goes on must get what they had chosen')

chapter('A forged push does not get in')
const forged = await fetch(addressOf('checkout').replace(pushSecret, 'not-the-secret'), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ResponseCode: '0000', Status: 'Success', Data: { CheckoutId: 'forged', Status: 'Success' } }),
})
say(`  ${dim('went back')}   ${forged.status} ${await forged.text()}`)
expect(forged.status === 401, 'a forged push must be refused')

chapter('What the inbox holds; npx fastify-merchant-webhooks inbox shows the same beside a running application')
const { entries } = await app.merchant.inbox.list({ limit: 20 })
for (const { state, kind, reference, reason } of entries) {
  say(`  ${state.padEnd(10)}${kind.padEnd(16)}${reference ?? ''}${reason === null ? '' : dim(reason)}`)
}
expect(
  entries.some(({ state }) => state === 'rejected'),
  'what cannot be read must be kept',
)

chapter('What was counted since the restart')
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
  const app = await buildShop({ logger: false, pushSecret, secret, store, orders, record: (line) => saw.push(line) })
  return { app, base: await app.listen({ port, host: '127.0.0.1', backlog: 4096 }) }
}

async function show(line, dialled, answers) {
  say(`  ${dim('dials'.padEnd(12))}${dialled}`)
  screen(await line.dial(dialled))
  for (const answer of answers) {
    say(`  ${dim('answers'.padEnd(12))}${answer}`)
    screen(await line.reply(answer))
  }
  handlersSaw()
}

async function showRaw(line, answers) {
  say(`  ${dim('opens it')}`)
  raw(await line.dial())
  for (const answer of answers) {
    say(`  ${dim('answers'.padEnd(12))}${answer}`)
    raw(await line.reply(answer))
  }
  handlersSaw()
}

/** What a rich channel makes a screen of (reference 2.6). */
function raw({ raw: { Type, Message, DataType, FieldType, Data, Item } }) {
  const fields = Type === 'AddToCart' ? { Type, Message, Item } : { Message, DataType, FieldType, Data }
  say(`  ${dim('went back'.padEnd(12))}${JSON.stringify(fields)}`)
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
