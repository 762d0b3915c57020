import { describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { keptOn, noticeId, paid, reported, reportId, settle, wireless } from './kept.ts'

const day = 86_400_000

async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000)
    await settle()
  }
}

/** An application whose handler fails until it is told to succeed, and whose service answers as it is told. */
async function stage(answer: (number: number) => number = () => 200) {
  const clock = manualClock()
  const { bodies, report } = wireless(answer)
  const shop = { isOpen: false }
  const handler = () => {
    if (!shop.isOpen) throw new Error('no stock')
  }
  const fulfilment = { handler, report, retry: { attempts: 1 } }
  const app = await appWith({ clock, store: keptOn(clock), fulfilment })
  await post(app, paths.fulfilment, paid('f00d'))
  await settle()
  return { app, clock, bodies, shop }
}

describe('a notice that is asked for again', () => {
  it('is reported again: what failed may have succeeded now', async () => {
    const { app, clock, bodies, shop } = await stage()
    await pass(clock, 2)
    expect(bodies).toEqual([reported('f00d', 'failed')])
    clock.advance(day)
    shop.isOpen = true
    await app.merchant.inbox.replay(noticeId('f00d'))
    await pass(clock, 5)
    expect(bodies).toEqual([reported('f00d', 'failed'), reported('f00d', 'success')])
    expect((await app.merchant.inbox.get(reportId('f00d'))).attempts).toMatchObject([{ number: 1 }, { number: 2 }])
  })

  it('has another hour for its report', async () => {
    const { app, clock, bodies, shop } = await stage((number) => (number < 5 ? 500 : 200))
    shop.isOpen = true
    clock.advance(day)
    await settle()
    expect(await app.merchant.inbox.get(reportId('f00d'))).toMatchObject({
      state: 'dead',
      review: { reasons: ['unreported'] },
    })
    await app.merchant.inbox.replay(noticeId('f00d'))
    await pass(clock, 120)
    expect(bodies.slice(1)).toEqual(Array.from({ length: 4 }, () => reported('f00d', 'success')))
    expect((await app.merchant.inbox.get(reportId('f00d'))).state).toBe('done')
  })
})

describe('a report that was given up', () => {
  it('is tried once more for the person who asks for it', async () => {
    let status = 500
    const { app, clock, bodies } = await stage(() => status)
    clock.advance(day)
    await settle()
    const replay = () => app.merchant.inbox.replay(reportId('f00d'))
    const state = async () => (await app.merchant.inbox.get(reportId('f00d'))).state
    expect([await state(), bodies.length]).toEqual(['dead', 1])
    clock.advance(day)
    await replay()
    await settle()
    expect([await state(), bodies.length]).toEqual(['dead', 2])
    status = 200
    await replay()
    await settle()
    expect([await state(), bodies.length]).toEqual(['done', 3])
  })
})
