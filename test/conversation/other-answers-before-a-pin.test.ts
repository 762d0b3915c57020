import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, type Script, text, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore, type Store } from '../../src/index.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { linesOf } from '../http/lines.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'

const pin = text({ pattern: /^\d{4}$/, sensitive: true })

/** A bank whose script does something behind the PIN before it asks what to do. */
function bank() {
  const done: string[] = []
  const keys: string[] = []
  let rate = 1
  const script: Script = async (talk) => {
    const account = await talk.choose('From', ['Mine', 'Spouse'])
    const now = await talk.load('rate', () => rate)
    await talk.ask('Your PIN?', pin)
    await talk.once('open', () => done.push(`open ${account}`))
    const amount = await talk.ask('How much?', whole({ min: 1 }))
    if (!(await talk.confirm(`Withdraw ${amount} at ${now}?`, { id: 'sure' }))) return talk.end('Nothing was withdrawn')
    const note = await talk.ask('A note?', text())
    const receipt = await talk.once('withdraw', (key) => {
      keys.push(key)
      done.push(`${amount} at ${now} from ${account}`)
      return `${amount} from ${account}`
    })
    await talk.show(`Withdrew ${receipt} for ${note}`)
    return talk.end('Goodbye')
  }
  return {
    script,
    done,
    keys,
    setRate(next: number) {
      rate = next
    },
  }
}

async function appOf(store: Store, script: Script): Promise<FastifyInstance> {
  const app = Fastify({ logger: linesOf().logger })
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    secret: 'the secret of this bank',
    ussd: conversation(script),
  })
  return app
}

/** Says yes to 50 of theirs behind the first PIN. */
async function leaveAtTheNote(caller: Phone): Promise<void> {
  await caller
    .dial('*713#')
    .reply('1')
    .reply('1111')
    .reply('50')
    .reply('1')
    .expectScreen(/^A note\?/)
}

const stores: readonly (readonly [string, () => Store])[] = [
  ['in memory', () => memoryStore()],
  ['on SQLite', () => sqliteHere(fileOfTest())],
]

describe.each(dealt(stores))(
  'A PIN that is given again after another one and another choice, %s',
  (_name, storeOf, it) => {
    it('brings back no yes to a withdrawal from another account', async () => {
      const { script, done } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await leaveAtTheNote(caller)
      await caller
        .dial('*713#')
        .reply('1')
        .reply('2222')
        .expectScreen(/^How much\?/)
        .reply('00')
        .reply('2')
        .reply('1111')
        .expectScreen(/^How much\?/)
        .reply('5')
        .expectScreen(/^Withdraw 5 at 1\?/)
        .reply('1')
        .reply('hi')
        .expectScreen(/^Withdrew 5 from Spouse for hi/)
      expect(done).toEqual(['open Mine', 'open Mine', 'open Spouse', '5 at 1 from Spouse'])
    })

    it('shows no withdrawal from another account as the one that is asked for', async () => {
      const { script, done, keys } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await caller
        .dial('*713#')
        .reply('1')
        .reply('1111')
        .reply('50')
        .reply('1')
        .reply('hi')
        .expectScreen(/^Withdrew 50 from Mine/)
      await caller.dial('*713#').reply('1').reply('2222').reply('00')
      await caller
        .reply('2')
        .reply('1111')
        .reply('50')
        .reply('1')
        .reply('hi')
        .expectScreen(/^Withdrew 50 from Spouse/)
      expect(done).toContain('50 at 1 from Spouse')
      expect(new Set(keys).size).toBe(2)
    })

    it.each([
      ['another account', 1, '2'],
      ['another rate', 2, '1'],
    ])('brings back no yes at a later dial to %s that somebody else has left', async (_of, rate, account) => {
      const { script, done, setRate } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await leaveAtTheNote(caller)
      setRate(rate)
      await caller.dial('*713#').reply('1').reply('2222').reply('00')
      await caller
        .reply(account)
        .reply('2222')
        .expectScreen(/^How much\?/)
      await caller
        .dial('*713#')
        .reply('1')
        .reply('1111')
        .expectScreen(/^How much\?/)
      expect(done.filter((what) => what.includes('from'))).toEqual([])
    })

    it('brings back nothing in a session in which somebody has begun anew', async () => {
      const { script, done } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await leaveAtTheNote(caller)
      await caller.dial('*713#').reply('1').reply('2222').reply('00')
      await caller
        .reply('1')
        .reply('1111')
        .expectScreen(/^How much\?/)
      expect(done.filter((what) => what.includes('from'))).toEqual([])
    })

    it('brings back nothing at a later dial of a caller who has begun anew since', async () => {
      const { script, done } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await leaveAtTheNote(caller)
      await caller.dial('*713#').reply('1').reply('2222').reply('00')
      await caller.reply('2').reply('2222')
      await caller.dial('*713#').reply('1').reply('1111').reply('00')
      await caller.reply('1').expectScreen(/^Your PIN\?/)
      await caller
        .dial('*713#')
        .reply('1')
        .reply('1111')
        .expectScreen(/^How much\?/)
      expect(done.filter((what) => what.includes('from'))).toEqual([])
    })

    it('brings back all of it where the same was answered', async () => {
      const { script, done } = bank()
      const caller = phone(await appOf(storeOf(), script))
      await leaveAtTheNote(caller)
      await caller
        .dial('*713#')
        .reply('1')
        .reply('2222')
        .expectScreen(/^How much\?/)
      await caller
        .dial('*713#')
        .reply('1')
        .reply('1111')
        .expectScreen(/^A note\?/)
        .reply('hi')
        .expectScreen(/^Withdrew 50 from Mine/)
      expect(done).toEqual(['open Mine', 'open Mine', '50 at 1 from Mine'])
    })
  },
)

