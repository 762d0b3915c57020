import { describe, expect, it } from 'vitest'
import { hold } from './hold.ts'

const terms = `Pay 60? ${'You agree to all of what is written here. '.repeat(6)}`

describe('A confirm of several pages', () => {
  it.each(['1', '2', 'yes', 'x'])('goes on reading where %s is entered before its last page', async (entered) => {
    const held = await hold(async (talk) => talk.end((await talk.confirm(terms)) ? 'Paid' : 'Cancelled'))
    const caller = held.phone()
    await caller.dial('*713#').expectScreen(/^Pay 60\? [\s\S]*\n99 More$/)
    const pages = [caller.lastScreen?.text]
    while (caller.lastScreen?.text.endsWith('99 More')) {
      await caller.reply(entered)
      pages.push(caller.lastScreen?.text)
    }
    expect(new Set(pages).size).toBe(pages.length)
    await caller.expectScreen(/1\. Yes\n2\. No\n0 Back$/)
    await caller.reply('1').expectScreen('Paid')
  })

  it('takes a no on its last page, and a way back to what was read', async () => {
    const held = await hold(async (talk) => talk.end((await talk.confirm(terms)) ? 'Paid' : 'Cancelled'))
    const caller = held.phone()
    await caller.dial('*713#').reply('99')
    const second = caller.lastScreen?.text
    await caller.reply('0').expectScreen(/^Pay 60\?/)
    await caller.reply('99').expectScreen(second ?? '')
    while (caller.lastScreen?.text.endsWith('99 More')) await caller.reply('99')
    await caller.reply('2').expectScreen('Cancelled')
  })

  it('is answered by nothing that was dialled with the code', async () => {
    const held = await hold(async (talk) => talk.end((await talk.confirm(terms)) ? 'Paid' : 'Cancelled'))
    await held
      .phone()
      .dial('*713*99*1#')
      .expectScreen(/^Pay 60\?.*99 More$/s)
  })
})
