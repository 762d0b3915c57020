import { describe, expect, it } from 'vitest'
import { type Script, text, whole } from '../../src/index.ts'
import { hold } from './hold.ts'

const buy: Script = async (talk) => {
  const meal = await talk.choose('Shop', ['Rice', 'Oil'])
  const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
  const name = await talk.ask('Your name?', text())
  return talk.end(`${quantity} x ${meal} for ${name}`)
}

describe('answers that are dialled with the code', () => {
  it('answer the first questions', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*3#')
      .expectScreen('Your name?\n0 Back 00 Home')
      .reply('Ama')
      .expectScreen('3 x Oil for Ama')
  })

  it('may answer all of them', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*3*Ama#').expectScreen('3 x Oil for Ama')
  })

  it('are more than are asked for: the rest is left', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*3*Ama*7#')
      .expectScreen(({ type, text: shown }) => type === 'release' && shown === '3 x Oil for Ama')
  })

  it('stop at a wrong one, because the next is the answer to something else', async () => {
    const held = await hold(buy)
    await held
      .phone()
      .dial('*713*2*50*Ama#')
      .expectScreen('Please enter 20 or less.\nHow many?\n0 Back')
      .reply('5')
      .expectScreen('Your name?\n0 Back 00 Home')
  })

  it('may be gone back over', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*3#').reply('0').expectScreen('How many?\n0 Back').reply('0').expectScreen(/^Shop/)
  })

  it('may be keys themselves', async () => {
    const held = await hold(buy)
    await held.phone().dial('*713*2*0*1*4#').expectScreen('Shop\n1. Rice\n2. Oil')
  })

  it('wait for what is read and done between them', async () => {
    const order: string[] = []
    const held = await hold(async (talk) => {
      const meal = await talk.choose('Shop', ['Rice', 'Oil'])
      await talk.load('price', async () => order.push(`price of ${meal}`))
      const quantity = await talk.ask('How many?', whole({ check: async (n) => n < 9 }))
      await talk.once('order', () => order.push(`${quantity} ordered`))
      return talk.end('Thank you')
    })
    await held.phone().dial('*713*1*2#').expectScreen('Thank you')
    expect(order).toEqual(['price of Rice', '2 ordered'])
  })

  it('choose among what is on any page of a list', async () => {
    const regions = Array.from({ length: 30 }, (_, at) => `Region number ${at + 1}`)
    const held = await hold(async (talk) => talk.end(await talk.choose('Where to?', regions)))
    await held.phone().dial('*713*30#').expectScreen('Region number 30')
  })
})
