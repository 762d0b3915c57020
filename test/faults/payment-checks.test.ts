import { describe, expect, it } from 'vitest'
import type { KeptEntry } from './harness/application-process.ts'
import { type Claim, entryIdOf, forgedPhone, truePhone } from './harness/payments/claim.ts'
import { type Answered, newHistory, type PaymentHistory, type Pushed, type Told } from './harness/payments/history.ts'
import { judgePayments } from './harness/payments/judge.ts'
import { judgeSales } from './harness/payments/judge-sales.ts'
import { drawPlan, type Fate, type PaymentPlan } from './harness/payments/plan.ts'
import { saleOf } from './harness/payments/sales.ts'
import { findSecrets } from './harness/payments/secrets.ts'
import { Random } from './harness/random.ts'

const giveUpAfter = 45_000
const reference = 'order-1'
const paidId = `checkout:clientReference:${reference}|paid`

const plan: PaymentPlan = {
  reference,
  fate: 'paid',
  amountMinor: 5_000,
  paidMinor: 5_000,
  steps: [{ says: 'paid', at: 1_000, shownAt: 1_000 }],
  pushes: [],
  way: 'on time',
  isOnRecord: true,
}
const answered: Answered = { at: 3_000, says: 'paid', status: 'Settled', amountMinor: 5_000, phone: truePhone }
const claim: Claim = {
  outcome: 'paid',
  reference,
  checkoutId: 'c1',
  amountMinor: 5_000,
  phone: truePhone,
  form: 'pascal',
}
const pushed: Pushed = { at: 2_000, by: 'service', to: 'signed', claim, sent: 200 }
const told: Told = {
  at: 4_000,
  pid: 1,
  id: paidId,
  number: 1,
  source: 'checkout',
  conflictsWith: null,
  outcome: 'paid',
  evidence: 'confirmed',
  reference,
  address: null,
  amountMinor: 5_000,
  needsReview: [],
  paymentId: 'c1',
  transactionId: `tx-${reference}`,
  networkTransactionId: `net-${reference}`,
  phone: truePhone,
  says: 'paid',
  status: 'Settled',
}
const entry: KeptEntry = {
  kind: 'checkout',
  id: paidId,
  reference,
  state: 'done',
  failures: 0,
  attempts: 1,
  conflictsWith: null,
  reason: null,
}
const expecting: KeptEntry = {
  ...entry,
  kind: 'expectedPayment',
  id: `expectedPayment:checkout:clientReference:${reference}`,
}

interface Doctored {
  readonly plan?: Partial<PaymentPlan>
  readonly history?: Partial<PaymentHistory>
  readonly told?: readonly Told[]
  readonly entries?: readonly KeptEntry[]
}

/** What is found in the history of a payment that went well, but for what is doctored. */
function foundIn({ plan: over, history, told: calls = [told], entries = [entry, expecting] }: Doctored = {}): string {
  const whole: PaymentHistory = {
    ...newHistory({ ...plan, ...over }),
    checkoutIds: ['c1'],
    pages: ['c1'],
    creations: 1,
    orderedAt: 0,
    startedAt: 10,
    answers: [answered],
    pushes: [pushed],
    ...history,
  }
  return judgePayments({ histories: [whole], told: calls, entries, giveUpAfter }).join('\n')
}

/** The same, as it is where a payment ends otherwise. */
function endedAs(fate: Fate, calls: readonly Told[], answers: readonly Answered[]): string {
  return foundIn({ plan: { fate }, told: calls, history: { answers: [...answers] } })
}

const givenUp: Told = {
  ...told,
  id: `checkout:clientReference:${reference}|undetermined|givenUp`,
  outcome: 'undetermined',
  evidence: 'callback',
  needsReview: ['givenUp'],
  amountMinor: null,
  says: 'undetermined',
  status: null,
}

