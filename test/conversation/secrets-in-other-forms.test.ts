import { describe, expect, it } from 'vitest'
import { decimal, email, type Question, type Script, type Talk, text, whole } from '../../src/conversation/index.ts'
import { quotesOf } from '../../src/conversation/record/quotes.ts'
import type { Log } from '../../src/log.ts'
import { quotesOfEntry } from '../../src/text/secrets/quotes-of-entry.ts'
import { dealt } from '../store/dealt.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { keptWorld, worlds } from './world.ts'

const failed = /^Sorry, something went wrong\./

const asking =
  <Answer>(question: Question<Answer>): Script =>
  async (talk) => {
    await talk.ask('Secret?', question)
    return talk.end('Right')
  }

class Card {
  readonly pin: string
  constructor(pin: string) {
    this.pin = pin
  }
  toString(): string {
    return `Card ${this.pin}`
  }
}

function itself(order: object): object {
  return Object.assign(order, { itself: order })
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Fastify's logger has more than the rooms below HTTP see of it. */
function childOf(log: Log): Log {
  return Reflect.apply(Reflect.get(log, 'child'), log, [{ step: 1 }])
}

const refused = (answer: unknown) => new Error(`GET https://bank.example/try?secret=${answer} failed`)

/** A question of one's own that reads something else than was typed. */
const own = (read: (entered: string) => string, isLookedUp: boolean): Question<string> => ({
  type: 'own',
  field: 'text',
  sensitive: true,
  read: (entered) => {
    const answer = read(entered)
    return isLookedUp ? { lookUp: () => Promise.reject(refused(answer)) } : { answer }
  },
  check: (answer) => Promise.reject(refused(answer)),
})

const check = (answer: unknown) => Promise.reject(refused(answer))
const number = whole({ sensitive: true, min: 1, check })
const capitals = (entered: string) => entered.replace(/\W/g, '').toUpperCase()

const typed: readonly (readonly [string, string, Script, string])[] = [
  ['a sign', '+739158', asking(number), '739158'],
  ['a space', '739 158', asking(number), '739158'],
  ['a mark', '739,158', asking(number), '739158'],
  ['Arabic digits', '\u0667\u0663\u0669\u0661', asking(number), '7391'],
  ['marks before decimals', '7,391.52', asking(decimal({ sensitive: true, check })), '7391.52'],
  ['capitals', 'Ama@SHOP.example', asking(email({ sensitive: true, check })), 'Ama@shop.example'],
  ['a form of its own', 'ab-12x-99', asking(own(capitals, false)), 'AB12X99'],
  ['a form of its own, looked up', 'ab-12x-99', asking(own(capitals, true)), 'AB12X99'],
  [
    'what an address escapes',
    'blue sky 7',
    asking(text({ sensitive: true, check: (answer) => check(encodeURIComponent(answer)) })),
    'blue%20sky%207',
  ],
  [
    'what JSON escapes',
    'say "7" x',
    asking(text({ sensitive: true, check: (answer) => check(JSON.stringify({ answer })) })),
    'say \\"7\\" x',
  ],
]

describe.each(dealt(worlds))(
  'A sensitive answer that was typed in another form than it is read in, %s',
  (_name, world, it) => {
    it.each(typed)('is masked in the error of a check: %s', async (_what, entered, script, secret) => {
      const { phone, lines } = await world().start(script)
      await phone().dial('*713#').reply(entered).expectScreen(failed)
      expect(lines.text()).toContain('bank.example/try?secret=')
      expect(lines.text()).not.toContain(secret)
    })

    it('is masked in the error of a check where the question has an ending of its own for that', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        await talk.ask('PIN?', number, { onFailed: () => talk.end('Later') })
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739 158').expectScreen('Later')
      expect(lines.text()).toContain('secret=***')
      expect(lines.text()).not.toContain('739158')
    })

    it('is masked in what a check logs', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        const isRight = (pin: number) => {
          talk.log.info({ pin }, `trying ${pin}`)
          return false
        }
        await talk.ask('PIN?', whole({ sensitive: true, check: isRight }))
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739 158')
      expect(lines.text()).toContain('trying ***')
      expect(lines.text()).not.toContain('739158')
    })

    it('is masked in a log line in names of fields, and in what says itself what it is as JSON', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        const pin = await talk.ask('PIN?', text({ sensitive: true }))
        const broken = { toJSON: () => expect.fail('broken') }
        const address = new URL(`https://bank.example/${pin}`)
        talk.log.info(
          { tries: { [pin]: 2 }, address, card: { toJSON: () => ({ pin }) }, at: new Date(0), broken },
          'tried',
        )
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739158').expectScreen('Right')
      expect(lines.text()).toContain('"tries":{"***":2},"address":"https://bank.example/***","card":{"pin":"***"}')
      expect(lines.text()).toContain('"at":"1970-01-01T00:00:00.000Z"')
      expect(lines.text()).not.toContain('739158')
    })

    it.each<[string, (log: Log, pin: string) => void, string]>([
      ['an instance of a class', (log, pin) => log.info({ card: new Card(pin) }, 'tried'), '"card":{"pin":"***"}'],
      ['an instance that the line is about', (log, pin) => log.info(new Card(pin), 'tried'), '"pin":"***"'],
      ['an object that holds itself', (log, pin) => log.info({ order: itself({ pin }) }, 'tried'), '"pin":"***"'],
      ['a deep object', (log, pin) => log.info({ a: { b: { c: { d: { e: { f: { g: pin } } } } } } }, 'x'), '"g":"***"'],
      ['a boxed text', (log, pin) => log.info({ pin: Object(pin) }, 'tried'), '"pin":"***"'],
      [
        'a line of a child',
        (log, pin) => childOf(log).info({ pin }, `tried ${pin}`),
        '"step":1,"pin":"***","msg":"tried ***"',
      ],
      [
        'what %o stands for',
        (log, pin) => Reflect.apply(log.info, log, ['%o', new Card(pin)]),
        String.raw`{\"pin\":\"***\"}`,
      ],
      ['what %s stands for', (log, pin) => Reflect.apply(log.info, log, ['%s', new Card(pin)]), '"msg":"Card ***"'],
      ['a symbol', (log, pin) => Reflect.apply(log.info, log, [Symbol(pin)]), '"msg":"Symbol(***)"'],
    ])('is masked in a log line in %s', async (_what, write, shown) => {
      const { phone, lines } = await world().start(async (talk) => {
        write(talk.log, await talk.ask('PIN?', text({ sensitive: true })))
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739158').expectScreen('Right')
      expect(lines.text()).toContain(shown)
      expect(lines.text()).not.toContain('739158')
    })

    it.each<[string, (log: Log) => void]>([
      [
        'a field that throws',
        (log) =>
          log.info(
            {
              broken: {
                get pin() {
                  return expect.fail('broken')
                },
              },
            },
            'tried',
          ),
      ],
      [
        'a field of the line that throws',
        (log) =>
          log.info(
            {
              get broken() {
                return expect.fail('broken')
              },
            },
            'tried',
          ),
      ],
      ['a revoked proxy', (log) => log.info({ broken: revoked() }, 'tried')],
      ['a line that is a revoked proxy', (log) => log.info(revoked(), 'tried')],
      [
        'a text that throws',
        (log) => Reflect.apply(log.info, log, ['tried %s', { toString: () => expect.fail('broken') }]),
      ],
    ])('costs nobody a screen by a log line with %s, before it and behind it', async (_what, write) => {
      const { phone, lines } = await world().start(async (talk) => {
        write(talk.log)
        await talk.ask('PIN?', text({ sensitive: true }))
        write(talk.log)
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739158').expectScreen('Right')
      expect(lines.text().split('tried')).toHaveLength(4)
      expect(lines.text()).toContain('[unable to serialize]')
    })

    it.each([
      ['a space', '739 158', (talk: Talk) => talk.ask('Secret?', whole({ sensitive: true }))],
      ['other characters', 'e\u0301te\u0301', (talk: Talk) => talk.ask('Secret?', text({ sensitive: true }))],
    ])('is masked as it was typed in the turns that follow, too: %s', async (_what, entered, ask) => {
      const { phone, lines } = await world().start(async (talk) => {
        await ask(talk)
        await talk.show('One moment')
        talk.log.info({}, `later ${entered}.`)
        return talk.end('Right')
      })
      await phone().dial('*713#').reply(entered).reply('1').expectScreen('Right')
      expect(lines.text()).toContain('later ***.')
      expect(lines.text()).not.toContain(entered)
    })

    it('leaves a request whole for the serializer that makes a line of it', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        await talk.ask('PIN?', text({ sensitive: true }))
        const req = Object.assign(Object.create({ method: 'GET' }), { url: '/cards', socket: {} })
        talk.log.info({ req }, 'tried')
        return talk.end('Right')
      })
      await phone().dial('*713#').reply('739158').expectScreen('Right')
      expect(lines.text()).toContain('"req":{"method":"GET",')
    })

    it('is masked where a check found something else for it, in the error of what is done with that', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        let given = 0
        const look = (pin: number) => {
          given = pin
          return { customer: 'Ama' }
        }
        await talk.ask('PIN?', whole({ sensitive: true, check: look }))
        throw refused(given)
      })
      await phone().dial('*713#').reply('739 158').expectScreen(failed)
      expect(lines.text()).toContain('secret=***')
      expect(lines.text()).not.toContain('739158')
    })

    it('leaves amounts and orders of others whole that have its digits in groups', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        await talk.ask('PIN?', whole({ sensitive: true, min: 1 }))
        talk.log.warn({}, 'GHS 61.234,50 | order 81 234 costs 21,234.00')
        return talk.end('Thank you')
      })
      await phone().dial('*713#').reply('1234')
      expect(lines.text()).toContain('GHS 61.234,50 | order 81 234 costs 21,234.00')
    })

    it('hides no line of a stack for a choice of 2,000 texts that have eight spellings each', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        const owners = Array.from({ length: 2_000 }, (_, at) => `Kofi & "Ama" <${at}> d'Or ${at}`)
        const { owners: chosen } = await talk.choose('Shop?', [{ label: 'One', owners }], { sensitive: true })
        throw new Error(`connect ECONNREFUSED of ${chosen[1_234]}`)
      })
      await phone().dial('*713#').reply('1').expectScreen(failed)
      expect(lines.text()).toMatch(/connect ECONNREFUSED of \*\*\*\\n\s+at /)
      expect(lines.text()).not.toContain('1234')
    })

    it('hides no line of a stack for a choice of many numbers', async () => {
      const { phone, lines } = await world().start(async (talk) => {
        const limits = Array.from({ length: 800 }, (_, at) => 100_000 + at * 7)
        await talk.choose('Plan?', [{ label: 'One', limits }], { sensitive: true })
        throw new Error('connect ECONNREFUSED')
      })
      await phone().dial('*713#').reply('1').expectScreen(failed)
      expect(lines.text()).toMatch(/connect ECONNREFUSED\\n\s+at /)
    })
  },
)

