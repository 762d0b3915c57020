import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

const purchase = { sessionId: 'a', type: 'response', message: '1', sequence: 2 } as const

function counting(handler: () => unknown, options = {}) {
  let runs = 0
  const driven = drive(() => {
    runs += 1
    return handler()
  }, options)
  return { ...driven, runs: () => runs }
}

describe('A turn that comes again', () => {
  it('joins the one that runs: one run, and the same answer for both', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, clock, runs } = counting(() => work.promise)
    const first = push(purchase)
    clock.advance(3_000)
    const second = push(purchase)
    expect(second.isAnswered).toBe(false)
    work.resolve(prompt('Bought'))
    await settled()

    expect(runs()).toBe(1)
    expect(first.screen).toBe('handler: response "Bought"')
    expect(second.screen).toBe('repeated: response "Bought"')
    expect(second.reply).toEqual(first.reply)
  })

  it('gets the stored answer once there is one, as often as it comes, however late', () => {
    const { push, clock, runs } = counting(() => prompt(`Bought at ${Math.random()}`))
    const first = push(purchase)
    clock.advance(60_000)
    const again = push(purchase)
    clock.advance(80_000)
    const oncemore = push(purchase)

    expect(runs()).toBe(1)
    expect([again.reply, oncemore.reply]).toEqual([first.reply, first.reply])
    expect([again.source, oncemore.source]).toEqual(['repeated', 'repeated'])
  })

  it('gets the stored answer also when later turns have been answered since', () => {
    const { push } = counting(() => prompt(`Bought at ${Math.random()}`))
    const first = push(purchase)
    push({ ...purchase, message: '2', sequence: 3 })

    expect(push(purchase).reply).toEqual(first.reply)
  })

  it('fifty times at once runs its handler once, and all fifty get equal replies', async () => {
    const { push, runs } = counting(async () => {
      await settled()
      return prompt('Bought')
    })
    const pushes = Array.from({ length: 50 }, () => push(purchase))
    await settled()
    await settled()

    expect(runs()).toBe(1)
    expect(new Set(pushes.map(({ reply }) => reply)).size).toBe(1)
    expect(pushes.map(({ source }) => source)).toEqual(['handler', ...Array(49).fill('repeated')])
  })

  it('joined while it waits, gets the waiting screen with it', () => {
    const { push, clock } = counting(() => new Promise(() => undefined))
    const first = push(purchase)
    clock.advance(5_000)
    const second = push(purchase)
    clock.advance(1_000)

    expect([first.source, second.source]).toEqual(['waiting', 'repeated'])
    expect(second.reply).toEqual(first.reply)
    expect(second.answeredAt).toBe(6_000)
  })

  it('has its own budget kept when its request arrived before that of the turn it joins', () => {
    const { push, clock, reports } = counting(() => new Promise(() => undefined))
    clock.advance(4_000)
    const readFirst = push(purchase, 3_000)
    const arrivedFirst = push(purchase, 1_000)
    clock.advance(3_000)

    expect([readFirst.answeredAt, arrivedFirst.answeredAt]).toEqual([7_000, 7_000])
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
    clock.advance(10_000)
    expect(reports).toHaveLength(1)
  })

  it('gets the polite release that a failed run ended in; the handler does not run again', () => {
    const { push, runs } = counting(() => {
      throw new Error('No stock')
    })
    const first = push(purchase)
    const again = push(purchase)

    expect(first.source).toBe('failed')
    expect(again.reply).toEqual(first.reply)
    expect(again.source).toBe('repeated')
    expect(runs()).toBe(1)
  })

  it('gets the last screen of a session that is over', () => {
    const { push, runs } = counting(() => end('Goodbye'))
    const first = push(purchase)

    expect(push(purchase).reply).toEqual(first.reply)
    expect(runs()).toBe(1)
  })

  it('queued behind another turn, joins in the queue', async () => {
    const work = Promise.withResolvers<unknown>()
    const seen: string[] = []
    const { push } = drive((event) => {
      seen.push(event.message)
      return event.sequence === 1 ? work.promise : prompt(`Took ${event.message}`)
    })
    push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
    const queued = push(purchase)
    const repeat = push(purchase)
    work.resolve(prompt('Welcome'))
    await settled()

    expect([queued.screen, repeat.screen]).toEqual(['handler: response "Took 1"', 'repeated: response "Took 1"'])
    expect(seen).toEqual(['*713#', '1'])
  })

  it('in another session is another turn', () => {
    const { push, runs } = counting(() => prompt('Bought'))
    push(purchase)

    expect(push({ ...purchase, sessionId: 'b' }).source).toBe('handler')
    expect(runs()).toBe(2)
  })
})