describe('what is found of a payment', () => {
  it('is nothing where it ended as it should', () => {
    expect(foundIn()).toBe('')
    expect(endedAs('never', [givenUp], [])).toBe('')
    const failed = { ...told, outcome: 'failed', says: 'failed', status: 'Failed' }
    expect(endedAs('failed', [failed], [{ ...answered, says: 'failed', status: 'Failed' }])).toBe('')
    const short = { ...told, outcome: 'undetermined', needsReview: ['underpaid'], amountMinor: 4_999 }
    expect(endedAs('underpaid', [short], [{ ...answered, amountMinor: 4_999 }])).toBe('')
  })

  it('is nothing where a handler that was killed, or failed, was called again under the same id', () => {
    expect(foundIn({ told: [told, { ...told, at: 5_000, number: 2 }] })).toBe('')
  })

  it('is that it has two pages to pay at', () => {
    expect(foundIn({ history: { pages: ['c1', 'c1', 'c2'] } })).toContain('order-1: it has the pages c1, c1, c2')
  })

  it('is that nobody was told', () => {
    expect(foundIn({ told: [] })).toContain('order-1, paid: paid was told 0 times, not 1 to 1')
  })

  it('is that it was paid twice, under two ids', () => {
    const again = { ...told, id: `${paidId}~0123456789ab`, conflictsWith: paidId }
    expect(foundIn({ told: [told, again] })).toContain('order-1, paid: paid was told 2 times, not 1 to 1')
  })

  it('is that it was told for the address of another alone, or twice for one, and not that it was told plainly besides', () => {
    const astray: Told = { ...told, needsReview: ['otherReference'] }
    const plain: Told = { ...told, id: `${paidId}|2`, at: 4_200 }
    expect(foundIn({ told: [astray, plain] })).toBe('')
    expect(foundIn({ told: [astray] })).toContain('order-1, paid: paid was told 0 times, not 1 to 1')
    const again: Told = { ...astray, id: `${paidId}~0123456789ab` }
    expect(foundIn({ told: [astray, again, plain] })).toContain('paid was told 2 times for another address')
  })

  it('is that a payment was told last as what it was before its end, or twice as that', () => {
    const failed: Told = { ...told, id: 'failed', at: 4_100, outcome: 'failed', says: 'failed', status: 'Failed' }
    const answers: Answered[] = [answered, { ...answered, says: 'failed', status: 'Failed' }]
    const again: Told = { ...told, id: `${paidId}|2`, at: 4_200 }
    expect(endedAs('secondTry', [failed, again], answers)).toBe('')
    expect(endedAs('secondTry', [told, failed], answers)).toContain('it ended paid, and failed was told last')
    expect(endedAs('secondTry', [told, again], answers)).toContain('paid was told 2 times, not 1 to 1')
    const refunded: Told = { ...failed, id: 'refunded', at: 3_900, outcome: 'refunded', says: 'refunded' }
    expect(endedAs('refunded', [refunded, told], answers)).toContain('it ended refunded, and paid was told last')
  })

  it('is that what was paid short was told as paid', () => {
    const answers = [{ ...answered, amountMinor: 4_999 }]
    const found = endedAs('underpaid', [{ ...told, amountMinor: 4_999 }], answers)
    expect(found).toContain('underpaid was told 0 times, not 1 to 1')
    expect(found).toContain('paid was told of what is undetermined')
    expect(found).toContain('underpaid is false')
  })

  it('is that a forged claim was confirmed: the service never said so', () => {
    const answers: Answered[] = [{ ...answered, says: 'failed', status: 'Failed' }]
    const found = endedAs('failed', [told], answers)
    expect(found).toContain('the service never said paid (Settled) 5000')
    expect(found).toContain('failed was told 0 times, not 1 to 1')
  })

  it('is that something was confirmed before the service said it', () => {
    expect(foundIn({ told: [{ ...told, at: 2_999 }] })).toContain('the service never said paid')
  })

  it('is that another amount was confirmed than the service said', () => {
    expect(foundIn({ told: [{ ...told, amountMinor: 9_000 }] })).toContain('the service never said paid (Settled) 9000')
  })

  it('is that an identifier or a phone of a forger was confirmed', () => {
    expect(foundIn({ told: [{ ...told, phone: forgedPhone }] })).toContain("its phone is a forger's")
    expect(foundIn({ told: [{ ...told, paymentId: 'f0f0' }] })).toContain("its paymentId is a forger's")
    expect(foundIn({ told: [{ ...told, transactionId: 'forged-1' }] })).toContain("its transactionId is a forger's")
  })

  it('is that a claim was told although nobody was asked', () => {
    const found = foundIn({ told: [{ ...told, evidence: 'signed', says: null, status: null }] })
    expect(found).toContain('paid was told with evidence signed')
  })

  it('is that it was given up although the service had said how it ended', () => {
    expect(foundIn({ told: [told, givenUp] })).toContain('order-1, paid: givenUp was told 1 times, not 0 to 0')
  })

  it('is that nobody heard of a payment without an end, or twice', () => {
    expect(endedAs('never', [], [])).toContain('givenUp was told 0 times, not 1 to 1')
    expect(endedAs('never', [givenUp, { ...givenUp, id: 'another' }], [])).toContain('givenUp was told 2 times')
  })

  it('is that one id said two things', () => {
    const failed = { ...told, outcome: 'failed', says: 'failed', status: 'Failed' }
    const answers: Answered[] = [answered, { ...answered, says: 'failed', status: 'Failed' }]
    expect(foundIn({ told: [told, failed], history: { answers } })).toContain('says several things')
  })

  it('is that an acknowledged push is nowhere', () => {
    const refunded: Pushed = { ...pushed, claim: { ...claim, outcome: 'refunded' } }
    const found = foundIn({ history: { pushes: [pushed, refunded] } })
    expect(found).toContain(`a push was acknowledged and is nowhere: ${entryIdOf(refunded.claim)}`)
    expect(foundIn({ history: { pushes: [pushed, { ...refunded, sent: 'unanswered' }] } })).toBe('')
    expect(foundIn({ history: { pushes: [pushed, { ...refunded, sent: 503 }] } })).toBe('')
  })

  it('is that its order was answered, and nobody expects it', () => {
    expect(foundIn({ entries: [entry] })).toContain('its order was answered, and nobody expects it')
  })

  it('is that an entry has no end, or a dead one', () => {
    expect(foundIn({ entries: [{ ...entry, state: 'waiting' }, expecting] })).toContain('is still waiting')
    expect(foundIn({ entries: [{ ...entry, state: 'dead' }, expecting] })).toContain(`${paidId} is dead`)
  })

  it('is a payment that nobody asked for', () => {
    expect(foundIn({ told: [told, { ...told, reference: 'nobody-1' }] })).toContain('a payment that nobody asked for')
  })

  it('is not that a person was told of a reference that only a push names', () => {
    const rumour: Told = { ...givenUp, id: 'nobody', reference: 'nobody-1', needsReview: ['unknownReference'] }
    const forged: Pushed = { ...pushed, by: 'forger', claim: { ...claim, reference: 'nobody-1' } }
    const entries = [entry, expecting, { ...entry, id: entryIdOf(forged.claim), reference: 'nobody-1' }]
    const found = (over: Partial<Told>): string =>
      foundIn({ told: [told, { ...rumour, ...over }], history: { pushes: [pushed, forged] }, entries })
    expect(found({})).toBe('')
    expect(found({ reference: 'nobody-2' })).toContain('a payment that nobody asked for')
    expect(found({ evidence: 'confirmed' })).toContain('a payment that nobody asked for')
    expect(found({ needsReview: ['givenUp'] })).toBe('')
    expect(found({ reference: null })).toContain('a payment that nobody asked for')
  })

  it('is that its own reference was called unknown, unless it was named before it was ordered', () => {
    const unknown: Told = { ...givenUp, id: 'unknown', needsReview: ['unknownReference'] }
    expect(foundIn({ told: [told, unknown] })).toContain('unknownReference was told 1 times, not 0 to 0')
    const early: Pushed = { ...pushed, at: 5, by: 'forger' }
    expect(foundIn({ told: [told, unknown], history: { pushes: [early, pushed] } })).toBe('')
  })

  it('is nothing where an order was refused for a push, after the call that had its invoice made was lost', () => {
    const refused = { at: 20, creations: [1, 1] } as const
    const named: Pushed = { ...pushed, at: 5, by: 'forger' }
    const history = { pages: [], startedAt: undefined, answers: [], pushes: [named], refused }
    const found = (doctored: Partial<PaymentHistory>, calls: readonly Told[] = []) =>
      foundIn({ told: calls, history: { ...history, ...doctored } })
    expect(found({})).toBe('')
    expect(found({}, [givenUp, givenUp])).toBe('')
    expect(found({}, [told])).toContain('paid was told of what nobody can pay')
    expect(found({}, [givenUp, { ...givenUp, id: 'another' }])).toContain('givenUp was told 2 times')
    expect(found({ pushes: [{ ...named, at: 25 }] })).toContain('refused for a push that nobody made')
    expect(found({ pushes: [{ ...named, sent: 503 }] })).toContain('refused for a push that nobody made')
    expect(found({ refused: { at: 20, creations: [0, 0] } })).toContain('no invoice was asked for before')
    expect(found({ refused: { at: 20, creations: [1, 2] } })).toContain('in the call that had its invoice made')
    expect(found({ pages: ['c1'] }, [told])).toContain('it has a page, and was refused for a push')
  })

  it('has the whole history of the payment below it', () => {
    const lines = foundIn({ told: [] }).split('\n')
    expect(lines.map((line) => line.trim())).toEqual([
      'order-1, paid: paid was told 0 times, not 1 to 1',
      'planned: paid, callback on time, 5000 of 5000; invoices c1',
      '-10 ms ordered',
      '1000 ms paid (shown at 1000)',
      '1990 ms service to its signed address: paid 5000 of order-1: 200',
      '2990 ms service: Settled, 5000: paid',
      `entry ${paidId}: done, 0 failures, null`,
      `entry ${expecting.id}: done, 0 failures, null`,
    ])
  })
})

