import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { byTheClock, finding, type Send, sending, stores, unknown } from './sending.ts'

const unwritable = {
  toJSON(): never {
    throw new Error('no JSON of it')
  },
}

/** What an effect gives that cannot be kept, and what the log says of it. */
const results: readonly (readonly [name: string, give: () => unknown, said: string])[] = [
  ['what JSON cannot write', () => unwritable, 'no JSON of it'],
  [
    'what is too large',
    () => 'x'.repeat(32_767),
    'it gave more than 32768 characters of JSON: give what identifies it',
  ],
  [
    'a promise in it that is still to come',
    () => ({ at: new Date(0), order: { id: Promise.resolve(5) } }),
    'what it gave has a promise in it: await order.id',
  ],
  [
    'a promise in it that rejects',
    () => [Promise.reject(new Error('no table'))],
    'what it gave has a promise in it: await 0',
  ],
  [
    'something to be awaited in it, which is not begun by that',
    // biome-ignore lint/suspicious/noThenProperty: a query that runs when somebody awaits it
    () => new Map([['order', { then: () => expect.unreachable() }]]),
    'what it gave has a promise in it: await order',
  ],
]

/** Does it whenever it is asked to, and counts by which keys. */
function giving(give: () => unknown): { readonly keys: string[]; readonly send: Send } {
  const keys: string[] = []
  return {
    keys,
    send: async (key) => {
      keys.push(key)
      return give()
    },
  }
}

describe.each(dealt(stores))('An effect was done where its result cannot be kept, %s', (_name, world, it) => {
  it.each(results)('and is found out by its key: %s', async (_what, give, said) => {
    const { keys, send } = giving(give)
    const found = finding()
    const { phone, lines } = await world().start(sending(send, { recover: found.recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    const [line] = lines.saying('an effect may have happened or not')
    expect(line).toMatchObject({ level: 50, effect: 'send', key: keys[0] })
    expect(JSON.stringify(line?.err)).toContain(said)
    await caller.dial('*713#').expectScreen('Sent: {"found":1}')
    expect(keys).toHaveLength(1)
    expect(found.keys).toEqual(keys)
  })

  it('and is not done at the next dial where nothing can find it out', async () => {
    const { keys, send } = giving(() => unwritable)
    const { phone } = await world().start(sending(send), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    expect(keys).toHaveLength(1)
  })

  it('and is asked for again by its key where that of recover cannot be kept either', async () => {
    const { keys, send } = giving(() => unwritable)
    const asked: string[] = []
    const recover = (key: string) => (asked.push(key) === 1 ? 'x'.repeat(40_000) : 'found')
    const { phone } = await world().start(sending(send, { recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    await caller.dial('*713#').expectScreen('Sent: "found"')
    expect(keys).toHaveLength(1)
    expect(asked).toEqual([keys[0], keys[0]])
  })

  it('but is kept where its JSON has just as many characters as can be', async () => {
    const { phone } = await world().start(async (talk) => {
      await talk.show('Welcome')
      const given = await talk.once('send', () => 'x'.repeat(32_766))
      return talk.end(`Sent: ${given.length}`)
    })
    await phone().dial('*713#').reply('1').expectScreen('Sent: 32766')
  })
})
