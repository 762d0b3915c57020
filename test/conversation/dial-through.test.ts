import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'
import { type Instance, keptWorld, worlds } from './world.ts'

const secret = 'a secret of 16 characters or more'

const buy: Script = async (talk) => {
  const meal = await talk.choose('Shop', ['Rice', 'Oil'])
  const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
  const name = await talk.ask('Your name?', text())
  return talk.end(`${quantity} x ${meal} for ${name}`)
}

describe('answers that are dialled with the code', () => {
  it('answer the first questions', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*3#')
      .expectScreen('Your name?\n0 Back 00 Menu')
      .reply('Ama')
      .expectScreen('3 x Oil for Ama')
  })

  it('may answer all of them', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*3*Ama#').expectScreen('3 x Oil for Ama')
  })

  it('are more than are asked for: the rest is left', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*3*Ama*7#')
      .expectScreen(({ type, text: shown }) => type === 'release' && shown === '3 x Oil for Ama')
  })

  it('stop at a wrong one, because the next is the answer to something else', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*50*Ama#')
      .expectScreen('Please enter 20 or less.\nHow many?\n0 Back')
      .reply('5')
      .expectScreen('Your name?\n0 Back 00 Menu')
  })

  it('may be gone back over', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*3#').reply('0').expectScreen('How many?\n0 Back').reply('0').expectScreen(/^Shop/)
  })

  it('may be keys themselves', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*0*1*4#').expectScreen('Shop\n1. Rice\n2. Oil')
  })

  it('wait for what is read and done between them', async () => {
    const order: string[] = []
    const held = await hold(async (talk) => {
      const meal = await talk.choose('Shop', ['Rice', 'Oil'])
      await talk.load('price', async () => order.push(`price of ${meal}`))
      const quantity = await talk.ask('How many?', whole({ min: 1, check: async (n) => n < 9 }))
      await talk.once('order', () => order.push(`${quantity} ordered`))
      return talk.end('Thank you')
    })
    await held.phone().dial('*713*1*2#').expectScreen('Thank you')
    expect(order).toEqual(['price of Rice', '2 ordered'])
  })

  it('lead to a payment or an effect behind a choice before any screen was seen, but never past a confirm', async () => {
    const orders: string[] = []
    const rice = { name: 'Rice', quantity: 1, price: 60 }
    const held = await hold(async (talk) => {
      const wish = await talk.choose('Shop', ['Pay', 'Order', 'Pay later'])
      if (wish === 'Order') return talk.end(await talk.once('order', (key) => `Ordered ${orders.push(key)}`))
      if (wish === 'Pay later' && !(await talk.confirm('Pay GHS 60?'))) return talk.end('No')
      return talk.pay('Approve GHS 60', rice)
    })
    await held
      .phone()
      .dial('*713*1#')
      .expectScreen(({ text: shown, payment }) => shown === 'Approve GHS 60' && payment?.amount === 60)
    await held.phone().dial('*713*2#').expectScreen('Ordered 1')
    await held
      .phone()
      .dial('*713*3*1#')
      .expectScreen(({ text: shown, payment }) => shown.startsWith('Pay GHS 60?') && payment === undefined)
  })

  it.each<readonly [string, Script, RegExp]>([
    [
      'a confirm',
      async (talk) => {
        await talk.choose('Shop', ['Rice', 'Oil'])
        if (!(await talk.confirm('Pay GHS 60?'))) return talk.end('Cancelled')
        return talk.end(`${await talk.once('order', (key) => key.length > 0)}`)
      },
      /^Pay GHS 60\?/,
    ],
    [
      'a sensitive question',
      async (talk) => {
        await talk.choose('Wallet', ['Balance', 'Send'])
        return talk.end(await talk.ask('Your PIN?', text({ sensitive: true })))
      },
      /^Your PIN\?/,
    ],
    [
      'a sensitive choice',
      async (talk) => {
        await talk.choose('Wallet', ['Balance', 'Send'])
        return talk.end(await talk.choose('Which one?', ['1', '2'], { sensitive: true }))
      },
      /^Which one\?/,
    ],
    [
      'a question that says so',
      async (talk) => {
        await talk.choose('Shop', ['Rice', 'Oil'], { dialThrough: true })
        return talk.end(`${await talk.ask('How many?', whole({ min: 1 }), { dialThrough: false })}`)
      },
      /^How many\?/,
    ],
    [
      'what is shown',
      async (talk) => {
        await talk.choose('Shop', ['Rice', 'Oil'])
        await talk.show('Rice is 60 now')
        return talk.end('Goodbye')
      },
      /^Rice is 60 now/,
    ],
  ])('do not answer %s, which nobody has seen', async (_what, script, screen) => {
    const held = await hold(script)
    const caller = held.phone()
    const shown = await caller.dial('*713*1*1*1#').expectScreen(screen)
    expect(shown.type).toBe('response')
    await caller.reply('1').expectScreen(({ type }) => type === 'release')
  })

  it.each(['*713*#', '*713* #', '*713**2#'])(
    'are none in %s: the first question is asked, and no try is lost',
    async (code) => {
      const held = await hold(buy, { tries: 1 })
      await held
        .phone()
        .dial(code)
        .expectScreen(/^Shop/)
        .reply('1')
        .expectScreen(/^How many/)
    },
  )

  it('answer nothing where the conversation says so', async () => {
    const held = await hold(buy, { dialThrough: false })
    const caller = held.phone()
    await caller.dial('*713*2*3#').expectScreen(/^Shop/)
    await caller.reply('1').expectScreen(/^How many/)
    await caller.dial('*713*2*3#').expectScreen(/^You did not finish\. Continue\?/)
  })

  it('choose among what is on any page of a list', async () => {
    const regions = Array.from({ length: 30 }, (_, at) => `Region number ${at + 1}`)
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', regions)))
    await held.phone().dial('*713*30#').expectScreen('Region number 30')
  })
})

