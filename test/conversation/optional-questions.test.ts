import { describe, expect, it } from 'vitest'
import { type Question, type Script, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const asking =
  <Answer>(question: Question<Answer>): Script =>
  async (talk) => {
    await talk.choose('Shop', ['Rice'])
    return talk.end(`Got ${JSON.stringify(await talk.ask('A note?', question))}`)
  }

describe('a question that may be skipped', () => {
  it('says how under it, and answers null', async () => {
    const held = await hold(asking(text({ optional: '0 to skip' })))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('A note?\n0 to skip\n*0 Back')
      .reply('\uff10 ')
      .expectScreen('Got null')
  })

  it.each(['Call me', '00x', ' 5 '])('takes an answer anyway: %j', async (entered) => {
    const held = await hold(asking(text({ optional: '0 to skip' })))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply(entered)
      .expectScreen(`Got ${JSON.stringify(entered.trim())}`)
  })

  it('leads back by the star', async () => {
    const held = await hold(asking(text({ optional: '0 to skip' })))
    await held.phone().dial('*713#').reply('1').reply('*0').expectScreen(/^Shop/)
  })

  it('leaves the ways alone where its key is no way', async () => {
    const held = await hold(asking(whole({ min: 1, optional: '# to skip' })))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('A note?\n# to skip\n0 Back')
      .reply('#')
      .expectScreen('Got null')
  })

  it('says how under its problem too, and an empty answer is none on a phone', async () => {
    const held = await hold(asking(whole({ min: 1, optional: '0 to skip' })))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('x')
      .expectScreen('Numbers only, such as 1500.\nA note?\n0 to skip\n*0 Back')
      .reply(' ')
      .expectScreen('Please type your answer.\nA note?\n0 to skip\n*0 Back')
  })

  it.each(['', ' ', '0'])('on a rich channel is skipped by %j', async (entered) => {
    const held = await hold(asking(whole({ min: 1, optional: '0 to skip' })))
    const user = held.user()
    await user.dial().reply('Rice')
    expect(user.lastScreen?.raw).toMatchObject({ Message: 'A note?\n0 to skip', Label: 'A note?', DataType: 'input' })
    await user.reply(entered).expectScreen('Got null')
  })

  it('is skipped by what was dialled, and looks nothing up', async () => {
    const asked: number[] = []
    const held = await hold(asking(text({ optional: '0 to skip', check: () => asked.push(1) > 0 })))
    await held.phone().dial('*713*1*0#').expectScreen('Got null')
    expect(asked).toEqual([])
  })

  it('fails where its key is an answer, or its line begins with none', async () => {
    const plain: Question<string> = { ...text(), optional: 'Skip' }
    for (const [script, problem] of [
      [asking(whole({ min: 0, optional: '0 to skip' })), '0 skips its question and is an answer to it'],
      [asking(plain), "optional must begin with the key that skips: '0 to skip'"],
    ] as const) {
      const held = await hold(script)
      await held
        .phone()
        .dial('*713#')
        .reply('1')
        .expectScreen(({ type }) => type === 'release')
      expect(held.lines.text()).toContain(problem)
    }
  })

  it.each(['skip', '', '0', '*0 to skip', 5, '00000 to skip'])('is made with no line %j', (optional) => {
    expect(() => Reflect.apply(text, undefined, [{ optional }])).toThrow(
      "The option optional of the question text must be a line that begins with the key that skips, such as '0 to skip'",
    )
  })
})
