import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { type ConversationOptions, conversation, type Option, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { type UssdHandler } from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Lets choose one of these, and says which it was. */
const choosing = async (labels: readonly string[], options: ConversationOptions = {}) => {
  const choices: readonly Option[] = labels.map((label) => ({ label, value: label.toLowerCase() }))
  const script = conversation(async (talk) => {
    const chosen = await talk.choose('Region', choices)
    await talk.ask('How many?', whole({ takesKeys: true }))
    return talk.end(`Chosen: ${typeof chosen === 'string' ? chosen : chosen.label}`)
  }, options)
  app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: script, programmable: script })
  return app
}

/** Answers on USSD with what a test says. */
const answering = async (ussd: UssdHandler) => {
  app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd })
  return app
}

const refusal = (message: string) => ({ code: 'FMW_PHONE_CHOICE', message: expect.stringMatching(message) })

const regions = [
  'Ahafo',
  'Ashanti',
  'Bono',
  'Bono East',
  'Central',
  'Eastern',
  'Greater Accra',
  'North East',
  'Northern',
  'Oti',
  'Savannah',
  'Upper East',
  'Upper West',
  'Volta',
  'Western',
  'Western North',
]

describe('choose', () => {
  it('takes a pattern, on whatever page it matches one label', async () => {
    const host = await choosing(regions)
    await phone(host)
      .dial('*713#')
      .choose(/^Ash/)
      .reply('1')
      .expectScreen(/Chosen: Ashanti/)
    await phone(host)
      .dial('*713#')
      .choose(/volta/i)
      .reply('1')
      .expectScreen(/Chosen: Volta/)
    await expect(phone(host).dial('*713#').choose(/Bono/g)).rejects.toMatchObject(
      refusal("^'/Bono/g' is on the screen more than once"),
    )
    await expect(phone(host).dial('*713#').choose(/Lagos/)).rejects.toMatchObject(refusal("^'/Lagos/' is not on"))
  })

  it('pages on over pages that read alike', async () => {
    await answering((_push, turn) => {
      const page = Number(turn.state ?? 0) + 1
      return page < 4
        ? turn.prompt('Menu\n1. Tea\n9. More', { state: page })
        : turn.prompt('Menu\n1. Milk', { state: page })
    })
    const caller = phone(app)
    await caller.dial('*713#').choose('Milk')
    expect(caller.transcript()).toContain('choose Milk (1)')
  })

  it('enters the number of the line on USSD, and the value of the entry on a rich channel', async () => {
    await choosing(['Rice', 'Oil'])
    const onUssd = phone(app)
    const inStore = phone(app, { channel: 'webstore' })
    await onUssd.dial('*713#').choose('Oil').reply('1').expectScreen('Chosen: Oil')
    await inStore.dial('*713#').choose('Oil').reply('1').expectScreen('Chosen: Oil')

    expect(onUssd.transcript()).toContain('\nchoose Oil (2)\n')
    expect(inStore.transcript()).toContain('\nchoose Oil (oil)\n')
  })

  it('means the label as a whole, and goes back by the word of the way', async () => {
    await choosing(['Bono East', 'Bono'])
    const caller = phone(app)
    await caller
      .dial('*713#')
      .choose('Bono')
      .choose('Back')
      .expectScreen(/^Region/)
      .choose('Bono')
      .reply('1')

    expect(caller.lastScreen?.text).toBe('Chosen: Bono')
    expect(caller.transcript()).toContain('\nchoose Back (*0)\n')
  })

  it('goes back by an entry of the data on a rich channel', async () => {
    app = Fastify()
    const script = conversation(async (talk) => {
      await talk.choose('First', ['One'])
      await talk.choose('Second', ['Two'])
      return talk.end('Done')
    })
    await app.register(merchantWebhooks, { verify: 'none', programmable: script })

    const buyer = phone(app, { channel: 'app' })
    await buyer.dial().choose('One').choose('Back').expectScreen('First')

    expect(buyer.transcript()).toContain('\nchoose Back (0)\n')
  })

  it('pages on until it is there', async () => {
    await choosing(regions)
    const caller = phone(app)
    await caller.dial('*713#').choose('Western North').reply('1').expectScreen('Chosen: Western North')

    expect(caller.transcript()).toContain('\nchoose More (99)\n')
    expect(caller.transcript()).toContain('\nchoose Western North (16)\n')
  })

  it('needs no paging on a rich channel', async () => {
    await choosing(regions)
    const caller = phone(app, { channel: 'webstore' })
    await caller.dial().choose('Western North').reply('1').expectScreen('Chosen: Western North')

    expect(caller.transcript()).not.toContain('More')
  })

  it.each<[how: string, settings: ConversationOptions, more: string | undefined, step: string]>([
    ['of another word', { words: { more: 'Suite' } }, undefined, 'choose Suite (99)'],
    ['of another key', { keys: { more: '#' } }, undefined, 'choose More (#)'],
    ['of another word and key', { words: { more: 'Suite' }, keys: { more: '#' } }, 'Suite', 'choose Suite (#)'],
    ['of a key that is told', { words: { more: 'Suite' }, keys: { more: '#' } }, '#', 'choose Suite (#)'],
    ['of a key that is an answer too', { keys: { more: '9' } }, '9', 'choose More (*9)'],
  ])('pages on by a way %s', async (_how, settings, more, step) => {
    await choosing(regions, settings)
    const caller = phone(app, { more })
    await caller.dial('*713#').choose('Western North').reply('1').expectScreen('Chosen: Western North')

    expect(caller.transcript()).toContain(`\n${step}\n`)
  })

  it('pages on where a small screen shows keys alone', async () => {
    app = Fastify()
    const script = conversation(
      async (talk) => {
        await talk.confirm('Go on?')
        const fruit = await talk.choose('Which fruit would you like?', ['Apples of the north', 'Pineapples of here'])
        return talk.end(fruit)
      },
      { limit: 40, words: { back: 'To the question before', home: 'To the first of them', more: 'And still more' } },
    )
    await app.register(merchantWebhooks, { verify: 'none', ussd: script })

    const caller = phone(app)
    await caller.dial('*713#').choose('Yes').choose('Pineapples of here').expectScreen('Pineapples of here')

    expect(caller.transcript()).toContain('\nreply 99\n')
  })

  it('pages on by the last line of a menu that somebody numbered', async () => {
    await answering((push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Menu\n1. Tea\n9. More')
      return turn.prompt(push.message === '9' ? 'Menu\n2. Milk' : `You entered ${push.message}`)
    })

    await phone(app).dial('*713#').choose('Milk').expectScreen('You entered 2')
  })

  it('knows a label whose characters were folded, or of which a small screen shows a part', async () => {
    const long = `Tɔn, ${'with all that goes with it, '.repeat(6)}please`
    await choosing(['Ton', 'Tɔn  café', long], { characters: 'ascii' })
    const caller = phone(app)
    await caller.dial('*713#').choose('Tɔn café').choose('Back').choose(long).hangUp()
    await caller.dial('*713#').choose('Start again').choose('Tɔn').reply('1').expectScreen('Chosen: Ton')

    expect(caller.transcript()).toMatch(/\nchoose Ton {2}cafe \(2\)\n/)
    expect(caller.transcript()).toMatch(/\nchoose Ton, with all .*\.\.\. \(3\)\n/)
  })

  it('can be waited for in a chain of its own', async () => {
    await choosing(['Rice', 'Oil'])
    const caller = phone(app)
    await caller.dial('*713#')
    const screen = await caller.choose('Rice')

    expect(screen.text).toMatch(/^How many\?/)
  })
})

