import { describe, expect, it } from 'vitest'
import { type Script, type Talk, text, whole } from '../../src/conversation/index.ts'
import { type Held, hold } from './hold.ts'

const changed = 'Our menu has changed. Please start again.'

/** An application whose script is another from one turn to the next, as after a new deploy. */
async function deploying(first: Script): Promise<Held & { deploy(next: Script): void }> {
  let script = first
  const held = await hold((talk) => script(talk))
  return {
    ...held,
    deploy: (next) => {
      script = next
    },
  }
}

async function name(talk: Talk): Promise<string> {
  return await talk.ask('Your name?', text())
}

describe('a script that takes another path than its record', () => {
  it.each<[string, Script, Script, string, (readonly string[])?]>([
    [
      'asks another question',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your town?', text())}`),
      'Your name?',
    ],
    [
      'asks in another order',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`${await talk.ask('Your street?', text())} ${await name(talk)}`),
      'Your street?',
    ],
    [
      'asks for something of another type',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your house?', text())}`),
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your house?', whole({ min: 1 }))}`),
      'Your name?',
    ],
    [
      'asks what was answered as a choice',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(await talk.choose('Your name?', ['Ama', 'Kofi'])),
      'Your name?\n1. Ama\n2. Kofi',
    ],
    [
      'asks for a yes or a no where a name was answered',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`${await talk.confirm('Go on?')}`),
      'Go on?\n1. Yes\n2. No',
    ],
    [
      'only shows something where a name was answered',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => {
        await talk.show('Welcome')
        return talk.end(await name(talk))
      },
      'Welcome\n1. Continue',
    ],
    [
      'ends where it asked',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`Hello ${await name(talk)}`),
      'Your name?',
    ],
    [
      'ends before what was answered',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end('Hello'),
      'Hello',
    ],
    [
      'reads something before what was answered',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => {
        await talk.load('price', () => 5)
        return talk.end(await name(talk))
      },
      'Your name?',
    ],
    [
      'reads something where it asked',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`${await name(talk)} ${await talk.load('price', () => 5)}`),
      'Your name?',
    ],
    [
      'reads something else',
      async (talk) => talk.end(`${await talk.load('price', () => 5)} ${await name(talk)}`),
      async (talk) => talk.end(`${await talk.load('stock', () => 5)} ${await name(talk)}`),
      'Your name?',
      [],
    ],
    [
      'asks where it read something',
      async (talk) => talk.end(`${await talk.load('price', () => 5)} ${await name(talk)}`),
      async (talk) => talk.end(await name(talk)),
      'Your name?',
      [],
    ],
    [
      'does something where it asked',
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      async (talk) => talk.end(`${await name(talk)} ${await talk.once('order', () => 5)}`),
      'Your name?',
    ],
    [
      'does something where it read',
      async (talk) => talk.end(`${await talk.load('price', () => 5)} ${await name(talk)}`),
      async (talk) => talk.end(`${await talk.once('price', () => 5)} ${await name(talk)}`),
      'Your name?\n00 Menu',
      [],
    ],
    [
      'asks where it was about to end',
      async (talk) => talk.end(`${await name(talk)}, ${'thank you very much '.repeat(12)}`),
      async (talk) => talk.end(`${await name(talk)} ${await talk.ask('Your street?', text())}`),
      'Your name?',
    ],
  ])('and %s begins anew, politely, with a warning', async (_how, first, next, screen, answers = ['Ama']) => {
    const held = await deploying(first)
    const caller = held.phone()
    await caller.dial('*713#')
    for (const answer of answers) await caller.reply(answer)
    held.deploy(next)
    await caller.reply('1').expectScreen(screen === 'Hello' ? screen : `${changed}\n${screen}`)
    expect(held.lines.saying('took another path than its record')).toHaveLength(1)
  })

  it('goes on from there as from its beginning', async () => {
    const held = await deploying(async (talk) => talk.end(`${await name(talk)} ${await talk.confirm('Sure?')}`))
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    held.deploy(async (talk) => talk.end(`${await name(talk)} ${await talk.confirm('Really?')}`))
    await caller.reply('1').expectScreen(`${changed}\nYour name?`)
    await caller.reply('Kofi').expectScreen('Really?\n1. Yes\n2. No\n0 Back').reply('1').expectScreen('Kofi true')
    expect(held.lines.saying('took another path')).toHaveLength(1)
  })

  it('says so in the words that it speaks by then', async () => {
    const held = await deploying(async (talk) => talk.end(`${await name(talk)} ${await talk.confirm('Sure?')}`))
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    held.deploy(async (talk) => {
      talk.speak({ changed: 'Veuillez recommencer.' })
      return talk.end(`${await name(talk)} ${await talk.confirm('Really?')}`)
    })
    await caller.reply('1').expectScreen('Veuillez recommencer.\nYour name?')
  })

  it('does nothing again that it has done', async () => {
    const done: string[] = []
    const order = (talk: Talk) => talk.once('order', (key) => done.push(key))
    const held = await deploying(async (talk) => {
      await name(talk)
      await order(talk)
      await order(talk)
      await talk.show('Your order is on its way.')
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    expect(done).toHaveLength(2)
    held.deploy(async (talk) => {
      await name(talk)
      const number = [await order(talk), await order(talk), await order(talk)]
      await talk.show('Your parcel is on its way.')
      return talk.end(number.join(' '))
    })
    await caller.reply('1').expectScreen(`${changed}\nYour name?`).reply('Kofi').reply('1').expectScreen('1 2 3')
    expect(new Set(done).size).toBe(3)
  })

  it('does nothing again when it changes twice', async () => {
    let times = 0
    const saying = (words: string): Script => {
      return async (talk) => {
        await name(talk)
        await talk.once('order', () => (times += 1))
        await talk.show(words)
        return talk.end('Goodbye')
      }
    }
    const held = await deploying(saying('On its way.'))
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    held.deploy(saying('Here it comes.'))
    await caller.reply('1')
    held.deploy(saying('Nearly there.'))
    await caller.reply('Ama').expectScreen(/^Nearly there/)
    held.deploy(saying('At the door.'))
    await caller.reply('1').reply('Ama').reply('1').expectScreen('Goodbye')
    expect(times).toBe(1)
  })

  it('does it again when the subscriber goes home: that is another order', async () => {
    let times = 0
    const saying = (words: string): Script => {
      return async (talk) => {
        await name(talk)
        await talk.once('order', () => (times += 1))
        await talk.show(words)
        return talk.end('Goodbye')
      }
    }
    const held = await deploying(saying('On its way.'))
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    held.deploy(saying('Here it comes.'))
    await caller.reply('1').reply('Ama').reply('00').expectScreen('Your name?').reply('Ama')
    expect(times).toBe(2)
  })
})