describe('The line of a check about a sensitive answer', () => {
  it.each([
    ['a sign', '+739158'],
    ['a space', '739 158'],
    ['a mark', '739,158'],
    ['Arabic digits', '\u0667\u0663\u0669\u0661\u0665\u0668'],
  ])('holds no form of it in the store, nor on the screen: %s', async (_what, entered) => {
    const kept: string[] = []
    const { phone } = await keptWorld().start(
      asking(whole({ sensitive: true, min: 1, check: (pin) => `PIN ${pin} is not right.` })),
      {
        secret: 'the secret of this shop',
        through: (turns) => ({
          ...asObject(turns),
          close: (closing) => {
            kept.push(JSON.stringify(closing))
            return turns.close(closing)
          },
        }),
      },
    )
    await phone()
      .dial('*713#')
      .reply(entered)
      .expectScreen(/^PIN \*\*\* is not right\./)
    expect(kept.join()).toContain('PIN ***')
    expect(kept.join()).not.toContain('739158')
    expect(kept.join()).not.toContain('739,158')
  })
})

describe('What may quote a sensitive answer', () => {
  it.each([
    [7391.5, ['7391.5']],
    [-12_345, ['-12345']],
    ['a b', ['a b', 'a+b', 'a%20b']],
    [{ of: { code: 'x-1', at: [2580] } }, ['x-1', '2580']],
  ])('is any text or number in it, as it may be written: %j', (answer, quotes) => {
    expect(quotesOf(answer)).toEqual(expect.arrayContaining(quotes))
  })

  it.each([
    [391, ['391']],
    [true, []],
    [null, []],
    ['2580', ['2580']],
  ])('is no more than that of most: %j', (answer, quotes) => {
    expect([...new Set(quotesOf(answer))]).toEqual(quotes)
  })

  it('is what was entered, in capitals and small letters, with and without what parts it', () => {
    const quotes = quotesOfEntry(' ab-12  x ')
    expect(quotes).toEqual(expect.arrayContaining(['ab-12  x', 'ab-12 x', 'ab-12x', 'ab12x', 'AB12X', 'AB-12 X']))
    expect(quotesOfEntry('\ud800 half')).toContain('half')
    expect(quotesOfEntry('a b '.repeat(100))).toEqual(['a b '.repeat(100).trim()])
  })
})