describe('choose fails', () => {
  it('with all that every page offers, and with what led there', async () => {
    await choosing(['Rice', 'Oil'])
    await expect(phone(app).dial('*713#').choose('Salt')).rejects.toMatchObject({
      code: 'FMW_PHONE_CHOICE',
      message:
        "'Salt' is not on the screen. Offered: Rice (1), Oil (2)\nafter\n  dial *713#\n    Region\n    1. Rice\n    2. Oil",
    })
    await expect(phone(app, { channel: 'pos' }).dial().choose('Salt')).rejects.toMatchObject(
      refusal("^'Salt' is not on the screen\\. Offered: Rice \\(rice\\), Oil \\(oil\\)\nafter\n"),
    )
    await app.close()

    await choosing(regions)
    await expect(phone(app).dial('*713#').choose('Accra')).rejects.toMatchObject(
      refusal("^'Accra' is not on the screen\\. Offered: Ahafo \\(1\\), .*More \\(99\\).*, Western North \\(16\\)"),
    )
  })

  it('where the label is there twice', async () => {
    await choosing(['Rice', 'Oil', 'Rice'])
    await expect(phone(app).dial('*713#').choose('Rice')).rejects.toMatchObject(
      refusal("^'Rice' is on the screen more than once\\. Offered: Rice \\(1\\), Oil \\(2\\), Rice \\(3\\)\n"),
    )
    await expect(phone(app, { channel: 'webstore' }).dial().choose('Rice')).rejects.toMatchObject(
      refusal("^'Rice' is on the screen more than once\\. "),
    )
  })

  it('where nothing can be chosen, as on a screen that ends the session', async () => {
    await answering((push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Say something')
      return turn.end('Yours:\n1. Tea')
    })
    const nothing = refusal("^'Tea' is not on the screen\\. Offered: nothing\n")
    await expect(phone(app).dial('*713#').choose('Tea')).rejects.toMatchObject(nothing)
    await expect(phone(app).dial('*713#').reply('1').choose('Tea')).rejects.toMatchObject({
      code: 'FMW_PHONE_SESSION',
      message: expect.stringContaining(
        'choose Tea needs an open session, and the last one has ended: dial() opens one',
      ),
    })
  })

  it('where the way to the next page ends the session', async () => {
    await answering((push, turn) =>
      push.type === 'initiation' ? turn.prompt('Menu\n1. Tea\n9. More') : turn.end('Yours:\n1. Milk'),
    )
    await expect(phone(app).dial('*713#').choose('Milk')).rejects.toMatchObject(
      refusal("^'Milk' is not on the screen\\. Offered: Tea \\(1\\), More \\(9\\)\n"),
    )
  })

  it('where the way to the next page leads around', async () => {
    await answering((_push, turn) => turn.prompt('Menu\n1. Tea\n9. More'))
    await expect(phone(app).dial('*713#').choose('Milk')).rejects.toMatchObject(
      refusal("^'Milk' is not on 50 pages\\. Offered: Tea \\(1\\), More \\(9\\)\n"),
    )
  })

  it('where a small screen shows keys alone, and none of them leads on', async () => {
    await answering((_push, turn) => turn.prompt('Menu\n0 00'))
    await expect(phone(app).dial('*713#').choose('Tea')).rejects.toMatchObject(
      refusal("^'Tea' is not on the screen\\. Offered: \\(0\\), \\(00\\)\n"),
    )
  })

  it('before anything was dialled', async () => {
    await choosing(['Rice'])
    await expect(phone(app).choose('Rice')).rejects.toMatchObject({
      code: 'FMW_PHONE_SESSION',
      message: 'choose needs an open session, and no screen was shown: dial() opens one',
    })
  })

  it('showing the line on which it was written', async () => {
    await choosing(['Rice'])
    const error = await phone(app)
      .dial('*713#')
      .choose('Salt')
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    const frames =
      error instanceof Error
        ? String(error.stack)
            .split('\n')
            .filter((line) => /^ {4}at /.test(line))
        : []
    expect(frames[0]).toContain('phone-choose.test.ts')
  })
})
