import { describe, expect, it } from 'vitest'
import { SharedAnswers } from '../../src/payments/rules/shared-answers.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { failed, idOf, inShort, openShopInTime, reference } from './shop.ts'

const many = 100

describe('a hundred callbacks for one payment', () => {
  it('are asked about once when the service knows how it ended', async () => {
    const shop = await openShopInTime()
    const url = await shop.create()
    shop.service.know(reference, 'Pending')
    for (let amount = 1; amount <= many; amount++) await shop.push({ Amount: amount }, url)
    await shop.passing(1_000, () => shop.service.questions().length >= 3)
    const asked = shop.service.questions().length
    shop.service.know(reference, 'Settled')
    await shop.passing(100, async () => (await shop.entries()).every(([, state]) => state === 'done'))
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(shop.service.questions().length - asked).toBeLessThan(10)
  })
})

describe('what was told of a payment', () => {
  it.each([
    ['failed', 'paid'],
    ['cancelled', 'paid'],
    ['paid', 'failed'],
    ['paid', 'refunded'],
  ])('%s, is told again when the service says %s', async (first, second) => {
    const words: Readonly<Record<string, string>> = {
      paid: 'Settled',
      failed: 'Failed',
      cancelled: 'Cancelled',
      refunded: 'Refunded',
    }
    const shop = await openShopInTime()
    const url = await shop.create()
    for (const [index, says] of [first, second].entries()) {
      shop.service.know(reference, words[says] ?? '')
      // What it claims is not what counts.
      await shop.push(index === 0 ? {} : { ...failed, Description: 'another' }, url)
      await shop.passing(1_000, () => shop.told.length === index + 1)
    }
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf(first), idOf(second)])
  })
})

describe('an answer that is shared', () => {
  const clock = manualClock()
  const at = clock.now()
  const question = { clientReference: 'order-1' }

  /** How often the service was asked by all of these. */
  async function asked(ids: readonly string[], more: Partial<Record<'step' | 'cameAt', number>> = {}) {
    const answers = new SharedAnswers(clock)
    let questions = 0
    for (const id of ids) {
      clock.advance(more.step ?? 1)
      await answers.of(question, { id, at: more.cameAt ?? at }, async () => ({ problem: `${++questions}` }))
    }
    return questions
  }

  it('is for each that came before it was asked for', async () => {
    expect(await asked(['a', 'b', 'c'])).toBe(1)
    expect(await asked(['a', 'b', 'c'], { cameAt: clock.now() + 100 })).toBe(3)
  })

  it.each([3_600_000, -3_600_000])(
    'is for none that came after it, though the calendar was set by %i ms',
    async (by) => {
      let off = 0
      const answers = new SharedAnswers({ ...clock, now: () => clock.now() + off, monotonic: () => clock.monotonic() })
      let questions = 0
      const ask = (id: string, cameAt: number) =>
        answers.of(question, { id, at: cameAt }, async () => ({ problem: `${++questions}` }))
      await ask('a', clock.now() - 1)
      // Set back before it came, or forward after it came.
      if (by < 0) off = by
      clock.advance(100)
      const cameAt = clock.now() + off
      clock.advance(100)
      off = by
      await ask('b', cameAt)
      expect(questions).toBe(2)
    },
  )

  it('is read once by each: whoever looks again asks again', async () => {
    expect(await asked(['a', 'a', 'b', 'a'])).toBe(3)
  })

  it('is old after 10 seconds', async () => {
    expect(await asked(['a', 'b', 'c'], { step: 10_000 })).toBe(3)
  })

  it('is forgotten for others, however many are asked', async () => {
    const answers = new SharedAnswers(clock)
    let questions = 0
    const ask = (clientReference: string, id: string) =>
      answers.of({ clientReference }, { id, at: 0 }, async () => ({ problem: `${++questions}` }))
    for (let order = 0; order <= 1_001; order++) await ask(`order-${order}`, 'a')
    await ask('order-1001', 'b')
    expect(questions).toBe(1_002)
    await ask('order-0', 'b')
    expect(questions).toBe(1_003)
  })
})
