import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { Link } from '../../../src/store/sqlite/main/link.ts'
import type { FromWorker, ThreadListener } from '../../../src/store/sqlite/main/thread.ts'

const nothing = (): void => undefined

/** A link to a thread that answers only when the test says so. */
function stalled(limits: { timeout?: number; mostWaiting?: number; mostBytes?: number } = {}) {
  let listener: ThreadListener | undefined
  const posted: unknown[] = []
  const told: (string | undefined)[] = []
  const link = new Link({
    store: 'merchant.db',
    timeout: 10_000,
    mostWaiting: 10_000,
    mostBytes: 1_000_000,
    start: (its) => {
      listener = its
      return {
        post: (message) => posted.push(message),
        hold: nothing,
        release: nothing,
        end: () => its.ended('it was ended'),
      }
    },
    opened: (refusal) => told.push(refusal?.failed),
    ended: nothing,
    troubled: nothing,
    news: nothing,
    longLog: nothing,
    ...limits,
  })
  link.start()
  return {
    link,
    posted,
    told,
    say: (message: FromWorker) => listener?.message(message),
    end: () => listener?.ended('it has crashed'),
    ask: (bytes = 0, late: (answer: unknown) => void = nothing) =>
      link.ask({ task: ['accept', []], payload: new Uint8Array(bytes), read: (answer) => answer, late }),
  }
}

const unavailable = (why: RegExp) => ({ code: 'FMW_STORE_UNAVAILABLE', message: expect.stringMatching(why) })
/** As many as go over beside others. */
const many = <T>(make: () => T): T[] => Array.from({ length: 32 }, make)
const answers = (...all: unknown[]) => ({ answers: all, commits: 1, news: false })

