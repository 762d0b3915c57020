import { describe, expect } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const regions = Array.from({ length: 30 }, (_, at) => `Region number ${at + 1}`)
const asking: Script = async (talk) => talk.end(await talk.choose('Where to?', regions))

describe.each(dealt(worlds))('A list that is the first question, %s', (_name, world, it) => {
  it('is shown on the page that it was left on when the subscriber dials again', async () => {
    const { phone } = await world().start(asking)
    const caller = phone()
    const left = await caller.dial('*713#').reply('99').reply('99').run()
    const found = await caller.timeout().dial('*713#').run()
    expect(found.text).toBe(left.text)
    await caller
      .reply('0')
      .reply('0')
      .expectScreen(/^Where to\?\n1\. Region/)
    await caller.redial().expectScreen(/^Where to\?\n1\. Region/)
    await caller.reply('99').redial().reply('30').reply('30').expectScreen('Region number 30')
  })

  it('begins on its first page for others, and where answers are dialled with the code', async () => {
    const { phone, ...rest } = await world().start(asking)
    const caller = phone()
    await caller.dial('*713#').reply('99').timeout()
    await phone('+233000000001')
      .dial('*713#')
      .expectScreen(/^Where to\?\n1\. Region/)
    await caller.dial('*713*77#').expectScreen(/\n1\. Region/)
    expect(rest.lines.saying('failed')).toEqual([])
  })
})
