import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, type Script, text } from '../../src/conversation/index.ts'
import { largestOf } from '../../src/conversation/record/held-record.ts'
import merchantWebhooks, { memoryStore, type Store } from '../../src/index.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { keptWorld } from './world.ts'

const secret = 'the secret of this group'
const pin = text({ pattern: /^\d{4}$/, sensitive: true })
const owners: Readonly<Record<string, string>> = { 1111: 'Ama', 2222: 'Kofi', 3333: 'Esi', 4444: 'Yaw', 5555: 'Adwoa' }

/** A savings group with one phone, and every withdrawal that was made. */
function savings() {
  const made: string[] = []
  const keys = new Set<string>()
  const names = new Set<string>()
  const script: Script = async (talk) => {
    const entered = await talk.ask('Your PIN?', pin)
    talk.home()
    const { value } = await talk.choose('Savings', [
      { label: 'Withdraw 50', value: 50 },
      { label: 'Withdraw 100', value: 100 },
    ])
    if (!(await talk.confirm(`Withdraw ${value}?`))) return talk.end('Nothing was withdrawn')
    const receipt = await talk.once('withdraw', (key) => {
      keys.add(key)
      names.add(talk.id)
      made.push(`${owners[entered]} ${value}`)
      return `${owners[entered]}'s receipt ${value}`
    })
    await talk.show(`Done: ${receipt}`)
    return talk.end('Goodbye')
  }
  return { script, made, keys, names }
}

const stores: readonly (readonly [string, () => Store])[] = [
  ['in memory', () => memoryStore()],
  ['on SQLite', () => sqliteHere(fileOfTest())],
]

async function appOf(store: Store, script: Script): Promise<FastifyInstance> {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, { verify: 'none', store, secret, ussd: conversation(script) })
  return app
}

/** The service tells that a session is over, though it was ended here. */
async function crosses(app: FastifyInstance, { sessionId }: Phone, Type: string): Promise<void> {
  const Mobile = '+233000000000'
  await post(app, '/ussd', { Mobile, SessionId: sessionId, ServiceCode: '713', Type, Message: '', Sequence: 9 })
}