describe('what waits for a worker', () => {
  it('is bounded by count, and what is beyond is refused at once', async () => {
    const { ask, link, say } = stalled({ mostWaiting: 3 })
    const asked = [ask(), ask(), ask()]
    await expect(ask()).rejects.toMatchObject(unavailable(/3 operations wait/))
    await new Promise(setImmediate)
    await expect(ask()).rejects.toMatchObject(unavailable(/3 operations wait/))
    expect(link.health().waiting).toBe(3)
    say(answers(1, 2, 3))
    expect(await Promise.all(asked)).toEqual([1, 2, 3])
    const next = ask()
    await new Promise(setImmediate)
    say(answers(4))
    expect(await next).toBe(4)
  })

  it('is bounded by bytes', async () => {
    const { ask, say } = stalled({ mostBytes: 100 })
    const asked = ask(60)
    await expect(ask(41)).rejects.toMatchObject(unavailable(/wait for it/))
    const small = ask(40)
    await new Promise(setImmediate)
    say(answers('one', 'two'))
    expect(await Promise.all([asked, small])).toEqual(['one', 'two'])
  })

  it('goes over in one message for each tick, two of which may be away', async () => {
    const { ask, posted, say } = stalled()
    const asked = [ask(1), ask(2)]
    await new Promise(setImmediate)
    asked.push(...many(() => ask(3)))
    await new Promise(setImmediate)
    asked.push(...many(() => ask(4)))
    await new Promise(setImmediate)
    expect(posted).toMatchObject([{ sizes: [1, 2] }, { sizes: many(() => 3) }])
    // Both have become one group.
    say(answers(1, 2, ...many(() => 3)))
    await new Promise(setImmediate)
    expect(posted[2]).toMatchObject({ sizes: many(() => 4) })
    say(answers(...many(() => 4)))
    expect(await Promise.all(asked)).toEqual([1, 2, ...many(() => 3), ...many(() => 4)])
  })

  it('waits for the message that is away where few others do', async () => {
    const { ask, posted, say } = stalled()
    const asked = [ask(1)]
    await new Promise(setImmediate)
    asked.push(ask(2))
    await new Promise(setImmediate)
    asked.push(ask(3))
    await new Promise(setImmediate)
    expect(posted).toMatchObject([{ sizes: [1] }])
    say(answers(1))
    await new Promise(setImmediate)
    expect(posted[1]).toMatchObject({ sizes: [2, 3] })
    say(answers(2, 3))
    expect(await Promise.all(asked)).toEqual([1, 2, 3])
  })

  it('goes over a thousand at a time', async () => {
    const { ask, posted, say } = stalled()
    const asked = Array.from({ length: 1_500 }, () => ask())
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(posted).toMatchObject([{ tasks: { length: 1_000 } }, { tasks: { length: 500 } }])
    say(answers(...Array.from({ length: 1_500 }, () => 0)))
    expect((await Promise.all(asked)).length).toBe(1_500)
  })

  it('is refused when no answer comes in time, sent or not', async () => {
    const { ask, link } = stalled({ timeout: 30 })
    const sent = [ask(), ask()]
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    const more = many(() => ask())
    await new Promise(setImmediate)
    const unsent = ask(7)
    for (const end of await Promise.allSettled([...sent, ...more, unsent])) {
      expect(end).toMatchObject({ status: 'rejected', reason: unavailable(/no answer came in 30 ms/) })
    }
    expect(link.health()).toMatchObject({ why: 'no answer came in 30 ms', waiting: 34 })
  })

  it('is told to those who asked for late answers when they come after all', async () => {
    const { ask, say } = stalled({ timeout: 20 })
    const late: unknown[] = []
    const asked = [ask(0, (answer) => late.push(answer)), ask(0, (answer) => late.push(answer)), ask()]
    await Promise.allSettled(asked)
    say(answers('claimed', { failed: 'the disk is full' }, 'nobody asks'))
    expect(late).toEqual(['claimed'])
  })

  it('is refused when its thread ends, and what was not sent goes to the next', async () => {
    const { ask, end, posted, say } = stalled()
    const first = ask()
    await new Promise(setImmediate)
    const second = many(() => ask())
    await new Promise(setImmediate)
    const third = ask()
    end()
    for (const lost of [first, ...second]) await expect(lost).rejects.toMatchObject(unavailable(/it has crashed/))
    await expect.poll(() => posted.length).toBe(3)
    say(answers('third'))
    expect(await third).toBe('third')
  })

  it('is refused with the reason that the worker gives, and health follows what the worker tells of the file', async () => {
    const { ask, link, say } = stalled()
    const asked = [ask(), ask(), ask()]
    await new Promise(setImmediate)
    say(answers({ failed: 'entries of 1048576 bytes wait already' }))
    await expect(asked[0]).rejects.toMatchObject(unavailable(/wait already/))
    expect(link.health().why).toBeUndefined()
    say({ trouble: 'database or disk is full' })
    say(answers({ failed: 'database or disk is full' }))
    await expect(asked[1]).rejects.toMatchObject(unavailable(/disk is full/))
    // A claim, which needs no room.
    say(answers([]))
    expect(await asked[2]).toEqual([])
    expect(link.health().why).toBe('database or disk is full')
    say({ trouble: undefined })
    expect(link.health().why).toBeUndefined()
  })

  it('is told of by health when it waits for long', async () => {
    const { ask, link, say } = stalled({ timeout: 400 })
    const asked = ask()
    expect(link.health().why).toBeUndefined()
    await expect.poll(() => link.health().why).toMatch(/an operation waits for 2\d\d ms/)
    say(answers(1))
    expect(await asked).toBe(1)
    expect(link.health().why).toBeUndefined()
  })

  it('is not given up for answers that are there and were not taken yet', async () => {
    const { ask, say } = stalled({ timeout: 30 })
    const asked = ask()
    await new Promise(setImmediate)
    const { port1, port2 } = new MessageChannel()
    port1.on('message', () => say(answers('kept')))
    port2.postMessage('answered')
    // The event loop is held up for longer than the operation may wait.
    const until = performance.now() + 60
    while (performance.now() < until);
    expect(await asked).toBe('kept')
    port1.close()
  })

  it('is no trouble when more is answered than was asked', async () => {
    const { ask, link, say } = stalled()
    const asked = ask()
    await new Promise(setImmediate)
    say(answers(1, 2))
    expect(await asked).toBe(1)
    const next = ask()
    await new Promise(setImmediate)
    say(answers(3))
    expect(await next).toBe(3)
    expect(link.health().waiting).toBe(0)
  })
})

describe('a file that cannot be opened', () => {
  it('is told of, and tried again with the next task', async () => {
    const { ask, link, say, told } = stalled()
    say({ failed: 'unable to open database file', isSchema: false })
    expect(told).toEqual(['unable to open database file'])
    expect(link.health().why).toBe('unable to open database file')
    const asked = ask()
    await new Promise(setImmediate)
    say('ready')
    say(answers(1))
    expect(await asked).toBe(1)
    expect(told).toEqual(['unable to open database file', undefined])
  })
})

describe('closing a link', () => {
  it('waits for what was asked, and takes nothing more', async () => {
    const { ask, link, say, end, posted } = stalled()
    const asked = ask()
    const closed = link.close()
    await expect(ask()).rejects.toMatchObject(unavailable(/closed/))
    await new Promise(setImmediate)
    say(answers('done'))
    expect(await asked).toBe('done')
    await expect.poll(() => posted.at(-1)).toBe('close')
    say('closed')
    end()
    await closed
  })

  it('ends a thread that does not end by itself', async () => {
    const { link } = stalled({ timeout: 20 })
    await link.close()
  })

  it('is no trouble when it was never started', async () => {
    const link = new Link({
      store: 'merchant.db',
      timeout: 1_000,
      mostWaiting: 1,
      mostBytes: 1,
      start: () => {
        throw new Error('it is not started')
      },
      opened: nothing,
      ended: nothing,
      troubled: nothing,
      news: nothing,
      longLog: nothing,
    })
    await link.close()
    link.start()
    link.tell('checkpoint')
  })
})