describe.each(dealt(stores))('Back at a PIN that is asked again, %s', (_name, storeOf, it) => {
  it('does not lead past what was done behind it: a withdrawal that is confirmed is made', async () => {
    const { script, done, keys } = bank()
    const caller = phone(await appOf(storeOf(), script))
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1111')
      .reply('50')
      .reply('1')
      .reply('hi')
      .expectScreen(/^Withdrew 50 from Mine/)
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen('Your PIN?\n00 Menu')
      .reply('0')
      .expectScreen('Your PIN?\n00 Menu')
      .reply('00')
      .reply('2')
      .reply('1111')
      .reply('5')
      .reply('1')
      .reply('hi')
      .expectScreen(/^Withdrew 5 from Spouse/)
    expect(done).toEqual(['open Mine', '50 at 1 from Mine', 'open Spouse', '5 at 1 from Spouse'])
    expect(new Set(keys).size).toBe(2)
  })

  it('leads to the question before it where nothing was done behind it', async () => {
    const app = await appOf(storeOf(), async (talk) => {
      const account = await talk.choose('From', ['Mine', 'Spouse'])
      await talk.ask('Your PIN?', pin)
      await talk.ask('How much?', whole({ min: 1 }))
      return talk.end(account)
    })
    const caller = phone(app)
    await caller.dial('*713#').reply('1').reply('1111')
    await caller.dial('*713#').reply('1').expectScreen('Your PIN?\n0 Back').reply('0').expectScreen(/^From/)
  })
})

describe.each(dealt(stores))('A yes that was given before another PIN, %s', (_name, storeOf, it) => {
  /** Sends money, and asks who does it after what. */
  const sending = (sent: string[]): Script => {
    return async (talk) => {
      const amount = await talk.ask('How much?', whole({ min: 1 }))
      if (!(await talk.confirm(`Send ${amount}?`))) return talk.end('Nothing was sent')
      const entered = await talk.ask('Your PIN?', pin)
      await talk.once('send', () => sent.push(`${amount} by ${entered}`))
      await talk.show('Sent')
      return talk.end('Goodbye')
    }
  }

  it('is asked for again, and its owner goes on without', async () => {
    const sent: string[] = []
    const caller = phone(await appOf(storeOf(), sending(sent)))
    await caller.dial('*713#').reply('50').reply('1').reply('1111').expectScreen(/^Sent/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('2222')
      .expectScreen(/^Send 50\?/)
    expect(sent).toEqual(['50 by 1111'])
    await caller
      .reply('1')
      .expectScreen(/^Your PIN\?/)
      .reply('2222')
      .expectScreen(/^Sent/)
    await caller.dial('*713#').reply('1').reply('1111').expectScreen(/^Sent/)
    expect(sent).toEqual(['50 by 1111', '50 by 2222'])
  })

  it('is a no by now where they say so', async () => {
    const sent: string[] = []
    const caller = phone(await appOf(storeOf(), sending(sent)))
    await caller.dial('*713#').reply('50').reply('1').reply('1111').expectScreen(/^Sent/)
    await caller.dial('*713#').reply('1').reply('2222').reply('2').expectScreen('Nothing was sent')
    expect(sent).toEqual(['50 by 1111'])
  })
})

describe('Home', () => {
  it('does nothing again where the script has marked it before an effect, and no question', async () => {
    const taken: number[] = []
    const caller = phone(
      await appOf(memoryStore(), async (talk) => {
        const amount = await talk.ask('How much?', whole({ min: 1 }))
        if (!(await talk.confirm(`Take ${amount}?`))) return talk.end('Nothing was taken')
        talk.home()
        await talk.once('take', () => taken.push(amount))
        await talk.show('Taken')
        await talk.show('Thank you')
        return talk.end('Goodbye')
      }),
    )
    await caller.dial('*713#').reply('50').reply('1').expectScreen('Taken\n1. Continue')
    await caller
      .reply('00')
      .expectScreen('Taken\n1. Continue')
      .reply('1')
      .expectScreen(/^Thank you\n1. Continue\n0 Back$/)
    expect(taken).toEqual([50])
  })
})
