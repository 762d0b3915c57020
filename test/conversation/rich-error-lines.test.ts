import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const asking: Record<string, (said: string) => Script> = {
  choose: (said) => async (talk) => talk.end(await talk.choose(said, ['Rice', 'Oil'])),
  ask: (said) => async (talk) => talk.end(await talk.ask(said, text({ pattern: /^a$/ }))),
  confirm: (said) => async (talk) => talk.end(`${await talk.confirm(said)}`),
}

describe.each(Object.entries(asking))('an error line above %s on a channel that draws lists itself', (_, script) => {
  it.each([
    [3_000, /^[^.\n]+\.\nxxx/],
    [3_985, /^\w[\w ]*\.\.\.\nx+$/],
    [4_000, /^x+$/],
  ])('leaves a question of %d characters whole', async (length, shown) => {
    const question = 'x'.repeat(length)
    const { user } = await hold(script(question))
    const caller = user()
    expect((await caller.dial()).text).toBe(question)
    const again = await caller.reply('zz')
    expect(again).toMatchObject({ type: 'response', text: expect.stringMatching(shown) })
    expect(again.text.endsWith(question)).toBe(true)
    expect(again.text.length).toBeLessThanOrEqual(4_000)
  })
})
