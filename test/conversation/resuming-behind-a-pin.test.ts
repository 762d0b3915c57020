import { describe, expect, it } from 'vitest'
import { frenchWords, type Script, text, whole } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { everyWorld } from './every-world.ts'
import { keptWorld } from './world.ts'

const secret = 'the secret of this shop'
const pin = text({ pattern: /^\d{4}$/, sensitive: true })

function saving(withdrawn: number[] = []): Script {
  return async (talk) => {
    await talk.choose('Language', ['English', 'Twi'])
    await talk.ask('PIN?', pin)
    const amount = await talk.ask('How much?', whole({ min: 1, max: 100 }))
    talk.about(`Withdraw ${amount}`)
    if (!(await talk.confirm(`Withdraw ${amount}?`))) return talk.end('Nothing was withdrawn')
    await talk.once('withdraw', () => withdrawn.push(amount))
    await talk.ask('Note?', text())
    return talk.end(`Withdrawn ${amount}`)
  }
}

describe.each(dealt(everyWorld))('Who dials again behind a PIN, %s', (_, world, it) => {
  it('is asked about what they were about to do, for the PIN, and for nothing that they have answered', async () => {
    const withdrawn: number[] = []
    const { phone } = await world().start(saving(withdrawn), { secret })
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .reply('4711')
      .reply('50')
      .expectScreen(/^Withdraw 50\?/)
    await caller
      .dial('*713#')
      .expectScreen('Withdraw 50: continue?\n1. Continue\n2. Start again')
      .reply('1')
      .expectScreen('PIN?\n0 Back')
      .reply('4711')
      .expectScreen(/^Withdraw 50\?/)
      .reply('1')
      .expectScreen(/^Note\?/)
    await caller
      .dial('*713#')
      .reply('1')
      .reply('4711')
      .expectScreen(/^Note\?/)
      .reply('x')
      .expectScreen('Withdrawn 50')
    expect(withdrawn).toEqual([50])
  })

  it('finds nothing of it with another PIN', async () => {
    const { phone } = await world().start(saving(), { secret })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('4711').reply('50')
    await caller
      .dial('*713#')
      .reply('1')
      .reply('0000')
      .expectScreen(/^How much\?/)
  })

  it('finds it still after being cut off once more before the PIN, and what it was about', async () => {
    const { phone } = await world().start(saving(), { secret })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('4711').reply('50')
    for (let dials = 0; dials < 2; dials++) {
      await caller
        .dial('*713#')
        .expectScreen(/^Withdraw 50: continue\?/)
        .reply('1')
        .expectScreen(/^PIN\?/)
        .reply('no pin')
    }
    await caller.reply('4711').expectScreen(/^Withdraw 50\?/)
  })

  it('answers it all again after going back from it', async () => {
    const { phone } = await world().start(saving(), { secret })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('4711').reply('50')
    await caller
      .dial('*713#')
      .reply('1')
      .reply('0')
      .expectScreen(/^Language/)
      .reply('2')
      .reply('4711')
      .expectScreen(/^How much\?/)
    await caller.dial('*713#').expectScreen(/^You did not finish\. Continue\?/)
  })

  it('gives each of two secrets again, and a chosen one', async () => {
    const script: Script = async (talk) => {
      await talk.ask('PIN?', pin)
      const to = await talk.ask('To?', text())
      const from = await talk.choose('From?', [{ label: 'A', value: 1 }, 'B'], { sensitive: true })
      const note = await talk.ask('Note?', text())
      await talk.ask('Sure?', text())
      return talk.end(`${to} ${JSON.stringify(from)} ${note}`)
    }
    const { phone } = await world().start(script, { secret, talk: { resume: 'continue' } })
    const caller = phone()
    await caller.dial('*713#').reply('4711').reply('Ama').reply('1').reply('hi').expectScreen(/^Sure/)
    await caller
      .dial('*713#')
      .reply('4711')
      .expectScreen(/^From\?/)
      .reply('1')
      .expectScreen(/^Sure\?/)
    await caller
      .dial('*713#')
      .reply('4711')
      .reply('2')
      .expectScreen(/^Note\?/)
  })
})

describe('Who dials again behind a PIN', () => {
  it('begins behind it again where no process can tell whether it is the same', async () => {
    const world = keptWorld()
    const first = await world.start(saving())
    const caller = first.phone()
    await caller.dial('*713#').reply('1').reply('4711').reply('50')
    const other = await world.start(saving())
    await caller
      .moveTo(other.app)
      .dial('*713#')
      .reply('1')
      .reply('4711')
      .expectScreen(/^How much\?/)
  })

  it('finds no PIN in the store, nor what it was about but in plain', async () => {
    const world = keptWorld()
    const kept: string[] = []
    const { phone } = await world.start(saving(), {
      secret,
      through: (turns) => ({
        ...asObject(turns),
        close: (closing) => {
          kept.push(JSON.stringify(closing.session))
          return turns.close(closing)
        },
      }),
    })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('4711').reply('50')
    await caller.dial('*713#').reply('1').reply('4711')
    expect(kept.length).toBeGreaterThan(3)
    expect(kept.join()).not.toContain('4711')
  })

  it('is asked in their language, in one line, whatever it was about', async () => {
    const { phone } = await keptWorld().start(async (talk) => {
      talk.speak(frenchWords)
      await talk.ask('Nom ?', text())
      talk.about('Retirer $& de son compte\net une seconde ligne')
      await talk.ask('Note ?', text())
      return talk.end('Fini')
    })
    const caller = phone()
    await caller.dial('*713#').reply('Ama')
    await caller.dial('*713#').expectScreen('Retirer $& de son compte : continuer ?\n1. Continuer\n2. Recommencer')
  })

  it('is told of text alone', async () => {
    const { phone, lines } = await keptWorld().start(async (talk) => {
      talk.about(Object(5))
      return talk.end('Fini')
    })
    await phone().dial('*713#')
    expect(lines.text()).toContain('talk.about: its text must be a string with something to read in it')
  })
})
