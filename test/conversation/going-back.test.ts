import { describe, expect, it } from 'vitest'
import { type Script, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const order: Script = async (talk) => {
  const meal = await talk.choose('Shop', ['Rice', 'Oil'])
  const street = await talk.ask('Your street?', text())
  const name = await talk.ask('Your name?', text())
  return talk.end(`${meal} to ${name}, ${street}`)
}

describe('back', () => {
  it('leads to the question before, and forgets its answer', async () => {
    const held = await hold(order)
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('Your street?\n0 Back')
      .reply('0')
      .expectScreen('Shop\n1. Rice\n2. Oil')
      .reply('2')
      .reply('High Street')
      .expectScreen('Your name?\n0 Back 00 Menu')
      .reply('0')
      .expectScreen('Your street?\n0 Back')
      .reply('Low Street')
      .reply('Ama')
      .expectScreen('Oil to Ama, Low Street')
  })

  it('is no way on the first question, where its key is an entry like another', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole())} and ${talk.id.length}`))
    await held
      .phone()
      .dial('*713#')
      .expectScreen('How many?')
      .reply('0')
      .expectScreen(/^0 and/)
  })

  it.each(['0', '00'])(
    'is no way on the first question: %j is a wrong answer like another where it is one',
    async (key) => {
      const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1 }))}`), {
        tries: 2,
      })
      await held
        .phone()
        .dial('*713#')
        .reply(key)
        .expectScreen('Please enter 1 or more.\nHow many?')
        .reply(key)
        .expectScreen(/^Too many tries/)
    },
  )

  it('takes away the line that said what was wrong, and the count of what was', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.choose('Shop', ['Rice', 'Oil'])
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('Ama')
      .reply('7')
      .expectScreen(/^Reply with a number/)
      .reply('0')
      .expectScreen('Your name?')
      .reply('Kofi')
      .expectScreen('Shop\n1. Rice\n2. Oil\n0 Back')
  })

  it('passes over what was read, and reads it again', async () => {
    let times = 0
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.load('price', () => (times += 1))
      await talk.show('It costs 5')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#').reply('Ama').reply('0').expectScreen('Your name?').reply('Kofi')
    expect(times).toBe(2)
  })

  it('does not lead over what was done', async () => {
    const done: string[] = []
    const held = await hold(async (talk) => {
      const name = await talk.ask('Your name?', text())
      await talk.once('greet', () => done.push(name))
      await talk.ask('Your street?', text())
      await talk.ask('Your town?', text())
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('Ama')
      .expectScreen('Your street?\n00 Menu')
      .reply('0')
      .expectScreen('Your street?\n00 Menu')
      .reply('High Street')
      .expectScreen('Your town?\n0 Back 00 Menu')
      .reply('0')
      .expectScreen('Your street?\n00 Menu')
    expect(done).toEqual(['Ama'])
  })

  it('is a choice of its own in the menus of a rich channel', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.choose('Shop', [{ label: 'Rice', value: 'rice' }])
      await talk.ask('Your street?', text())
      return talk.end('Goodbye')
    })
    const user = held.user()
    await user.dial().reply('Ama')
    expect(user.lastScreen?.raw).toMatchObject({
      Message: 'Shop',
      Data: [
        { Display: 'Rice', Value: 'rice' },
        { Display: 'Back', Value: '0' },
      ],
    })
    await user.reply('0').expectScreen('Your name?')
  })
})

describe('home', () => {
  it('leads to the first question from anywhere behind the second', async () => {
    const held = await hold(order)
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('High Street')
      .reply('00')
      .expectScreen('Shop\n1. Rice\n2. Oil')
      .reply('2')
      .expectScreen('Your street?\n0 Back')
  })

  it('begins something new: what is done after it is done under a new key', async () => {
    const keys: string[] = []
    const held = await hold(async (talk) => {
      await talk.once('order', (key) => keys.push(key))
      await talk.show('Ordered')
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    await caller
      .dial('*713#')
      .expectScreen('Ordered\n1. Continue\n00 Menu')
      .reply('00')
      .expectScreen(/^Ordered/)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is not offered where it leads to the question on the screen, or where back does', async () => {
    const held = await hold(async (talk) => {
      await talk.load('price', () => 5)
      await talk.load('stock', () => 9)
      await talk.ask('Your name?', text())
      await talk.ask('Your street?', text())
      await talk.ask('Your town?', text())
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Your name?')
      .reply('Ama')
      .expectScreen('Your street?\n0 Back')
      .reply('High Street')
      .expectScreen('Your town?\n0 Back 00 Menu')
  })
})

describe('a key that is an answer', () => {
  it('is drawn with a star where it is a number that the question takes', async () => {
    const given: number[] = []
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      given.push(await talk.ask('How many?', whole({ min: 0, max: 20, takesKeys: true })))
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('Ama')
      .expectScreen('How many?\n*0 Back')
      .reply('*0')
      .expectScreen('Your name?')
      .reply('Ama')
      .reply('0')
      .expectScreen('Goodbye')
    expect(given).toEqual([0])
  })

  it('is drawn without one where the question does not take it', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.ask('How many?', whole({ min: 1 }))
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('Ama')
      .expectScreen('How many?\n0 Back')
      .reply('*0')
      .expectScreen('Numbers only, such as 1500.\nHow many?\n0 Back')
      .reply('0')
      .expectScreen('Your name?')
  })

  it('is drawn with one where it is the number of an option', async () => {
    const held = await hold(
      async (talk) => {
        await talk.ask('Your name?', text())
        return talk.end(await talk.choose('Shop', ['Rice', 'Oil']))
      },
      { keys: { back: '2' } },
    )
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama').expectScreen('Shop\n1. Rice\n2. Oil\n*2 Back').reply('*2')
    await caller.expectScreen('Your name?').reply('Ama').reply('2').expectScreen('Oil')
  })
})

describe('the keys', () => {
  it('are settings', async () => {
    const held = await hold(order, { keys: { back: '#', home: '*'.padStart(2, '9') } })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('Your street?\n# Back')
      .reply('0')
      .expectScreen('Your name?\n# Back 9* Menu')
      .reply('9*')
      .expectScreen(/^Shop/)
      .reply('1')
      .reply('#')
      .expectScreen(/^Shop/)
  })
})
