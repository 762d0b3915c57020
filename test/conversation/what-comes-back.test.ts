import { describe, expect, it } from 'vitest'
import { type CheckSays, type Ending, type Talk, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'
import { keptWorld } from './world.ts'

const fees = { name: 'Fees', quantity: 1, price: 500 }

describe('What a function of a script gives back', () => {
  it('leaves its effect in doubt where it made an ending: the next dial does not pay either', async () => {
    const { start } = keptWorld()
    let runs = 0
    const first = await start(async (talk) => {
      await talk.choose('Shop', ['Rice'])
      await talk.once('order', () => {
        runs += 1
        talk.end('Sold out')
      })
      return talk.pay('Approve', fees)
    })
    await first.phone().dial('*713#')
    await first
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(/^We could not confirm your last request/)
    const again = await first.phone().dial('*713#')
    const next =
      again.text.includes('continue') || again.text.includes('Continue') ? await first.phone().reply('1') : again
    expect([again.payment, next.payment, runs]).toEqual([undefined, undefined, 1])
  })

  it('leaves the subscriber with a screen that says that nothing was paid, where it made an ending before any effect', async () => {
    const held = await hold(async (talk) => {
      const check = () => {
        talk.end('Wrong PIN')
        return true
      }
      await talk.ask('Your PIN?', text({ check }))
      return talk.pay('Approve', fees)
    })
    await held
      .phone()
      .dial('*713#')
      .reply('9999')
      .expectScreen(/Nothing was paid/)
  })

  it('is not waited for where the script returns nothing meanwhile: its turn fails, and names the step', async () => {
    const held = await hold(
      Object(async (talk: Talk) => {
        const read = async () => await talk.load('price', () => new Promise(() => undefined))
        read()
      }),
    )
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/Nothing was paid/)
    const [line] = held.lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({ message: expect.stringContaining("talk.load('price'): the script ended while") })
  })

  it('is judged by the check of a question of your own too where that looks it up', async () => {
    const asked: string[] = []
    const held = await hold(async (talk) => {
      const code = await talk.ask('Code?', {
        type: 'code',
        field: 'text',
        tries: 9,
        read: (answer: string) => ({ lookUp: async () => (answer === 'x' ? { problem: 'Not x' } : { answer }) }),
        check: (answer) => {
          asked.push(answer)
          return answer === '7'
        },
      })
      return talk.end(`Code ${code}`)
    })
    const phone = held.phone()
    await phone.dial('*713#').expectScreen(/^Code\?/)
    await phone.reply('x').expectScreen(/^Not x/)
    await phone.reply('6').expectScreen(/^Please check it/)
    await phone.reply('7').expectScreen('Code 7')
    expect(asked).toEqual(['6', '7'])
  })

  it('does not compile where a check gives an ending or an error', () => {
    const made: (talk: Talk) => Ending = (talk) => talk.end('No')
    // @ts-expect-error an ending is nothing that a check finds
    const ends = (talk: Talk): CheckSays => made(talk)
    // @ts-expect-error nor is one that is still to come
    const later = (talk: Talk) => text({ check: async () => made(talk) })
    // @ts-expect-error nor is an error
    const fails = text({ check: async (pin) => pin === '1234' || new Error('Wrong PIN') })
    expect([ends, later, fails]).toHaveLength(3)
  })
})
