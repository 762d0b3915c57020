import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
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

describe.each(worlds)('A conversation with much to keep, %s', (_name, world) => {
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

  it('names a list of options too', async () => {
    const options = Array.from({ length: 60 }, (_, at) => `${at} ${'x'.repeat(1_100)}`)
    const { phone, lines } = await world().start(async (talk) => talk.end(await talk.choose('Shop', options)))
    await phone().dial('*713#').expectScreen(failed)
    expect(lines.text()).toContain('most of it is talk.choose, 66')
  })

  it('goes on without a question where the conversation says so, although that would not fit', async () => {
    const { phone } = await world().start(reading(65_290), { talk: { resume: 'continue' } })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen(street)
    await caller.dial('*713#').expectScreen(street).reply('High Street').expectScreen('Ama, High Street')
  })
})
