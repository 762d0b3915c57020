import { expect, it } from 'vitest'
import { writePayload } from '../../../src/inbox/entry.ts'
import { expectedEntry } from '../../../src/payments/rules/expected-payment.ts'
import type { Confirmation } from '../../../src/pushes/money/confirmation.ts'
import { run, runAt } from '../run.ts'
import { callback, keptStore, noon, paid } from './kept-store.ts'

const expected = expectedEntry('checkout:clientReference:order-1', {
  kind: 'checkout',
  question: { clientReference: 'order-1' },
  checkoutId: null,
  amountMinor: 500,
  currency: 'GHS',
  isOurs: true,
  signed: null,
  invoice: null,
  isRecheck: false,
  hasFailed: false,
  isBesidePaid: false,
  toldAs: null,
  behind: null,
  before: 0,
  since: noon,
})
const confirmation: Confirmation = {
  askedAt: new Date(noon),
  says: 'paid',
  status: 'Settled',
  clientReference: 'order-1',
  checkoutId: null,
  transactionId: 'a-transaction',
  networkTransactionId: null,
  amountMinor: 250,
  feeMinor: null,
  refundedMinor: null,
  isDisputed: null,
  currencyCode: 'GHS',
  customerPhone: '+233000000042',
  customerPhoneInternational: '+233000000042',
  raw: { TransactionStatus: 'Settled' },
}

it('finds what the application has to do by itself', async () => {
  const { file, accept } = await keptStore()
  await accept(expected, paid('order-2'))
  const { code, out } = await run('inbox', '--kind', 'expectedPayment', '--store', file, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out).entries).toMatchObject([{ kind: 'expectedPayment', id: expected.id, reference: 'order-1' }])
})

it('takes its kind in whatever case it is written', async () => {
  const { file, accept } = await keptStore()
  await accept(expected, paid('order-2'))
  const { out } = await run('inbox', '--kind', 'expectedpayment', '--store', file, '--json')
  expect(JSON.parse(out).entries).toMatchObject([{ kind: 'expectedPayment' }])
})

it('lists and counts the sale, and leaves out follow-ups that are done until they are asked for', async () => {
  const { file, accept, end } = await keptStore()
  await accept(expected)
  await end('done')
  const [sale, other] = [
    paid('order-1'),
    { ...expected, id: 'expectedPayment:other', identity: 'other', lane: 'other' },
  ]
  await accept(sale)
  await end('done')
  await accept(other)
  await end('dead', 'the service gave no final status for it')
  const idsOf = async (...more: string[]) => {
    const { out } = await run('inbox', ...more, '--store', file, '--json')
    return JSON.parse(out).entries.map(({ id }: { id: string }) => id)
  }
  const countOf = async (...more: string[]) => {
    const { waiting, done, dead } = JSON.parse((await run('inbox', 'count', ...more, '--store', file, '--json')).out)
    return { waiting, done, dead }
  }
  expect(await idsOf()).toEqual([other.id, sale.id])
  expect(await countOf()).toEqual({ waiting: 0, done: 1, dead: 1 })
  expect(await idsOf('--reference', 'order-1', '--state', 'done')).toEqual([sale.id])
  expect(await idsOf('--follow-ups')).toEqual([other.id, sale.id, expected.id])
  expect(await countOf('--follow-ups')).toEqual({ waiting: 0, done: 2, dead: 1 })
  expect(await idsOf('--kind', 'expectedPayment')).toEqual([other.id, expected.id])
  expect(await countOf('--kind', 'expectedPayment')).toEqual({ waiting: 0, done: 1, dead: 1 })
  expect(await idsOf('--lane', expected.lane)).toEqual([expected.id])
})

it('takes a reference for the notification of a payment, not for what is still to be done about it', async () => {
  const { file, accept } = await keptStore()
  await accept(expected)
  const got = async () => JSON.parse((await run('inbox', 'get', 'order-1', '--store', file, '--json')).out).id
  expect(await got()).toBe(expected.id)
  const callbackOf = paid('order-1')
  await accept(callbackOf)
  expect(await got()).toBe(callbackOf.id)
})

