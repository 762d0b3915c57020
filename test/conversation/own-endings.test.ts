import { describe, expect, it } from 'vitest'
import { type OwnEnding, type Script, text, whole } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { keptWorld, worlds } from './world.ts'

const secret = 'the secret of this shop'
const pin = text({ pattern: /^\d{4}$/, sensitive: true, check: (entered) => entered === '4711', tries: 2 })

function locking(locks: string[] = [], after: OwnEnding = (talk) => talk.end('Locked. Call us.')): Script {
  return async (talk) => {
    await talk.choose('Language', ['English', 'Twi'])
    await talk.once('note', () => 'noted')
    await talk.ask('PIN?', pin, {
      onTooMany: async (later) => {
        await later.once('note', (key) => locks.push(key))
        return after(later)
      },
    })
    return talk.end('Welcome')
  }
}

describe.each(dealt(worlds))('too many wrong answers, %s', (_, world, it) => {
  it('end as the question says: a PIN is locked, once, and the next dial starts again', async () => {
    const locks: string[] = []
    const { phone } = await world().start(locking(locks), { secret })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('1111').reply('2222').expectScreen('Locked. Call us.')
    expect(caller.lastScreen?.type).toBe('release')
    await caller.dial('*713#').expectScreen(/^Language/)
    expect(locks).toHaveLength(1)
  })

  it('may be followed by questions, from which neither back nor home gives another try', async () => {
    const locks: string[] = []
    const ask: OwnEnding = async (talk) => talk.end(`We call ${await talk.ask('Your number?', text())}`)
    const { phone } = await world().start(locking(locks, ask), { secret })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('1111').reply('2222').expectScreen('Your number?')
    for (const key of ['0', '00']) await caller.reply(key).expectScreen('Your number?')
    await caller.dial('*713#').reply('1').expectScreen('Your number?').reply('030').expectScreen('We call 030')
    expect(locks).toHaveLength(1)
  })

  it('leave what was answered before them, where the question is no secret and nothing was done', async () => {
    const { phone } = await world().start(async (talk) => {
      const name = await talk.ask('Your name?', text())
      const count = await talk.ask('How many?', whole({ min: 1, max: 9, tries: 1 }), {
        onTooMany: (later) => later.end('Ask a friend, and dial again.'),
      })
      return talk.end(`${count} for ${name}`)
    })
    const caller = phone()
    for (let dials = 0; dials < 2; dials++) {
      await caller
        .dial('*713#')
        .reply(dials === 0 ? 'Ama' : '1')
        .reply('x')
        .expectScreen('Ask a friend, and dial again.')
    }
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^How many\?/)
      .reply('3')
      .expectScreen('3 for Ama')
  })

  it.each([
    [
      'choose',
      async (talk: Parameters<Script>[0], end: OwnEnding) => talk.choose('Meal', ['Rice'], { onTooMany: end }),
    ],
    ['confirm', async (talk: Parameters<Script>[0], end: OwnEnding) => talk.confirm('Pay?', { onTooMany: end })],
  ])('are those of a %s too', async (_kind, step) => {
    const { phone } = await world().start(
      async (talk) => {
        await step(talk, (later) => later.pay('Sorry', { name: 'Tea', quantity: 1, price: 5 }))
        return talk.end('Done')
      },
      { talk: { tries: 1 } },
    )
    const screen = await phone().dial('*713#').reply('x')
    expect(screen.payment).toMatchObject({ amount: 5 })
  })
})

