import { appendFileSync } from 'node:fs'
import Fastify from 'fastify'
import { MerchantClient } from '../../../../src/client/index.ts'
import { conversation, frenchWords, type Script, text, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore, type Store } from '../../../../src/index.ts'

/** How the next build differs. */
export type Change =
  | 'nothing'
  | 'word'
  | 'kind'
  | 'question'
  | 'load'
  | 'effect'
  | 'end'
  | 'throws'
  | 'number'
  | 'options'
  | 'caller'
  | 'waits'
  | 'calls'
  | 'handler'
  | 'silence'

/** Whatever is read, looked up, done or paid leaves a line. */
function leave(line: string): void {
  appendFileSync(process.env.SCHOOL_TRACE ?? '', `${line}\n`)
}

const fees = Array.from({ length: 30 }, (_, at) => ({ label: `Fee number ${at + 1}`, fee: at + 1, amount: at + 1 }))

function scriptFor(change: Change): Script {
  return async (talk) => {
    const language = await talk.choose('Language?', ['English', 'Français'])
    if (language === 'Français') talk.speak(frenchWords)
    const prices = await talk.load(change === 'load' ? 'amounts' : 'prices', async () => {
      const both = await Promise.all([read('fees', fees), read('discount', 1)])
      return { fees: both[0], discount: both[1] }
    })
    talk.home()
    if (change === 'caller' && talk.caller.operator === '') await talk.show('Which network is this?')
    if (change === 'waits') await new Promise(() => undefined)
    if (change === 'calls') await clientOf().transactions.status({ clientReference: 'order-1' })
    const options = change === 'options' ? prices.fees.slice(20) : prices.fees
    const due = await talk.choose(change === 'number' ? 'What do you pay (2027)?' : 'What do you pay?', options)
    if (change === 'question') await talk.ask('Which school?', text())
    const pupil = await talk.ask(
      change === 'word' ? 'Your pupil’s number?' : 'Pupil number?',
      text({ check: (number) => lookUp(number) }),
    )
    const limits = { min: 1, max: 3 }
    const terms =
      change === 'kind'
        ? Number(await talk.ask('How many terms?', text()))
        : await talk.ask('How many terms?', whole(limits))
    const pin = await talk.ask('Your PIN?', text({ sensitive: true }))
    if (change === 'throws') throw new Error(`no account of ${pin}, +233000000042`)
    const order = await talk.once(change === 'effect' ? 'buy' : 'order', (key) => done(key))
    await talk.show(
      `Order ${order.number} of ${pupil} is kept. ${'Please keep this message for the school. '.repeat(8)}`,
    )
    if (!(await talk.confirm(`Pay ${due.fee * terms}?`))) return talk.end('Nothing was paid')
    if (change === 'end') return talk.end('We take no payments today')
    const receipt = await talk.ask('Name on the receipt?', text())
    return talk.pay('Approve the prompt', { amount: due.fee, description: receipt, reference: `order-${pupil}` })
  }
}

async function read<T>(name: string, value: T): Promise<T> {
  leave(`read ${name}`)
  return value
}

async function lookUp(number: string): Promise<boolean> {
  leave('looked up')
  return number.length === 4
}

async function done(key: string): Promise<{ readonly number: number }> {
  leave(`did ${key}`)
  return { number: 7 }
}

function clientOf() {
  const paths = { transactionStatus: '/transactions/status' }
  return new MerchantClient({ baseUrl: process.env.SCHOOL_SERVICE ?? '', apiId: 'id', apiKey: 'key', paths })
}

/** The school's application; what comes after its deploy where SCHOOL says a change. */
export default async function build({ store = memoryStore() }: { readonly store?: Store } = {}) {
  const change = (process.env.SCHOOL ?? 'nothing') as Change
  const app = Fastify()
  const script = conversation(scriptFor(change))
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    secret: process.env.SCHOOL_SECRET ?? 'the secret of a school in production',
    ...(change !== 'silence' && {
      ussd: change === 'handler' ? (_push, turn) => turn.prompt('More?', { state: { n: 1 } }) : script,
    }),
    programmable: script,
  })
  return app
}
