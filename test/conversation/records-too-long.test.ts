import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/index.ts'
import { worlds } from './world.ts'

const failed = 'Sorry, something went wrong. Please try again later.'
const street = /^Street\?/
const asksToGoOn = /Go on where you stopped\?/

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
      message: expect.stringContaining('is longer than 32768 characters before talk.once'),
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
    'of %d characters begins anew, since it does not fit beside the question whether to go on',
    async (characters) => {
      const { phone } = await world().start(reading(characters))
      const caller = phone()
      await caller.dial('*713#').reply('Ama').expectScreen(street)
      await caller.dial('*713#').expectScreen(/^Name\?/)
    },
  )

  it('goes on without a question where the conversation says so, although that would not fit', async () => {
    const { phone } = await world().start(reading(65_290), { talk: { resume: 'continue' } })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').expectScreen(street)
    await caller.dial('*713#').expectScreen(street).reply('High Street').expectScreen('Ama, High Street')
  })
})
