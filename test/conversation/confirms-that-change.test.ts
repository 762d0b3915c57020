import { describe, expect, it } from 'vitest'
import { text } from '../../src/index.ts'
import { hold } from './hold.ts'

const again = 'This has changed. Please check it.'

describe('A confirm whose amount changes', () => {
  it('is asked again each time, and ends after as many tries as a question has', async () => {
    let price = 60
    let paid = 0
    const held = await hold(
      async (talk) => {
        if (!(await talk.confirm(`Pay ${price}?`))) return talk.end('Cancelled')
        paid += 1
        return talk.end('Paid')
      },
      { tries: 3 },
    )
    const caller = held.phone()
    await caller.dial('*713#').expectScreen('Pay 60?\n1. Yes\n2. No')
    for (price = 61; price <= 62; price++) {
      await caller.reply('1').expectScreen(`${again}\nPay ${price}?\n1. Yes\n2. No`)
    }
    await caller.reply('1').expectScreen('Too many wrong answers. Please dial again.')
    expect(paid).toBe(0)
  })

  it('is not known by its text where that is sensitive: then nothing of it is kept', async () => {
    let price = 60
    const held = await hold(async (talk) => {
      const isSure = await talk.confirm(`Pay ${price}?`, { sensitive: true })
      return talk.end(isSure ? 'Paid' : 'Cancelled')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    price = 65
    await caller.reply('1').expectScreen('Paid')
  })

  it('is drawn anew, with nothing said, where it is gone back to', async () => {
    let price = 60
    const held = await hold(async (talk) => {
      const isSure = await talk.confirm(`Pay ${price}?`)
      const name = await talk.ask('Your name?', text())
      return talk.end(`${name} ${isSure}`)
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('1')
    price = 65
    await caller.reply('0').expectScreen('Pay 65?\n1. Yes\n2. No').reply('1').reply('Ama').expectScreen('Ama true')
  })
})
