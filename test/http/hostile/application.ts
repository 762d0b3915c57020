import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { conversation, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, {
  allOf,
  anyOf,
  basic,
  type MerchantWebhooksOptions,
  type PaymentEvent,
  secretHeader,
  secretPath,
  secretQuery,
  sourceAddresses,
  verifyWith,
} from '../../../src/index.ts'
import { notificationKinds } from '../../../src/pushes/kinds.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { transactionAnswer } from '../../../src/testing/index.ts'
import { type FromApplication, heldFrom } from './messages.ts'
import type { SignedAddress } from './requests.ts'
import { secrets, type VerifierName, verifiers } from './targets.ts'

// The application under attack, a process of its own: `node application.ts <file or URL of the store>`.
const tell = (message: FromApplication) => process.send?.(message)
const store = process.argv[2]?.startsWith('postgres')
  ? postgresStore(process.argv[2])
  : sqliteStore(process.argv[2] ?? '')

process.on('unhandledRejection', (reason) =>
  tell({ type: 'crash', text: `unhandled rejection: ${reason instanceof Error ? reason.stack : reason}` }),
)
process.on('uncaughtException', (error) => tell({ type: 'crash', text: `uncaught: ${error.stack}` }))
process.on('warning', (warning) => {
  if (warning.name.startsWith('MaxListeners')) tell({ type: 'crash', text: `a leak: ${warning.stack}` })
})
process.on('disconnect', () => process.exit())

/** Every line of the log is read, and none is kept. */
const log = new Writable({
  write(line, _encoding, done) {
    const text = String(line)
    if (Object.values(secrets).some((one) => text.includes(one)) && isOurs(text))
      tell({ type: 'leak', text: text.slice(0, 2_000) })
    done()
  },
})

/** What is not below a prefix as it is written is the host's: docs/guarantees.md says so. */
function isOurs(line: string): boolean {
  const path = /"(?:url":"|msg":"Route [A-Z-]+:)(\/[^/"]*\/)?/.exec(line)
  return path === null || verifiers.some((name) => path[1] === `/${name}/`)
}

const checked = (name: string) => verifyWith(name, ({ headers }) => headers['x-checked'] === 'yes', { needsBody: true })
const choices: Record<VerifierName, NonNullable<MerchantWebhooksOptions['verify']>> = {
  none: 'none',
  asked: 'none',
  secretPath: secretPath(secrets.path),
  secretQuery: secretQuery('key', secrets.query),
  secretHeader: secretHeader('x-push-key', secrets.header),
  basic: basic({ username: 'pushes', password: secrets.password }),
  sourceAddresses: sourceAddresses(['192.0.2.10'], { trustedProxies: ['127.0.0.0/8'] }),
  verifyWith: checked('checked'),
  allOf: allOf(secretPath(secrets.path), checked('both')),
  anyOf: anyOf(secretPath(secrets.path), secretHeader('x-push-key', secrets.header)),
}

const shop = conversation(async (talk) => {
  const item = await talk.choose('Shop', [
    { label: 'Rice', amount: 60 },
    { label: 'Oil', amount: 25 },
  ])
  const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
  if (!(await talk.confirm(`Pay ${item.amount * quantity}?`))) return talk.end('Cancelled')
  const order = await talk.once('order', (key) => ({ id: key }))
  return talk.pay('Approve', { name: item.label, quantity, price: item.amount, reference: order.id })
})

const app = Fastify({ logger: { level: 'info', stream: log } })
for (const name of verifiers) {
  const options: MerchantWebhooksOptions = {
    name,
    prefix: `/${name}`,
    publicUrl: 'https://shop.example',
    secret: secrets.signing,
    verify: choices[name],
    store,
    ussd: shop,
    programmable: shop,
    payment: (payment, { conflictsWith }) => told(name, payment, conflictsWith !== undefined && conflictsWith !== null),
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
    // The service has never heard of any payment.
    ...(name === 'asked'
      ? {
          confirmWith: {
            transactions: { status: async () => transactionAnswer({ outcome: 'undetermined' }) },
          },
        }
      : {}),
  }
  await app.register(merchantWebhooks, options)
}

function told(registration: string, payment: PaymentEvent, isConflict: boolean): void {
  if (payment.outcome !== 'paid') return
  const { kind, evidence, amountMinor, needsReview, why } = payment
  const mark = /h(\d+)z/.exec(JSON.stringify(payment.raw))?.[1]
  tell({
    type: 'paid',
    index: mark === undefined ? null : Number(mark),
    registration,
    kind,
    evidence,
    amountMinor,
    isFlagged: isConflict || needsReview.length > 0,
    why,
  })
}

const addresses: SignedAddress[] = []
const merchant = app.merchant.get('none')
for (let at = 0; at < 60; at++) {
  const reference = `signed-${at}`
  const url = new URL(
    at % 2 === 0
      ? merchant.callbackUrl({ kind: 'checkout', reference, amount: 60 })
      : merchant.callbackUrl({ kind: 'ussdPayment', sessionId: `session-${at}`, reference, amount: 60 }),
  )
  addresses.push({ kind: at % 2 === 0 ? 'checkout' : 'ussdPayment', path: url.pathname + url.search, reference })
}

await app.listen({ port: 0, host: '127.0.0.1', backlog: 1024 })
const address = app.server.address()
if (address === null || typeof address === 'string') throw new Error('no port')
tell({ type: 'listening', port: address.port, addresses })

// Whoever holds the loop uses the thread's processor: counted so, other processes on the same cores are not blamed on it.
let from = Date.now()
let used = process.threadCpuUsage()
const look = (): void => {
  const { user, system } = process.threadCpuUsage(used)
  const held = (user + system) / 1_000
  if (held >= heldFrom) tell({ type: 'held', ms: held, from, to: Date.now() })
  from = Date.now()
  used = process.threadCpuUsage()
  setTimeout(look, 2)
}
look()

const open = ['waiting', 'running'] as const
// What a conversation asked to be paid waits for its notice, which nobody sends here.
const pushed = notificationKinds
process.on('message', async (message) => {
  if (message === 'collect') globalThis.gc?.()
  let left = 0
  const some: string[] = []
  for (const name of verifiers) {
    if (name === 'asked') continue
    const { inbox } = app.merchant.get(name)
    const { waiting, running } = await inbox.count({ kinds: pushed, states: open })
    left += waiting + running
    if (waiting + running === 0) continue
    const { entries } = await inbox.list({ kinds: pushed, states: open, limit: 5 })
    for (const { id, state, reason } of entries) some.push(`${name}: ${id} is ${state} ${reason ?? ''}`)
  }
  tell({ type: 'left', entries: left, some })
})