it('names those that came where a reference is of several notifications', async () => {
  const { file, accept } = await keptStore()
  const [one, other] = [paid('order-1'), paid('order-2', { reference: 'order-1' })]
  await accept(expected, one, other)
  const { code, err } = await run('inbox', 'replay', 'order-1', '--store', file)
  expect({ code, err }).toEqual({
    code: 1,
    err: `Several entries are meant by 'order-1': name one by its id.\n  ${other.id}\n  ${one.id}`,
  })
})

it('says what has to be replayed for the service to be asked, where that was given up', async () => {
  const { file, accept, end } = await keptStore()
  await accept(expected)
  await end('dead', 'the service gave no final status for it')
  const told = paid('order-1')
  await accept(told)
  await end('done')
  const replayed = await run('inbox', 'replay', told.id, '--store', file)
  expect(replayed).toMatchObject({ code: 0, err: '' })
  expect(replayed.out).toContain(`Asked for a replay of ${told.id}`)
  expect(replayed.out).toContain(`asked about that payment by ${expected.id}, which was given up`)
  const itself = await run('inbox', 'replay', expected.id, '--store', file)
  expect(itself).toMatchObject({ code: 0, err: '' })
  expect(itself.out).not.toContain('given up')
})

it('shows a payment that is expected, and what is kept of it only where that is asked for', async () => {
  const { file, accept, end } = await keptStore()
  await accept(expected)
  await end('dead', 'the service gave no final status for it')
  const masked = await run('inbox', 'get', expected.id, '--store', file)
  expect(masked).toMatchObject({ code: 0, err: '' })
  expect(masked.out).toMatch(/^state {8}dead$/m)
  expect(masked.out).toContain('the service gave no final status for it')
  expect(masked.out).not.toContain('amountMinor')
  const bare = await run('inbox', 'get', expected.id, '--store', file, '--unmasked', '--reason', 'asked')
  expect(bare.out).toContain('"amountMinor": 500')
})

it('shows of a payment what the service said, and not what its push claims', async () => {
  const { file, accept } = await keptStore()
  const fields = callback('order-1', { ResponseCode: '2001', Status: 'Failed' })
  const verdict = { outcome: 'undetermined', why: 'less was paid', needsReview: ['underpaid'], confirmation } as const
  await accept(paid('order-1', { payload: writePayload({ carrier: 'json', fields, raw: fields, verdict }) }))
  const eventOf = async (...more: string[]) =>
    JSON.parse((await run('inbox', 'get', 'order-1', '--store', file, '--json', ...more)).out).event
  const learnt = { outcome: 'undetermined', evidence: 'confirmed', amountMinor: 250, needsReview: ['underpaid'] }
  const masked = await eventOf()
  expect(masked).toMatchObject(learnt)
  expect(masked.confirmation).toEqual({ says: 'paid', status: 'Settled', currencyCode: 'GHS' })
  expect(JSON.stringify(masked)).not.toMatch(/000000042|a-transaction/)
  expect(await eventOf('--unmasked', '--reason', 'asked')).toMatchObject({
    ...learnt,
    confirmation: { says: 'paid', status: 'Settled', transactionId: 'a-transaction' },
  })
})

it('shows what a session asked to pay, and what a replay of it does', async () => {
  const { file, accept, end } = await keptStore()
  const asked = {
    ...expected,
    kind: 'askedPayment',
    id: 'askedPayment:ussd:s1',
    identity: 'askedPayment:ussd:s1',
    lane: 'askedPayment:ussd:s1',
    payload: Buffer.from(
      JSON.stringify({
        kind: 'ussd',
        sessionId: 's1',
        reference: 'order-1',
        since: noon,
        amount: 5,
        phone: '+233...000',
      }),
    ),
  } as const
  await accept(asked)
  await end('dead', 'a word '.repeat(30).trim())
  const shown = await runAt({ columns: 80 }, 'inbox', 'get', asked.id, '--store', file)
  expect(shown.out).toContain('"amount": 5,\n  "phone": "+233...000"')
  expect(shown.out).toContain('"sessionId": "s1"')
  expect(shown.out).not.toContain('…')
  expect(shown.out.split('\n').filter((line) => line.length > 80)).toEqual([])
  const replayed = await run('inbox', 'replay', asked.id, '--store', file)
  expect(replayed.out).toContain('looks whether its notice came. The service is not asked.')
})
