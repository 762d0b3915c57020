import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { driveKept, end, prompt, settled, world } from './drive-kept.ts'
import { asObject } from './failing-store.ts'

const answer = { sessionId: 'a', type: 'response', message: '1', sequence: 2 } as const

/** A handler that counts, and says how often it ran. */
function counting(reply: (run: number) => unknown = (run) => prompt(`Screen ${run}`)) {
  const counted = { runs: 0 }
  const handler: AnyHandler = () => {
    counted.runs += 1
    return reply(counted.runs)
  }
  return { handler, counted }
}

describe('The same turn again', () => {
  it('gets the stored reply, and the handler does not run', async () => {
    const { handler, counted } = counting()
    const { push } = driveKept(handler)
    push(answer)
    await settled()
    const again = push(answer)
    await settled()

    expect(again.screen).toBe('repeated: response "Screen 1"')
    expect(counted.runs).toBe(1)
  })

  it('gets it after the process that answered has ended', async () => {
    const { start } = world()
    const { handler, counted } = counting(() =>
      end('Goodbye', { sensitive: true, clientState: 'step=2', state: { secret: 1 } }),
    )
    const before = start(handler)
    const first = before.push(answer)
    await settled()
    await before.kill()
    const again = start(handler).push(answer)
    await settled()

    expect(again.source).toBe('repeated')
    expect(again.reply).toMatchObject({ message: 'Goodbye', sensitive: true, clientState: 'step=2', type: 'release' })
    expect(first.source).toBe('handler')
    expect(counted.runs).toBe(1)
  })

  it('joins it while it runs here, and is answered with it, without another word to the store', async () => {
    const work = Promise.withResolvers<unknown>()
    const { handler, counted } = counting(() => work.promise)
    const { push, turns } = driveKept(handler)
    const first = push(answer)
    await settled()
    const copies = [push(answer), push(answer)]
    work.resolve(prompt('Bought'))
    await settled()

    expect([first, ...copies].map(({ source }) => source)).toEqual(['handler', 'repeated', 'repeated'])
    expect(counted.runs).toBe(1)
    expect(turns.sessionCount).toBe(0)
  })

  it('gets it where the store throws when it is asked to tell of its session', async () => {
    const { handler, counted } = counting()
    const throwing = () => {
      throw new Error('its line is cut')
    }
    const { push, reports } = driveKept(handler, { through: (store) => ({ ...asObject(store), watch: throwing }) })
    const both = [push(answer), push(answer)]
    await settled()

    expect(both.map(({ screen }) => screen)).toEqual(['handler: response "Screen 1"', 'repeated: response "Screen 1"'])
    expect(counted.runs).toBe(1)
    expect(reports).toEqual([{ odd: 'the store does not tell what other processes do to a session: its line is cut' }])
  })

  it('waits while it runs in another process, and gets the reply of that one', async () => {
    const { start } = world()
    const work = Promise.withResolvers<unknown>()
    const { handler, counted } = counting(() => work.promise)
    const [one, other] = [start(handler), start(handler)]
    const first = one.push(answer)
    await settled()
    const copy = other.push(answer)
    await settled()
    expect(copy.isAnswered).toBe(false)
    work.resolve(prompt('Bought'))
    await settled()

    expect([first.screen, copy.screen]).toEqual(['handler: response "Bought"', 'repeated: response "Bought"'])
    expect(counted.runs).toBe(1)
    expect([...one.reports, ...other.reports]).toEqual([])
  })

  it('runs once however many processes get it at the same moment', async () => {
    const { start } = world()
    const { handler, counted } = counting(async (run) => prompt(`Screen ${run}`))
    const instances = Array.from({ length: 5 }, () => start(handler))
    const pushes = instances.flatMap(({ push }) => [push(answer), push(answer)])
    await settled()

    expect(new Set(pushes.map(({ reply }) => reply.message))).toEqual(new Set(['Screen 1']))
    expect(counted.runs).toBe(1)
  })

  it('is told the time of whichever came first: a copy that arrived before and was read after has its own deadline', async () => {
    const { push, clock } = driveKept(() => new Promise(() => undefined))
    clock.advance(1_000)
    const first = push(answer)
    await settled()
    const earlier = push(answer, 400)
    clock.advance(5_400)

    expect([first.answeredAt, earlier.answeredAt]).toEqual([6_400, 6_400])
    expect(earlier.source).toBe('repeated')
  })

  it('with other words is a new turn, and said to be odd', async () => {
    const { handler } = counting()
    const { push, reports } = driveKept(handler)
    push(answer)
    await settled()
    const other = push({ ...answer, message: '2' })
    await settled()

    expect(other.screen).toBe('handler: response "Screen 2"')
    expect(reports).toEqual([{ odd: 'another message came with the same sequence: taken as a new turn' }])
  })

  it('of a sequence that is older than what is kept is released', async () => {
    const { handler, counted } = counting()
    const { session, push } = driveKept(handler)
    const line = session('a')
    for (let turn = 0; turn < 70; turn++) {
      line.send(String(turn))
      await settled()
    }
    const old = push({ sessionId: 'a', type: 'response', message: '0', sequence: 1 })
    await settled()

    expect(old.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(counted.runs).toBe(70)
  })

  it('after the end of its session gets its reply; another turn then gets a release', async () => {
    const { handler, counted } = counting(() => end('Goodbye'))
    const { push } = driveKept(handler)
    push(answer)
    await settled()
    const [again, other] = [push(answer), push({ ...answer, message: '2', sequence: 3 })]
    await settled()

    expect([again.screen, other.screen]).toEqual([
      'repeated: release "Goodbye"',
      'ended: release "This has ended. Please dial again."',
    ])
    expect(counted.runs).toBe(1)
  })

  it('whose stored reply cannot be read any more gets a polite release', async () => {
    const { handler, counted } = counting()
    const { push, reports } = driveKept(handler, {
      through: (store) => ({
        ...asObject(store),
        open: async () => ({ status: 'repeated', reply: '{"type":"hologram"}' }),
      }),
    })
    const again = push(answer)
    await settled()

    expect(again.screen).toBe('unavailable: release "Sorry, something went wrong. Try later."')
    expect(reports).toEqual([{ unavailable: 'a' }])
    expect(counted.runs).toBe(0)
  })
})

describe('Without a sequence', () => {
  const bare = { sessionId: 'a', type: 'response', message: '1' } as const

  it('the same words after the answer are a new answer: "1" twice is two choices', async () => {
    const { handler } = counting()
    const { push } = driveKept(handler)
    push(bare)
    await settled()
    const next = push(bare)
    await settled()

    expect(next.screen).toBe('handler: response "Screen 2"')
  })

  it('a copy of the turn that runs in another process gets its reply, although the words may be a new answer', async () => {
    const { start } = world()
    const work = Promise.withResolvers<unknown>()
    const { handler, counted } = counting(() => work.promise)
    const [one, other] = [start(handler), start(handler)]
    one.push(bare)
    await settled()
    const copy = other.push(bare)
    await settled()
    work.resolve(prompt('Bought'))
    await settled()

    expect(copy.screen).toBe('repeated: response "Bought"')
    expect(counted.runs).toBe(1)
  })

  it('a copy of a turn that runs in another process longer than the budget leaves that one its reply', async () => {
    const { start, clock } = world()
    const work = Promise.withResolvers<unknown>()
    const { handler, counted } = counting(() => work.promise)
    const [one, other] = [start(handler, { budget: 9_000 }), start(handler)]
    const first = one.push(bare)
    await settled()
    const copy = other.push(bare)
    await settled()
    clock.advance(6_000)
    await settled()
    expect(copy.source).toBe('waiting')
    work.resolve(end('Bought'))
    await settled()
    const again = other.push(bare)
    await settled()

    expect(first.screen).toBe('handler: release "Bought"')
    expect(again.screen).toBe('repeated: release "Bought"')
    expect(counted.runs).toBe(1)
  })

  it('a copy of the last turn of a session that is over gets its screen again', async () => {
    const { handler, counted } = counting(() => end('Goodbye'))
    const { push } = driveKept(handler)
    push(bare)
    await settled()
    const again = push(bare)
    await settled()

    expect(again.screen).toBe('repeated: release "Goodbye"')
    expect(counted.runs).toBe(1)
  })
})