describe('an ending of its own', () => {
  it('goes on in another process from where it was, and does nothing twice', async () => {
    const locks: string[] = []
    const ask: OwnEnding = async (talk) => talk.end(`We call ${await talk.ask('Your number?', text())}`)
    const world = keptWorld()
    const first = await world.start(locking(locks, ask), { secret })
    const caller = first.phone()
    await caller.dial('*713#').reply('1').reply('1111').reply('2222').expectScreen('Your number?')
    await first.kill()
    const second = await world.start(locking(locks, ask), { secret })
    await caller.moveTo(second.app).reply('030').expectScreen('We call 030')
    expect(locks).toHaveLength(1)
  })

  it('is asked again where a new version of the script has none', async () => {
    const world = keptWorld()
    const ask: OwnEnding = async (talk) => talk.end(await talk.ask('Your number?', text()))
    const first = await world.start(
      async (talk) => talk.end(await talk.ask('Your name?', text({ min: 2 }), { onTooMany: ask })),
      { talk: { tries: 1 } },
    )
    const caller = first.phone()
    await caller.dial('*713#').reply('a').expectScreen('Your number?')
    const second = await world.start(async (talk) => talk.end(await talk.ask('Your name?', text({ min: 2 }))))
    await caller.moveTo(second.app).reply('Ama').expectScreen('Your name?').reply('Ama').expectScreen('Ama')
  })

  it('is drawn over pages like every other', async () => {
    const long = 'word '.repeat(60).trim()
    const held = await hold(
      async (talk) =>
        talk.end(await talk.ask('Your name?', text({ min: 2 }), { onTooMany: (later) => later.end(long) })),
      { tries: 1 },
    )
    const caller = held.phone()
    await caller.dial('*713#').reply('a').reply('99')
    expect(caller.lastScreen).toMatchObject({ type: 'release', text: expect.stringMatching(/^word/) })
  })

  it('holds on channels that draw fields, and is no other path when it is run again', async () => {
    for (const operator of ['webstore', 'pos', 'app']) {
      const held = await hold(locking(), { rehearse: true })
      const user = held.user(operator)
      await user.dial().choose('English').reply('1111').reply('2222').expectScreen('Locked. Call us.')
      expect(held.lines.saying('another path')).toEqual([])
    }
  })

  it.each([
    [{ onTooMany: 'Locked' }, 'onTooMany of talk.ask must be a function'],
    [{ onFailed: true }, 'onFailed of talk.ask must be a function'],
  ])('is a function: %j', async (given, problem) => {
    const held = await hold(async (talk) => talk.end(await talk.ask('Name?', text(), Object(given))))
    await held.phone().dial('*713#')
    expect(held.lines.text()).toContain(problem)
  })
})

describe.each(dealt(worlds))('what fails, %s', (_, world, it) => {
  it('ends as its load says, and the next dial reads again', async () => {
    let reads = 0
    const { phone, lines } = await world().start(
      async (talk) => {
        const name = await talk.ask('Your name?', text())
        const points = await talk.load(
          'points',
          async () => {
            reads += 1
            if (reads === 1) throw new Error('ECONNREFUSED')
            return 7
          },
          { onFailed: (later) => later.end('We cannot see your points now. Please dial later.') },
        )
        return talk.end(`${name} has ${points}`)
      },
      { talk: { rehearse: true } },
    )
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen('We cannot see your points now. Please dial later.')
    expect(lines.saying('reading failed')).toHaveLength(1)
    await caller.dial('*713#').reply('1').expectScreen('Ama has 7')
    expect(lines.saying('another path')).toEqual([])
  })

  it('ends as the question says whose check throws, and the next dial asks it again', async () => {
    let checks = 0
    const check = async () => {
      checks += 1
      if (checks === 1) throw new Error('ECONNREFUSED')
      return true
    }
    const { phone, lines } = await world().start(async (talk) => {
      await talk.ask('Your name?', text())
      const town = await talk.ask('Your town?', text({ check }), {
        onFailed: (later) => later.end('Please dial later.'),
      })
      return talk.end(`To ${town}`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').reply('Accra').expectScreen('Please dial later.')
    expect(lines.saying('the check of a question failed')).toHaveLength(1)
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Your town\?/)
      .reply('Accra')
      .expectScreen('To Accra')
  })

  it('may ask in its ending, and fails as ever without one', async () => {
    const asked: Script = async (talk) => {
      await talk.load('points', () => Promise.reject(new Error('ECONNREFUSED')), {
        onFailed: async (later) => later.end(`We call ${await later.ask('Your number?', text())}`),
      })
      return talk.end('never')
    }
    const { phone } = await world().start(asked, { talk: { rehearse: true } })
    await phone().dial('*713#').expectScreen('Your number?').reply('030').expectScreen('We call 030')
  })
})

it('a check that fails after the subscriber has left ends nothing', async () => {
  const world = keptWorld()
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<boolean>()
  const check = () => {
    begun.resolve()
    return gate.promise
  }
  const { phone, lines } = await world.start(async (talk) =>
    talk.end(await talk.ask('Town?', text({ check }), { onFailed: (later) => later.end('Please dial later.') })),
  )
  const caller = phone()
  await caller.dial('*713#')
  const answered = caller.reply('Accra').run()
  await begun.promise
  await caller.push('Timeout', '')
  gate.reject(new Error('ECONNREFUSED'))
  await answered
  expect(lines.saying('the check of a question failed')).toEqual([])
})