describe('what is found of sales by USSD', () => {
  const sale = saleOf(2)
  const [own, second] = [sale.notices[0], sale.notices[4]]
  const plain = (money: string, address: string): Told => ({
    ...told,
    id: `${money}@${address}`,
    transactionId: money,
    address,
  })
  const reused = (money: string, address: string): Told => {
    const needsReview = ['reused']
    return { ...plain(money, address), outcome: 'undetermined', needsReview }
  }
  /** Each money is told at an address of its own, and is reused at others, but for what is doctored. */
  const wentWell = sale.notices.map((notice) => {
    const { money, address } = notice
    return notice === own || notice === second ? plain(money, address) : reused(money, address)
  })
  const found = (doctored: (one: Told, index: number) => Told[]) =>
    judgeSales([sale], wentWell.flatMap(doctored)).join('\n')

  it('is nothing where each money settles one order, also where it is told twice', () => {
    expect(found((one) => [one, one])).toBe('')
    expect([0, 1, 2].map((index) => saleOf(index).notices.length)).toEqual([1, 3, 5])
  })

  it('is that a money settles two orders', () => {
    const at = `${own?.money}`
    expect(found((one, index) => [index === 1 ? plain(at, `${one.address}`) : one])).toContain(
      `${at} settles sale-2-1,sale-2-2`,
    )
  })

  it('is that an order is settled by two moneys', () => {
    const address = `${own?.address}`
    expect(found((one, index) => [index === 3 ? plain(`${one.transactionId}`, address) : one])).toContain(
      `${address} is settled by tx-sale-2-1,tx-sale-2-2`,
    )
  })

  it('is that one id is told with two outcomes, or with other reasons to look at it', () => {
    const [money, address] = [`${own?.money}`, `${own?.address}`]
    expect(found((one, index) => (index === 0 ? [one, reused(money, address)] : [one]))).toContain(
      'says several things',
    )
    expect(found((one, index) => (index === 1 ? [one, { ...one, needsReview: [] }] : [one]))).toContain(
      'says several things',
    )
  })

  it('is that nobody was told of a notice, or that nothing is settled', () => {
    expect(found((one, index) => (index === 4 ? [] : [one]))).toContain('nobody was told of tx-sale-2-2 at sale-2-2')
    expect(found((one) => [reused(`${one.transactionId}`, `${one.address}`)])).toContain('nothing is settled by')
  })
})