describe('the code of the service, entered inside a session', () => {
  it.each(['*713#', ' *713# ', '*713*2#', '*713*#'])('%s is no answer: no error, and no try is lost', async (code) => {
    const held = await hold(
      async (talk) => {
        const meal = await talk.choose('Shop', ['Rice', 'Oil'])
        const name = await talk.ask('Your name?', text())
        await talk.show('Look')
        return talk.end(`${meal} for ${name}`)
      },
      { tries: 1 },
    )
    await held
      .phone()
      .dial('*713#')
      .reply(code)
      .expectScreen(/^Shop/)
      .reply('2')
      .reply(code)
      .expectScreen(/^Your name/)
      .reply('Ama')
      .reply(code)
      .expectScreen(/^Look/)
      .reply('1')
      .expectScreen('Oil for Ama')
  })

  it.each(['*714#', '*7139#', '713', '*713', '#'])('is not what only looks like it: %s', async (entered) => {
    const held = await hold(async (talk) => talk.end(await talk.ask('Which one?', text())))
    await held.phone().dial('*713#').reply(entered).expectScreen(entered)
  })

  it('is text where nothing is dialled', async () => {
    const held = await hold(async (talk) => talk.end(await talk.ask('Which code?', text())))
    await held.user().dial().reply('*713#').expectScreen('*713#')
  })
})

describe.each(worlds)(
  'answers that are dialled with the code and not read yet when the waiting screen goes out, %s',
  (_name, world) => {
    it('answer no confirm either', async () => {
      const { start, clock } = world()
      const begun = Promise.withResolvers<void>()
      const price = Promise.withResolvers<boolean>()
      const check = () => {
        begun.resolve()
        return price.promise
      }
      const { phone } = await start(async (talk) => {
        const quantity = await talk.ask('How many?', whole({ check }))
        if (!(await talk.confirm('Pay GHS 60?'))) return talk.end('Cancelled')
        return talk.end(`${quantity} ordered`)
      })
      const caller = phone()
      const dialled = caller.dial('*713*2*1#').run()
      await begun.promise
      clock.advance(6_000)
      await dialled
      await caller.expectScreen(/^Please wait, we are/)
      price.resolve(true)
      await setImmediate()
      await caller
        .reply('1')
        .expectScreen(/^Pay GHS 60\?/)
        .reply('1')
        .expectScreen('2 ordered')
    })
  },
)

it('answers that were dialled answer no confirm in the process that goes on after another was killed', async () => {
  const { start, clock } = keptWorld()
  const begun = Promise.withResolvers<void>()
  const buying = (check: () => Promise<boolean>): Script => {
    return async (talk) => {
      const quantity = await talk.ask('How many?', whole({ check }))
      if (!(await talk.confirm('Pay GHS 60?'))) return talk.end('Cancelled')
      return talk.end(`${quantity} ordered`)
    }
  }
  const dead = await start(
    buying(() => {
      begun.resolve()
      return new Promise(() => undefined)
    }),
    { secret },
  )
  const alive = await start(
    buying(async () => true),
    { secret },
  )
  const push = async ({ app }: Instance, Sequence: number, Message: string): Promise<string> => {
    const Type = Sequence === 1 ? 'Initiation' : 'Response'
    const payload = { SessionId: 'session-1', Mobile: '+233000000000', ServiceCode: '713', Type, Message, Sequence }
    const { body } = await app.inject({ method: 'POST', url: '/ussd', payload })
    return JSON.parse(body).Message
  }

  const dialled = push(dead, 1, '*713*2*1#')
  await begun.promise
  clock.advance(6_000)
  expect(await dialled).toMatch(/^Please wait, we are/)
  await dead.kill()
  clock.advance(60_000)

  expect(await push(alive, 2, '1')).toMatch(/^Pay GHS 60\?/)
  expect(await push(alive, 3, '1')).toBe('2 ordered')
})
