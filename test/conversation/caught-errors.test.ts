import { describe, expect, it } from 'vitest'
import { text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

describe('a script', () => {
  it('may catch that there is nothing to choose from, and go on', async () => {
    const held = await hold(async (talk) => {
      try {
        await talk.choose('Shop', [])
      } catch {
        await talk.show('We are sold out.')
      }
      return (await talk.confirm('Tell you when?')) ? talk.end('We will') : talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen('We are sold out.\n1. Continue')
      .reply('1')
      .expectScreen(/^Tell you when\?/)
      .reply('1')
      .expectScreen('We will')
  })

  it('may catch what a check of its own throws, and end in its own words', async () => {
    const check = () => Promise.reject(new Error('no such table'))
    const held = await hold(async (talk) => {
      try {
        return talk.end(await talk.ask('Your name?', text({ check })))
      } catch {
        return talk.end('Please come back tomorrow.')
      }
    })
    await held.phone().dial('*713#').reply('Ama').expectScreen('Please come back tomorrow.')
    expect(held.lines.saying('took another path')).toEqual([])
  })

  it('may catch it, and ask something else, which does not get that answer', async () => {
    const check = () => {
      throw new Error('no such table')
    }
    const held = await hold(async (talk) => {
      const name = await talk.ask('Your name?', text({ check })).catch(() => talk.ask('Your town?', text()))
      return talk.end(name)
    })
    await held.phone().dial('*713#').reply('Ama').expectScreen('Your town?')
  })
})
