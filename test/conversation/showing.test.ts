import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const ready: Script = async (talk) => {
  await talk.show('Your order is ready.')
  await talk.show('It is at the counter.')
  return talk.end('Goodbye')
}

describe('talk.show', () => {
  it.each(['1', '', 'thanks'])('on a phone goes on at %j', async (entered) => {
    const held = await hold(ready)
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Your order is ready.\n1. Continue')
      .reply(entered)
      .expectScreen('It is at the counter.\n1. Continue\n0 Back')
  })

  it('on a phone goes on to the next page, whatever is entered, until all was read', async () => {
    const held = await hold(async (talk) => {
      await talk.show(Array.from({ length: 60 }, (_, at) => `rule ${at + 1}`).join(' '))
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    await caller.dial('*713#').expectScreen(/99 More$/)
    for (const entered of ['1', 'thanks', '']) await caller.reply(entered).expectScreen(/^rule \d+ .*\d/s)
    await caller
      .expectScreen(/rule 60\n1\. Continue\n0 Back$/)
      .reply('1')
      .expectScreen('Goodbye')
  })

  it('on a rich channel only shows', async () => {
    const held = await hold(ready)
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ Message: 'Your order is ready.', DataType: 'display', Data: [] })
    await user.reply('').expectScreen('It is at the counter.')
  })
})
