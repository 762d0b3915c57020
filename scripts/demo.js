// A sale from the first digit to the books: the example shop on one side, the simulated service on the other. Every step is
// checked. `npm run demo -- --serve` keeps both up; `-- --fault statusDown` shows what a failure looks like.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, styleText } from 'node:util'
import { memoryStore } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'
import { createSimulator, mapApplication } from 'fastify-merchant-webhooks/simulator'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { openOrders } from '../example/orders.js'
import { buildShop } from '../example/shop.js'
import { openBrowser } from '../src/cli/dev/open-browser.ts'

const number = '+233000000000'
const say = (text = '') => process.stdout.write(`${text}\n`)
const dim = (text) => styleText('dim', text)
const done = (text) => say(`   ${styleText('green', 'ok')}  ${text}`)
let steps = 0
const step = (text) => say(`\n${styleText('bold', `${++steps}. ${text}`)}`)

const folder = mkdtempSync(join(tmpdir(), 'merchant-demo-'))
const saw = []
const orders = openOrders()
const settings = {
  logger: false,
  publicUrl: 'https://shop.example',
  pushSecret: randomBytes(12).toString('hex'),
  secret: randomBytes(12).toString('hex'),
}
let sim
let shop
try {
  const { values } = parseArgs({ options: { serve: { type: 'boolean' }, fault: { type: 'string' } } })
  sim = await createSimulator()
  shop = await buildShop({
    ...settings,
    store: sqliteStore(join(folder, 'merchant.db')),
    client: new MerchantClient(sim.clientOptions),
    orders,
    record: (line) => saw.push(line),
  })
  await sim.connect(shop)
  if (values.fault !== undefined) sim.faults.set(values.fault)
  await sell()
  if (values.serve) await serve()
  else say(dim('\nnpm run demo -- --serve keeps it up, with a page where you hold the phone.'))
} catch (error) {
  say(`\n${styleText('red', 'It failed:')} ${error.message}`)
  process.exitCode = 1
} finally {
  await shop?.close()
  await sim?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function sell() {
  say('A shop, and the service that it sells by. Both run on this machine: the service')
  say('is simulated. There is no account, no network and no money.')

  step(`A customer dials *713# on ${number}, and chooses`)
  const phone = sim.phone(number)
  show(await phone.dial('*713#'))
  show(await phone.choose('Buy something'), 'Buy something')
  show(await phone.choose('Tea, 5.00'), 'Tea, 5.00')
  show(await phone.reply('2'), '2')
  show(await phone.choose('Yes'), 'Yes')
  const turns = sim.log.rows({ kind: 'ussd' })
  const slowest = Math.ceil(Math.max(...turns.map(({ ms }) => ms)))
  done(`${turns.length} screens, the slowest in ${slowest} ms. The service waits 7,000 ms`)

  step('The phone asks for the money, and the customer approves')
  const [prompt] = phone.prompts
  check(prompt?.amount === 10, 'the phone asks for 10.00')
  done(`10.00 for ${prompt.description}`)

  step('The service tells the shop that it is paid. By mistake it does so twice')
  sim.faults.next('duplicate', { kind: 'ussdPayment' })
  await phone.approve()
  await sim.advance(1_000)
  const notices = sim.log.rows({ kind: 'ussdPayment' })
  for (const { response } of notices) done(`payment notice, the shop answers ${response?.status ?? 'nothing'}`)
  check(notices.length === 2 && notices.every(isTaken), 'the shop takes both payment notices')

  step('The shop believes no notice: it asks the service whether that is true')
  const asked = await until('the service confirms the payment', () => {
    const { confirmed } = ledgerRow()
    return confirmed.find(({ outcome }) => outcome === 'paid')
  })
  done(`transaction status: ${asked.outcome}, ${asked.amount.toFixed(2)}`)

  step('The shop settles the order, once')
  const settled = await until('the order is settled', () => saw.find((line) => line.endsWith(': settled')))
  done(settled)

  step('The shop sends a message to the customer')
  await until('the shop sends a message', () => sim.log.rows({ kind: 'sendMessage' }).find(isTaken))
  await sim.advance(1_000)
  const [message] = sim.messages.to(number)
  check(message !== undefined, 'the message arrives on the phone')
  done(`the phone shows "${message.text}"`)

  step('The service reports that the message has arrived')
  await until('the delivery report comes', () => saw.find((line) => /^deliveryReport .* Delivered$/.test(line)))
  done('delivery report: Delivered')

  step('A stranger sends a notice that looks the same')
  const { response } = await sim.resend(notices[0].id, { as: 'forged' })
  check(response?.status === 401, 'the shop refuses a forged notice')
  done('the shop answers 401')

  step('The books: what the customer truly paid, beside what everybody said')
  const handled = await until('the shop is done with the payment', async () => {
    const payments = await sim.handled()
    return payments.length > 0 && payments
  })
  const ledger = sim.ledger({ handled })
  const row = ledger.rows[0]
  say(`   asked      ${row.asked.toFixed(2)}`)
  say(`   paid       ${row.paid.toFixed(2)}`)
  for (const { how, outcome, amount } of [...row.told, ...row.confirmed]) said(how, outcome, amount)
  for (const { outcome, amount } of row.handled) said('handled', outcome, amount)
  for (const difference of ledger.rows.flatMap(({ differs }) => differs)) say(`   ${styleText('red', difference)}`)
  check(ledger.isClean && ledger.rows.length === 1, 'the ledger is clean')
  const times = (pattern) => saw.filter((line) => pattern.test(line)).length
  check(times(/^payment /) === 1 && times(/: settled$/) === 1, 'the shop handles the payment once')
  check(orders.size === 1, 'there is one order')
  done('they all agree: one order, one payment, one delivery')
}

/** Keeps both up until Ctrl-C. */
async function serve() {
  const beside = (other) =>
    buildShop({ ...settings, store: memoryStore(), client: new MerchantClient(other.clientOptions) })
  sim.mapper = () => mapApplication(beside)
  const ended = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
  if (process.stdout.isTTY && process.env.CI === undefined) openBrowser(sim.pageUrl)
  say(`\n${styleText('bold', 'Now you. On this page, take a phone and dial *713#:')}`)
  say(`   ${styleText('cyan', sim.pageUrl)}`)
  say(`   The phone of this sale is ${number}. Ctrl-C ends it.`)
  await ended
  say('\nEnded.')
}

function show({ text, gatewayError }, chosen) {
  if (chosen !== undefined) say(`   ${styleText('cyan', `> ${chosen}`)}`)
  for (const line of text.split('\n')) say(`   ${dim('|')} ${line}`)
  check(!gatewayError, `the shop answers the phone, which shows ${gatewayError}`)
}

function said(how, outcome, amount) {
  say(`   ${how.padEnd(9)}  ${amount?.toFixed(2) ?? ''} ${outcome}`)
}

function ledgerRow() {
  const [row] = sim.ledger().rows
  check(row !== undefined, 'the service knows the payment')
  return row
}

function isTaken({ response }) {
  return response !== null && response.status >= 200 && response.status < 300
}

function check(holds, what) {
  if (!holds) throw new Error(`expected that ${what}`)
}

/** What `look` finds, as soon as it finds something: handlers work beside this. */
async function until(what, look) {
  const end = performance.now() + 10_000
  for (;;) {
    const found = await look()
    if (found) return found
    check(performance.now() < end, `${what}, within 10 seconds`)
    await wait(10)
  }
}
