import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const regions = Array.from({ length: 12 }, (_, at) => `Region number ${at + 1}`)

const travel: Script = async (talk) => {
  await talk.ask('Your name?', text())
  const region = await talk.choose('Where to?', regions)
  return talk.end(`To ${region}`)
}

describe('a list that does not fit', () => {
  it('is drawn on pages, with a way on and a way back', async () => {
    const held = await hold(travel)
    const caller = held.phone()
    await caller
      .dial('*713#')
      .reply('Ama')
      .expectScreen(/^Where to\?\n1\. Region number 1\n[\s\S]*\n0 Back 99 More$/)
    const first = caller.lastScreen?.text
    await caller.reply('99').expectScreen(/^Where to\?\n\d+\. [\s\S]*12\. Region number 12\n0 Back$/)
    await caller.reply('0').expectScreen(first ?? '')
    await caller.reply('0').expectScreen('Your name?')
    expect(
      caller
        .transcript()
        .split('\n')
        .map((line) => line.length),
    ).not.toContain(161)
  })

  it('keeps its numbers over all pages, and takes those that it has shown on any page', async () => {
    const held = await hold(travel)
    await held.phone().dial('*713#').reply('Ama').reply('12').reply('12').expectScreen('To Region number 12')
    await held.phone().dial('*714#').reply('Ama').reply('99').reply('1').expectScreen('To Region number 1')
  })

  it('has no way on behind its last page', async () => {
    const held = await hold(travel)
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama').reply('99')
    const last = caller.lastScreen?.text ?? ''
    for (let press = 0; press < 5; press++) await caller.reply('99').expectScreen(last)
  })

  it('stays on its page where an answer is wrong, with what is wrong above it, and all of it can be read', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `Region number ${at + 1}`)
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', many)), { tries: 9 })
    const caller = held.phone()
    await caller.dial('*713#').reply('99').reply('99')
    const [, first = ''] = /^(\d+)\. /m.exec(caller.lastScreen?.text ?? '') ?? []
    const problem = `Reply with a...\n${first}. Region number ${first}\n`
    await caller.reply('x').expectScreen(({ text }) => text.startsWith(problem) && text.length <= 160)
    const read = new Set<string>()
    for (;;) {
      const { text: shown } = caller.lastScreen ?? { text: '' }
      for (const [, number = ''] of shown.matchAll(/^(\d+)\. Region/gm)) read.add(number)
      if (!shown.includes('99 More')) break
      await caller.reply('99')
    }
    const wanted = many.map((_, at) => `${at + 1}`).slice(Number(first) - 1)
    expect([...read]).toEqual(wanted)
    await caller.reply('40').expectScreen('Region number 40')
  })

  it('stays on its page where that is text', async () => {
    const terms = Array.from({ length: 60 }, (_, at) => `rule ${at + 1}`).join(' ')
    const held = await hold(async (talk) => talk.end(await talk.ask(terms, text({ max: 3 }))))
    const caller = held.phone()
    await caller.dial('*713#').reply('99')
    const second = caller.lastScreen?.text ?? ''
    await caller
      .reply('too long')
      .expectScreen(({ text: shown }) => shown.startsWith('Too long') && shown.includes(second.slice(0, 40)))
    expect(caller.lastScreen?.text.length).toBeLessThanOrEqual(160)
  })

  it('is on its page again for a caller who comes back from the next question, or dials again', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      const region = await talk.choose('Where to?', regions)
      return talk.end(`${await talk.ask('Your street?', text())}, ${region}`)
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama').reply('99')
    const second = caller.lastScreen?.text ?? ''
    await caller
      .reply('12')
      .expectScreen(/^Your street\?/)
      .reply('0')
      .expectScreen(second)
    await caller
      .dial('*713#')
      .expectScreen(/^You did not finish/)
      .reply('1')
      .expectScreen(second)
    await caller
      .reply('00')
      .reply('Kofi')
      .expectScreen(/\n1\. Region number 1\n/)
  })

  it.each<readonly [string, string, Script]>([
    [
      'list',
      'x',
      async (talk) => {
        await talk.ask('Your name?', text())
        await talk.choose(
          'Where to?',
          Array.from({ length: 30 }, (_, at) => `Region number ${at + 1}`),
        )
        return talk.end(await talk.ask('Your street?', text()))
      },
    ],
    [
      'text',
      'too long to be taken',
      async (talk) => {
        await talk.ask('Your name?', text())
        await talk.ask(Array.from({ length: 90 }, (_, at) => `rule ${at + 1}`).join(' '), text({ max: 4 }))
        return talk.end(await talk.ask('Your street?', text()))
      },
    ],
  ])(
    'shows the same pages of a %s to who comes back, whatever was answered wrongly there',
    async (what, wrong, script) => {
      const held = await hold(script, { tries: 9 })
      const caller = held.phone()
      const pageOf = async (key: string) => (await caller.reply(key).run()).text
      await caller.dial('*713#').reply('Ama')
      const second = await pageOf('99')
      const third = await pageOf('99')
      await caller.reply('0').expectScreen(second)
      await caller.reply(wrong).expectScreen(({ text: shown }) => shown !== second)
      // A list makes room for the line above it. A text follows once more, without that.
      if (what === 'text') await caller.reply('99').expectScreen(second)
      await caller.reply('99').expectScreen(third)
      await caller
        .reply('18')
        .expectScreen(/^Your street\?/)
        .reply('0')
        .expectScreen(third)
      await caller.reply(wrong).expectScreen(({ text: shown }) => shown !== third)
      await caller.dial('*713#').reply('1').expectScreen(third).reply('0').expectScreen(second)
    },
  )

  it('is shown on its last page where it has become shorter, and on the same page where it has another title', async () => {
    let many = Array.from({ length: 30 }, (_, at) => `Region number ${at + 1}`)
    let title = 'Where to?'
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      return talk.end(await talk.choose(title, many))
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama').reply('99').reply('99').reply('99')
    many = many.slice(0, 10)
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/\n10\. Region number 10\n0 Back$/)
    title = 'To where?'
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^To where\?\n[\s\S]*\n10\. Region number 10\n0 Back$/)
  })

  it('has a way home on every page behind the second question', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.ask('Your street?', text())
      return talk.end(await talk.choose('Where to?', regions))
    })
    const caller = held.phone()
    await caller
      .dial('*713#')
      .reply('Ama')
      .reply('High Street')
      .expectScreen(/\n0 Back 00 Menu 99 More$/)
    await caller
      .reply('99')
      .expectScreen(/\n0 Back 00 Menu$/)
      .reply('00')
      .expectScreen('Your name?')
  })

  it('has a way back on its later pages also where it is the first question', async () => {
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', regions)))
    const caller = held.phone()
    await caller
      .dial('*713#')
      .expectScreen(/[^0]\n99 More$|12\n99 More$/)
      .reply('99')
      .expectScreen(/\n0 Back$/)
    await caller.reply('0').expectScreen(/^Where to\?\n1\. Region number 1\n/)
  })

  it('takes a star before the key of its way on where it has as many options', async () => {
    const many = Array.from({ length: 120 }, (_, at) => `Region ${at + 1}`)
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', many)))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/\n\*99 More$/)
      .reply('*99')
      .reply('99')
      .expectScreen(/\n99\. Region 99\n/)
      .reply('99')
      .expectScreen('Region 99')
  })

  it('is one list on a rich channel', async () => {
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', regions)))
    const { raw } = await held.user().dial()
    expect(raw).toMatchObject({ Message: 'Where to?', Data: regions.map((Display) => ({ Display })) })
  })
})

describe('a screen', () => {
  it('is as long as the conversation says', async () => {
    const held = await hold(travel, { limit: 60 })
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    expect(caller.lastScreen?.text.length).toBeLessThanOrEqual(60)
    await caller.reply('99').expectScreen(/Region number 3/)
  })

  it.each([
    ['gsm7', {}, 'Ton café'],
    ['ascii', { characters: 'ascii' }, 'Ton cafe'],
    ['keep', { characters: 'keep' }, 'Tɔn café'],
  ] as const)('holds the characters of the setting %s', async (_name, settings, shown) => {
    const held = await hold((talk) => talk.end('Tɔn café'), settings)
    await held.phone().dial('*713#').expectScreen(shown)
  })

  it('is folded to ASCII where the registration folds its replies', async () => {
    const held = await hold((talk) => talk.end('Tɔn café'), { characters: 'keep' }, { reply: { characters: 'ascii' } })
    await held.phone().dial('*713#').expectScreen('Ton cafe')
  })
})
