import { describe, expect } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const failed = 'Sorry, something went wrong. Try later.'
const street = /^Street\?/
const asksToGoOn = /You did not finish\. Continue\?/

/** Reads much, then asks. */
const reading = (characters: number): Script => {
  return async (talk) => {
    const name = await talk.ask('Name?', text())
    await talk.load('catalogue', () => 'x'.repeat(characters))
    return talk.end(`${name}, ${await talk.ask('Street?', text())}`)
  }
}

describe.each(dealt(worlds))('A conversation with much to keep, %s', (_name, world, it) => {
  it('begins no effect whose outcome might not be kept with it, which no script can take for its failure', async () => {
    const done: string[] = []
    const { phone, lines } = await world().start(async (talk) => {
      await talk.show('Welcome')
      await talk.load('catalogue', () => 'x'.repeat(32_768))
      await talk.once('order', (key) => done.push(key)).catch(() => done.push('caught'))
      return talk.end('Ordered')
    })
    await phone().dial('*713#').reply('1').expectScreen(failed)
    expect(done).toEqual([])
    const [line] = lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({
      code: 'FMW_STATE',
      message: expect.stringContaining("before talk.once: most of it is talk.load('catalogue'), 32"),
    })
  })

  it('does what fits: half of the room is for what comes of it', async () => {
    const { phone } = await world().start(async (talk) => {
      await talk.show('Welcome')
      await talk.load('catalogue', () => 'x'.repeat(32_400))
      const given = await talk.once('order', () => 'y'.repeat(32_700))
      await talk.show('Ordered')
      return talk.end(`${given.length}`)
    })
    await phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Ordered/)
      .reply('1')
      .expectScreen('32700')
  })

  it.each([60_000, 64_000])('of %d characters is offered to who dials again', async (characters) => {
    const { phone } = await world().start(reading(characters))
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen(street)
    await caller.dial('*713#').expectScreen(asksToGoOn).reply('7').reply('8').expectScreen(asksToGoOn)
    await caller.reply('1').expectScreen(street).reply('High Street').expectScreen('Ama, High Street')
  })

  it.each([65_000, 65_100, 65_150, 65_200, 65_250, 65_290])(
    'of %d characters starts again, since it does not fit beside the question whether to go on',
    async (characters) => {
      const { phone } = await world().start(reading(characters))
      const caller = phone()
      await caller.dial('*713#').reply('Ama').expectScreen(street)
      await caller.dial('*713#').expectScreen(/^Name\?/)
    },
  )

  it('fails its turn where it is more than can be kept, and the log names what most of it is', async () => {
    const { phone, lines } = await world().start(reading(70_000))
    await phone().dial('*713#').reply('Ama').expectScreen(failed)
    const [line] = lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({
      code: 'FMW_STATE',
      message: expect.stringContaining(
        "is longer than 65536 characters as JSON: most of it is talk.load('catalogue'), 70",
      ),
    })
  })

  it('keeps what is shown of a list that is too long', async () => {
    const options = Array.from({ length: 60 }, (_, at) => ({ label: `Meal ${at}`, notes: 'x'.repeat(1_100) }))
    const { phone } = await world().start(async (talk) => talk.end((await talk.choose('Shop', options)).label))
    await phone()
      .dial('*713#')
      .expectScreen(/^Shop\n1\. Meal 0/)
      .reply('60')
      .reply('60')
      .expectScreen('Meal 59')
  })

  it('names what was answered, and in development each step that was begun in that turn by its line', async () => {
    const script: Script = async (talk) => {
      const meal = await talk.choose('Which meal?', [{ label: 'Rice', notes: 'x'.repeat(60_000) }])
      await talk.load('price', () => 'y'.repeat(9_000))
      return talk.end(await talk.ask(`How many of ${meal.label}?`, text()))
    }
    const desk = await world().start(script, { talk: { rehearse: true } })
    await desk.phone().dial('*713#').reply('1').expectScreen(failed)
    expect(desk.lines.text()).toMatch(
      /most of it is talk\.choose at script \([^)]*records-too-long\.test\.ts:\d+:\d+\), 600\d\d char/,
    )
    const production = await world().start(script, { talk: { rehearse: false } })
    await production.phone().dial('*713#').reply('1').expectScreen(failed)
    expect(production.lines.text()).toContain('most of it is talk.choose Whichmeal, 600')
  })

  it.each([true, false])('is told of by its steps, in development alone: %s', async (rehearse) => {
    const { phone, lines } = await world().start(
      async (talk) => {
        await talk.load('short', () => 'x'.repeat(16_000))
        await talk.load('long', () => 'x'.repeat(16_400))
        await talk.once('order', () => 'x'.repeat(16_500))
        await talk.ask('Name?', text({ check: () => ({ notes: 'x'.repeat(16_600) }) }))
        return talk.end('Goodbye')
      },
      { talk: { rehearse } },
    )
    await phone().dial('*713#').reply('Ama')
    await phone('+233000000007').dial('*713#').reply('Ama')
    const told = lines.saying('a step takes more than a quarter of its record')
    const place = / at \S+ \([^)]*records-too-long\.test\.ts:\d+:\d+\)$/
    expect(told.map(({ step, of }) => [`${step}`.replace(place, ''), of])).toEqual(
      rehearse ? ["talk.load('long')", "talk.once('order')", 'talk.ask'].map((step) => [step, 65_536]) : [],
    )
  })

  it('goes on without a question where the conversation says so, although that would not fit', async () => {
    const { phone } = await world().start(reading(65_290), { talk: { resume: 'continue' } })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen(street)
    await caller.dial('*713#').expectScreen(street).reply('High Street').expectScreen('Ama, High Street')
  })
})
