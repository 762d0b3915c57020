import { describe, expect, it, vi } from 'vitest'
import { type Script, type Talk, text } from '../../src/conversation/index.ts'
import { TalkRun } from '../../src/conversation/script/talk-run.ts'
import { hold } from './hold.ts'
import { worlds } from './world.ts'

const failed = /^Sorry, something went wrong\./
const problem = "write await talk.once('sms')"

const ignore = (): void => undefined

/** Something that a test lets happen. */
function slowly() {
  const done = Promise.withResolvers<string>()
  const keys: string[] = []
  const send = (key: string): Promise<string> => {
    keys.push(key)
    return done.promise
  }
  return { send, keys, end: () => done.resolve('sent') }
}

describe('A script that ends while a step is under way', () => {
  it.each<readonly [string, (sending: Promise<string>, talk: Talk) => ReturnType<Script>]>([
    [
      'since it waits for it in vain',
      async (sending, talk) => {
        sending.catch(ignore)
        return talk.end('Thanks')
      },
    ],
    [
      'since something else was quicker',
      async (sending, talk) => talk.end(await Promise.race([sending, Promise.resolve('It takes long')])),
    ],
    [
      'since something else has failed',
      async (sending) => {
        await Promise.race([sending, Promise.reject(new Error('it takes long'))])
        throw new Error('it never comes here')
      },
    ],
  ])('%s, fails its turn, once', async (_why, goOn) => {
    const { send, keys } = slowly()
    let runs = 0
    const { phone, lines } = await hold((talk) => {
      runs += 1
      return goOn(talk.once('sms', send), talk)
    })
    await phone().dial('*713#').expectScreen(failed)
    expect(runs).toBe(1)
    expect(keys.length).toBeLessThanOrEqual(1)
    const [line] = lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({ code: 'FMW_TALK_STEP', message: expect.stringContaining(problem) })
  })

  it('says what it failed with beside that', async () => {
    const { phone, lines } = await hold(async (talk) => {
      talk.load('price', () => new Promise(ignore)).catch(ignore)
      throw new Error('no weather today')
    })
    await phone().dial('*713#').expectScreen(failed)
    expect(lines.text()).toContain("talk.load('price'): the script ended while it was under way")
    expect(lines.text()).toContain('no weather today')
  })

  it('is told of two steps at once as before', async () => {
    const { phone, lines } = await hold(async (talk) => {
      talk.load('price', () => new Promise(ignore)).catch(ignore)
      await talk.show('Look')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').expectScreen(failed)
    expect(lines.text()).toContain("talk.show: talk.load('price') is not over: write await talk.load('price')")
  })
})

describe.each(worlds)('What an effect gives whose script did not wait for it, %s', (_name, world) => {
  it('is kept, and is there at the next dial', async () => {
    const { send, keys, end } = slowly()
    let waits = false
    const { phone } = await world().start(async (talk) => {
      const name = await talk.ask('Name?', text())
      const sending = talk.once('sms', send)
      if (!waits) return talk.end(await Promise.race([sending, Promise.resolve('It takes long')]))
      return talk.end(`${name}: ${await sending}`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen(failed)
    end()
    waits = true
    await caller.dial('*713#').expectScreen('Ama: sent')
    expect(keys).toHaveLength(1)
  })
})

describe('A script that takes another path each time that it starts again', () => {
  it('fails its turn, and does not hold the process', async () => {
    const asking = vi.spyOn(TalkRun.prototype, 'ask').mockReturnValue(undefined)
    const { phone, lines } = await hold(async (talk) => {
      await talk.show('Look')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').expectScreen(failed)
    expect(lines.text()).toContain('the script takes another path each time')
    expect(asking.mock.calls.length).toBeLessThan(20)
    asking.mockRestore()
  })
})
