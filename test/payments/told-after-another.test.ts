import { describe, expect, it } from 'vitest'
import type { PaymentHandler } from '../../src/index.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { failed, idOf, inShort, openShop, reference, sqliteFile } from './shop.ts'

interface Step {
  readonly status: string
  readonly push: Readonly<Record<string, unknown>>
  readonly fields?: Readonly<Record<string, unknown>>
}

const paid: Step = { status: 'Paid', push: {} }
const lost: Step = { status: 'Failed', push: failed }
const cancelled: Step = { status: 'Cancelled', push: { Status: 'Cancelled', Amount: 0 } }
const refunded: Step = { status: 'Refunded', push: { Status: 'Refunded' } }
const reversed: Step = { status: 'Reversed', push: { Status: 'Reversed', Amount: 0 } }
const disputed: Step = { status: 'Paid', push: {}, fields: { Disputed: true } }
const taken = ['contradicted']

async function openWithSteps() {
  const shop = await openShop({ store: sqliteHere(sqliteFile()) })
  const url = await shop.create()
  const tell = async ({ status, push, fields }: Step, times: number) => {
    shop.service.know(reference, status, fields)
    await shop.push(push, url)
    await shop.untilTold(times, 1)
  }
  const ends = () => shop.told.map(inShort).map(({ id, outcome, needsReview }) => [id, outcome, needsReview])
  return { shop, url, tell, ends }
}

describe('a payment that came to one end, to another, and to the first again', () => {
  const sequences: readonly (readonly [
    name: string,
    steps: readonly Step[],
    told: readonly (readonly [string, readonly string[]])[],
  ])[] = [
    [
      'failed, paid, failed',
      [lost, paid, lost],
      [
        ['failed', []],
        ['paid', []],
        ['failed|2', taken],
      ],
    ],
    [
      'failed, paid, reversed',
      [lost, paid, { ...reversed, push: failed }],
      [
        ['failed', []],
        ['paid', []],
        ['failed|2', taken],
      ],
    ],
    [
      'failed, paid, reversed and announced as refunded',
      [lost, paid, { ...reversed, push: refunded.push }],
      [
        ['failed', []],
        ['paid', []],
        ['failed|2', taken],
      ],
    ],
    [
      'cancelled, paid, cancelled',
      [cancelled, paid, cancelled],
      [
        ['cancelled', []],
        ['paid', []],
        ['cancelled|2', taken],
      ],
    ],
    [
      'refunded, paid, refunded',
      [refunded, paid, refunded],
      [
        ['refunded', []],
        ['paid', []],
        ['refunded|2', []],
      ],
    ],
    [
      'paid, refunded, paid',
      [paid, refunded, paid],
      [
        ['paid', []],
        ['refunded', []],
        ['paid|2', taken],
      ],
    ],
    [
      'paid, reversed, paid',
      [paid, { ...reversed, push: failed }, paid],
      [
        ['paid', []],
        ['failed', taken],
        ['paid|2', taken],
      ],
    ],
    [
      'failed, paid, disputed',
      [lost, paid, { ...disputed, push: failed }],
      [
        ['failed', []],
        ['paid', []],
        ['undetermined|disputed', ['disputed']],
      ],
    ],
  ]

  it.each(sequences)('is told of each: %s', async (_name, steps, expected) => {
    const { tell, ends } = await openWithSteps()
    let times = 0
    for (const step of steps) {
      times += 1
      await tell(step, times)
    }
    expect(ends()).toEqual(expected.map(([end, needsReview]) => [idOf(end), end.replace(/\|.*/, ''), needsReview]))
  })

  it('is told again and again as often as it changes', async () => {
    const { tell, ends } = await openWithSteps()
    for (const [index, step] of [lost, paid, lost, paid, cancelled, lost].entries()) await tell(step, index + 1)
    expect(ends().map(([id]) => id)).toEqual(
      ['failed', 'paid', 'failed|2', 'paid|3', 'cancelled', 'failed|4'].map((end) => idOf(end)),
    )
  })
})

describe('a payment that goes back while its handler is told that it is paid', () => {
  it('is told as failed after that', async () => {
    const held = Promise.withResolvers<void>()
    const begun: string[] = []
    const payment: PaymentHandler = async ({ outcome }, { entryId: id }) => {
      begun.push(id)
      if (outcome === 'paid') await held.promise
    }
    const shop = await openShop({ store: sqliteHere(sqliteFile()), payment })
    const url = await shop.create()
    shop.service.know(reference, 'Failed')
    await shop.push(failed, url)
    await shop.until(idOf('failed'), 'done')
    shop.service.know(reference, 'Paid')
    await shop.push(refunded.push, url)
    await shop.until(idOf('paid'), 'running')
    shop.service.know(reference, 'Reversed')
    await shop.push(failed, url)
    await shop.until(idOf('failed|2'), 'waiting')
    held.resolve()
    await shop.until(idOf('failed|2'), 'done')
    expect(begun).toEqual([idOf('failed'), idOf('paid'), idOf('failed|2')])
  })
})

describe('a callback of an end that was told, and was not the last', () => {
  it('tells nothing where the service says the last one still, and a hundred of them cost one question, and one later', async () => {
    const { shop, url, tell, ends } = await openWithSteps()
    await tell(lost, 1)
    await tell(paid, 2)
    const asked = shop.service.questions().length
    for (let time = 0; time < 100; time += 1) await shop.push(failed, url)
    await shop.untilTold(2, 1)
    expect(shop.service.questions().length - asked).toBe(1)
    expect(ends().map(([id]) => id)).toEqual([idOf('failed'), idOf('paid')])
    const rechecks = (await shop.entries('expectedPayment')).filter(([id]) => /\|\d+$/.test(id))
    expect(rechecks.map(([, state]) => state)).toEqual(['waiting'])
  })

  it('asks nothing where it is the last', async () => {
    const { shop, url, tell } = await openWithSteps()
    await tell(lost, 1)
    await tell(paid, 2)
    const asked = shop.service.questions().length
    await shop.push({}, url)
    await shop.untilTold(2, 1)
    expect(shop.service.questions()).toHaveLength(asked)
  })
})