describe.each(dealt(stores))('Whoever dials behind another and gives another PIN, %s', (_name, storeOf, it) => {
  it.each(['Timeout', 'Release'])('makes a withdrawal of their own where a %s crossed with the end', async (type) => {
    const { script, made, keys, names } = savings()
    const app = await appOf(storeOf(), script)
    const caller = phone(app)
    await caller.dial('*713#').reply('1111').reply('1').reply('1').reply('1').expectScreen('Goodbye')
    await crosses(app, caller, type)
    await caller
      .dial('*713#')
      .expectScreen(/^Your PIN\?/)
      .reply('2222')
      .expectScreen(/^Savings/)
      .reply('1')
      .reply('1')
      .expectScreen(/^Done: Kofi's receipt 50/)
    expect(made).toEqual(['Ama 50', 'Kofi 50'])
    expect(keys.size).toBe(2)
    expect(names.size).toBe(2)
  })

  it('leaves to the first what the first has done, who finds it by the PIN, each as often as they dial', async () => {
    const { script, made } = savings()
    const app = await appOf(storeOf(), script)
    const caller = phone(app)
    await caller
      .dial('*713#')
      .reply('1111')
      .reply('1')
      .reply('1')
      .expectScreen(/^Done: Ama/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('2222')
      .reply('2')
      .reply('1')
      .expectScreen(/^Done: Kofi's receipt 100/)
    for (const [entered, receipt] of [
      ['1111', "Done: Ama's receipt 50"],
      ['2222', "Done: Kofi's receipt 100"],
      ['1111', "Done: Ama's receipt 50"],
    ] as const)
      expect((await caller.dial('*713#').reply('1').reply(entered).run()).text).toContain(receipt)
    expect(made).toEqual(['Ama 50', 'Kofi 100'])
    await caller
      .reply('00')
      .reply('1')
      .reply('1')
      .expectScreen(/^Done: Ama's receipt 50/)
    expect(made).toEqual(['Ama 50', 'Kofi 100', 'Ama 50'])
  })

  it('makes their own also where many have gone before', async () => {
    const { script, made } = savings()
    const app = await appOf(storeOf(), script)
    const caller = phone(app)
    await caller.dial('*713#').reply('1111').reply('1').reply('1')
    for (const entered of ['2222', '3333', '4444', '5555', '1111'])
      await caller
        .dial('*713#')
        .reply('1')
        .reply(entered)
        .reply('1')
        .reply('1')
        .expectScreen(new RegExp(`^Done: ${owners[entered]}`))
    // Of the first nothing is kept any more.
    expect(made).toEqual(['Ama 50', 'Kofi 50', 'Esi 50', 'Yaw 50', 'Adwoa 50', 'Ama 50'])
  })

  it('does nothing twice with the same PIN', async () => {
    const { script, made } = savings()
    const app = await appOf(storeOf(), script)
    const caller = phone(app)
    await caller.dial('*713#').reply('1111').reply('1').reply('1').reply('1')
    await crosses(app, caller, 'Timeout')
    await caller.dial('*713#').reply('1111').expectScreen('Goodbye')
    expect(made).toEqual(['Ama 50'])
  })

  it('makes their own also where the script has changed', async () => {
    const made: string[] = []
    let greeting = 'Good morning'
    const app = await appOf(storeOf(), async (talk) => {
      await talk.once('visit', () => made.push('visit'))
      await talk.choose(greeting, ['English', 'Twi'])
      const entered = await talk.ask('Your PIN?', pin)
      const receipt = await talk.once('withdraw', () => `${made.push(`${owners[entered]}`)} of ${owners[entered]}`)
      await talk.show(receipt)
      return talk.end('Goodbye')
    })
    const caller = phone(app)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1111')
      .expectScreen(/^2 of Ama/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('2222')
      .expectScreen(/^3 of Kofi/)
    greeting = 'Good evening'
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/Good evening/)
      .reply('1')
      .reply('3333')
      .expectScreen(/^4 of Esi/)
    expect(made).toEqual(['visit', 'Ama', 'Kofi', 'Esi'])
  })

  it('is not taken for another by a second secret that is the same', async () => {
    const made: string[] = []
    const app = await appOf(storeOf(), async (talk) => {
      const entered = await talk.ask('Your PIN?', pin)
      const word = await talk.ask('Secret word?', text({ sensitive: true }))
      const receipt = await talk.once('send', () => `${made.push(word)} of ${owners[entered]}`)
      await talk.show(receipt)
      return talk.end('Goodbye')
    })
    const caller = phone(app)
    await caller
      .dial('*713#')
      .reply('1111')
      .reply('kente')
      .expectScreen(/^1 of Ama/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1111')
      .reply('other')
      .expectScreen(/^2 of Ama/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('2222')
      .reply('kente')
      .expectScreen(/^3 of Kofi/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1111')
      .reply('kente')
      .expectScreen(/of Ama/)
  })
})

/** A sending whose process is killed while it sends, and what comes after it. */
async function killedWhileSending(sensitive = false) {
  const { start, clock } = keptWorld()
  const begun = Promise.withResolvers<string>()
  const settled: string[] = []
  const sent: string[] = []
  const scriptOf =
    (send: (key: string) => string | Promise<string>): Script =>
    async (talk) => {
      await talk.choose('Language', ['English', 'Twi'])
      const entered = await talk.ask('Your PIN?', pin)
      talk.home()
      if (!(await talk.confirm('Send it?', { sensitive }))) return talk.end('Nothing was sent')
      const receipt = await talk.once('send', send, { recover: (key) => `settled ${settled.push(key)}` })
      await talk.show(`${owners[entered]}: ${receipt}`)
      return talk.end('Goodbye')
    }
  const one = await start(
    scriptOf((key) => {
      begun.resolve(key)
      return new Promise(() => undefined)
    }),
    { secret },
  )
  const caller = one.phone()
  await caller.dial('*713#').reply('1').reply('1111')
  const answered = caller.reply('1').run()
  const key = await begun.promise
  clock.advance(6_000)
  await answered
  await one.kill()
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  const other = await start(
    scriptOf((own) => `sent ${sent.push(own)}`),
    { secret },
  )
  return { ...other, caller: other.phone(), key, sent, settled }
}

const told = 'the conversation continued, and some of its effects may have happened or not: look them up by their keys'

describe('What was begun behind a PIN, and nobody knows the outcome of', () => {
  it('is left to its owner by another who does nothing', async () => {
    const { caller, key, sent, settled } = await killedWhileSending()
    await caller
      .dial('*713#')
      .reply('2222')
      .expectScreen(/^Send it\?/)
      .reply('2')
      .expectScreen('Nothing was sent')
    await caller
      .dial('*713#')
      .expectScreen(/^Language/)
      .reply('1')
      .reply('1111')
      .expectScreen(/^Ama: settled 1/)
    expect([sent, settled]).toEqual([[], [key]])
  })

  it('is left to its owner by another who is cut off, although they have sent something', async () => {
    const { caller, key, sent, settled } = await killedWhileSending()
    await caller
      .dial('*713#')
      .reply('2222')
      .reply('1')
      .expectScreen(/^Kofi: sent 1/)
    await caller
      .dial('*713#')
      .expectScreen(/^Your PIN\?/)
      .reply('1111')
      .expectScreen(/^Ama: settled 1/)
    expect([sent.length, settled]).toEqual([1, [key]])
    expect(sent).not.toContain(key)
  })

  it('is settled for its owner, who is asked again whether to send it, where they have answered otherwise before the PIN', async () => {
    const { caller, key, sent, settled } = await killedWhileSending()
    await caller.dial('*713#').reply('2222').reply('2').expectScreen('Nothing was sent')
    await caller
      .dial('*713#')
      .expectScreen(/^Language/)
      .reply('2')
      .reply('1111')
      .expectScreen(/^Send it\?/)
      .reply('1')
      .expectScreen(/^Ama: settled 1/)
    expect([sent, settled]).toEqual([[], [key]])
  })

  it('is told with its key where another has come to the end of what they did', async () => {
    const { caller, key, lines } = await killedWhileSending()
    await caller.dial('*713#').reply('2222').reply('1').reply('1').expectScreen('Goodbye')
    expect(lines.saying(told)).toMatchObject([{ level: 50, effects: [{ name: 'send', key }] }])
  })

  it('bars the way back from the PIN', async () => {
    const { caller, key, sent, settled } = await killedWhileSending()
    await caller
      .dial('*713#')
      .expectScreen('Your PIN?')
      .reply('0')
      .expectScreen('Your PIN?')
      .reply('1111')
      .expectScreen(/^Ama: settled 1/)
    expect([sent, settled]).toEqual([[], [key]])
  })

  it('is settled at once for its owner, who is not asked for a yes that was acted on: a no would undo nothing', async () => {
    const { caller, key, sent, settled, lines } = await killedWhileSending(true)
    await caller
      .dial('*713#')
      .expectScreen(/^Your PIN\?/)
      .reply('1111')
      .expectScreen(/^Ama: settled 1/)
    expect([sent, settled]).toEqual([[], [key]])
    expect(lines.saying(told)).toEqual([])
  })
})

describe('A secret yes', () => {
  it('is asked for again where nothing was done behind it, and may be a no by now', async () => {
    const { phone: caller } = await keptWorld().start(
      async (talk) => {
        await talk.ask('Your PIN?', pin)
        if (!(await talk.confirm('Send it?', { sensitive: true }))) return talk.end('Nothing was sent')
        return talk.end(`Sent for ${await talk.ask('What for?', text())}`)
      },
      { secret },
    )
    const asks = caller()
    await asks.dial('*713#').reply('1111').reply('1').timeout()
    await asks
      .dial('*713#')
      .reply('1')
      .reply('1111')
      .expectScreen(/^Send it\?/)
      .reply('2')
      .expectScreen('Nothing was sent')
  })

  it('is not asked for again where its receipt was not read', async () => {
    const { phone: caller } = await keptWorld().start(
      async (talk) => {
        await talk.ask('Your PIN?', pin)
        if (!(await talk.confirm('Send it?', { sensitive: true }))) return talk.end('Nothing was sent')
        await talk.show(await talk.once('send', () => 'Sent'))
        return talk.end('Goodbye')
      },
      { secret },
    )
    const asks = caller()
    await asks.dial('*713#').reply('1111').reply('1').expectScreen(/^Sent/).timeout()
    await asks.dial('*713#').reply('1').reply('1111').expectScreen(/^Sent/)
  })
})

describe('What another has left', () => {
  it('is named where it takes the most room of a record that is too long', () => {
    const effect = { k: 'once', n: 'withdraw', key: 'k', a: 'x'.repeat(100) } as const
    const o = [{ at: 0, p: ['sealed'], w: 'print', h: 'sealed', steps: [effect], done: undefined }]
    expect(largestOf({ v: 1, id: 'a', run: 0, steps: [], o })).toMatch(/^most of it is talk\.once\('withdraw'\)/)
  })
})