describe('a question whose text changes', () => {
  it('stays the same where its numbers and marks change', async () => {
    let price = 60
    const held = await hold(async (talk) => {
      await talk.ask(`How many at ${price}.00?`, whole({ min: 1 }))
      await talk.show(`They are ${price}!`)
      return talk.end('Paid')
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('1')
    price = 65
    await caller.reply('1').expectScreen('Paid')
    expect(held.lines.saying('took another path')).toEqual([])
  })

  it('is asked again where a yes would be to another amount than was shown', async () => {
    let price = 60
    const held = await hold(async (talk) => {
      const isSure = await talk.confirm(`Pay ${price}.00?`)
      return talk.end(isSure ? `Paid ${price}` : 'Cancelled')
    })
    const caller = held.phone()
    await caller.dial('*713#').expectScreen('Pay 60.00?\n1. Yes\n2. No')
    price = 65
    await caller.reply('1').expectScreen('The price or list has changed. Please check.\nPay 65.00?\n1. Yes\n2. No')
    await caller.reply('1').expectScreen('Paid 65')
  })

  it('stays the same where it has an id', async () => {
    let greeting = 'Good morning, how many?'
    const held = await hold(async (talk) => {
      const number = await talk.ask(greeting, whole({ min: 1 }), { id: 'quantity' })
      return talk.end(`${number}`)
    })
    const caller = held.phone()
    await caller.dial('*713#')
    greeting = 'Good evening, how many?'
    await caller.reply('x').expectScreen('Numbers only, such as 1500.\nGood evening, how many?').reply('2')
    await caller.expectScreen('2')
  })
})
