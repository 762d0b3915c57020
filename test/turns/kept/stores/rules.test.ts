import { describe, expect } from 'vitest'
import type { UssdHandler } from '../../../../src/index.ts'
import { dealt } from '../../../store/dealt.ts'
import { realStores } from '../../../store/real-stores.ts'
import { type Answer, post, replyOf } from '../../sockets/post.ts'
import { type Served, serve } from '../../sockets/serve.ts'

const told = (answer: Answer) => replyOf(answer).Message

describe.each(dealt(realStores))('On %s, two applications', (_name, place, it) => {
  async function two(ussd: UssdHandler, settings: Parameters<typeof serve>[0] = {}): Promise<[Served, Served]> {
    const storeOf = place()
    const one = await serve({ ...settings, store: storeOf(), ussd })
    return [one, await serve({ ...settings, store: storeOf(), ussd })]
  }

  it('take the turns of a session in turn, with its state, and repeat what the other answered', async () => {
    let runs = 0
    const [one, other] = await two((push, turn) => {
      runs += 1
      return turn.prompt(`${push.message} after ${JSON.stringify(turn.state ?? null)}`, { state: push.message })
    })
    const first = await post(one.port, { Type: 'Initiation', Message: 'a', Sequence: 1 })
    const second = await post(other.port, { Message: 'b', Sequence: 2 })
    const again = await post(one.port, { Message: 'b', Sequence: 2 })

    expect([first, second, again].map(told)).toEqual(['a after null', 'b after "a"', 'b after "a"'])
    expect(runs).toBe(2)
  })

  it('run a turn once however often it comes at the same moment, in both of them', async () => {
    const runs = new Map<string, number>()
    const [one, other] = await two(async (push, turn) => {
      runs.set(push.sessionId, (runs.get(push.sessionId) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return turn.prompt(`Run ${runs.get(push.sessionId)}`)
    })
    const copies = Array.from({ length: 10 }, (_, copy) => {
      const { port } = copy % 2 === 0 ? one : other
      return post(port, { Type: 'Initiation', SessionId: 'numbered', Message: '1', Sequence: 1 })
    })
    const answers = await Promise.all(copies)

    expect(new Set(answers.map(told))).toEqual(new Set(['Run 1']))
    expect(runs).toEqual(new Map([['numbered', 1]]))
  })

  it('adopt the work of each other after its waiting screen', async () => {
    const work = Promise.withResolvers<void>()
    let runs = 0
    const [one, other] = await two(
      async (_push, turn) => {
        runs += 1
        await work.promise
        return turn.end('Bought')
      },
      { budget: 600 },
    )
    const first = await post(one.port, { Type: 'Initiation', Sequence: 1 })
    const second = await post(other.port, { Sequence: 2 })
    const third = post(other.port, { Sequence: 3 })
    work.resolve()

    expect([first, second].map(told)).toEqual(Array(2).fill('Please wait, we are working on it. Reply 1 to check.'))
    expect(told(await third)).toBe('Bought')
    expect(runs).toBe(1)
  })

  it('abort and fence what runs in the other when the subscriber leaves, and run onLeave once', async () => {
    const aborted = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const ends: unknown[] = []
    const handler: UssdHandler = async (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Buy?', { state: 'asked' })
      started.resolve()
      await new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()))
      aborted.resolve()
      return turn.prompt('Bought', { state: 'bought' })
    }
    const storeOf = place()
    const ussd = { handler, onLeave: (_push: unknown, end: { readonly state: unknown }) => ends.push(end.state) }
    const one = await serve({ store: storeOf(), ussd })
    const other = await serve({ store: storeOf(), ussd })
    await post(one.port, { Type: 'Initiation', Sequence: 1 })
    const running = post(one.port, { Sequence: 2 })
    await started.promise
    const left = await post(other.port, { Type: 'Release', Sequence: 3 })
    await aborted.promise
    const after = await post(one.port, { Sequence: 4 })
    await post(one.port, { Type: 'Timeout', Sequence: 5 })

    expect([left, await running, after].map(told)).toEqual(Array(3).fill('This has ended. Please dial again.'))
    await expect.poll(() => ends).toEqual(['asked'])
    expect(one.app.merchant.counts.ussd?.fenced).toBe(1)
  })

  it('keep one transcript, in which no PIN stands', async () => {
    const [one, other] = await two((push, turn) =>
      push.type === 'initiation' ? turn.prompt('PIN?', { maskNext: true }) : turn.end('Welcome', { sensitive: true }),
    )
    await post(one.port, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
    await post(other.port, { Message: '4321', Sequence: 2 })
    const { sessions } = await one.app.merchant.sessions.list({ phone: '+233000000000' })
    const [session] = await other.app.merchant.sessions.get('a')

    expect(sessions.map(({ sessionId, turns }) => [sessionId, turns])).toEqual([['a', 2]])
    expect(session?.transcript.map(({ entered, screen, source }) => [entered, screen, source])).toEqual([
      ['*713#', 'PIN?', 'handler'],
      [null, '(sensitive)', 'handler'],
    ])
  })
})