describe('what is planned', () => {
  const times = { unit: 1_000, reconcileAfter: 1_500, giveUpAfter }
  const draw = (seed: number) => {
    const random = new Random(seed)
    return Array.from({ length: 1_000 }, (_, index) =>
      drawPlan(`order-${index}`, ['order-a', 'order-b'], random.fork(), times),
    )
  }

  it('is the same for the same seed', () => {
    expect(draw(3)).toEqual(draw(3))
    expect(draw(3)).not.toEqual(draw(4))
  })

  it('has every fate, every way of a callback, and forgeries of every kind', () => {
    const plans = draw(1)
    expect(new Set(plans.map(({ fate }) => fate)).size).toBe(9)
    expect(new Set(plans.map(({ way }) => way)).size).toBe(7)
    const forged = plans.flatMap(({ pushes }) => pushes.filter(({ by }) => by === 'forger'))
    expect(new Set(forged.map(({ to }) => to)).size).toBe(3)
    expect(new Set(forged.map(({ claim: { outcome } }) => outcome)).size).toBe(6)
    const isOfAnother = ({ claim: { reference: whose } }: { claim: Claim }) => whose === 'order-a'
    expect(forged.filter(isOfAnother).length).toBeGreaterThan(0)
    expect(forged.filter(({ claim: { reference: whose } }) => whose === null).length).toBeGreaterThan(0)
    expect(forged.filter(({ at }) => at < 0).length).toBeGreaterThan(0)
  })
})

describe('what is looked for in logs', () => {
  const keys = { apiId: 'id', apiKey: 'a-key', secret: 'a-secret' }

  it('is found', () => {
    const basic = Buffer.from('id:a-key').toString('base64')
    const lines = ['a-key', 'a-secret', basic, truePhone, forgedPhone, '?mref=1&msig=1.abc']
    for (const line of lines) expect(findSecrets(`before\n${line}\nafter`, keys)).toHaveLength(1)
    expect(findSecrets(lines.join('\n'), keys)).toHaveLength(6)
  })

  it('is not shown where it is found', () => {
    expect(findSecrets('it says a-secret here', keys)).toEqual(['the secret was logged, 1 times: it says … here'])
  })

  it('is not found where it is masked, nor in the digits of a time', () => {
    expect(findSecrets('+233*****000 and msig=*** of order-1', keys)).toEqual([])
    expect(findSecrets(`"responseTime":10.53${truePhone.slice(1)}2,"msg"`, keys)).toEqual([])
  })
})
