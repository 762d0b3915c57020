import { describe, expect, it } from 'vitest'
import { everyWorld } from './every-world.ts'

describe.each(everyWorld)('-0, %s', (_, world) => {
  it('is 0 from the run on that reads or does it, so that its screen stays the same', async () => {
    const seen: unknown[] = []
    const app = await world().start(async (talk) => {
      const balance = await talk.load('balance', () => -0)
      const spent = await talk.once('spend', () => -0)
      const rate = await talk.choose('Rate', [{ label: 'None', value: -0 }])
      seen.push(balance, spent, rate.value)
      const shown = new Intl.NumberFormat('en').format(balance)
      return (await talk.confirm(`Balance ${shown}. Go on?`)) ? talk.end('Closed') : talk.end('Kept')
    })
    await app
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Balance 0\./)
      .reply('1')
      .expectScreen('Closed')
    expect(seen).toEqual([0, 0, 0, 0, 0, 0])
  })
})
