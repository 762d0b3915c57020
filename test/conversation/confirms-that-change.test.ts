import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const again = 'The price or list has changed. Please check.'

describe('A confirm whose amount changes', () => {
  it('is asked again each time, and uses up no tries: what was entered was right for what was shown', async () => {
    let price = 60
    let paid = 0
    const held = await hold(
      async (talk) => {
        if (!(await talk.confirm(`Pay ${price}?`))) return talk.end('Cancelled')
        paid += 1
        return talk.end('Paid')
      },
      { tries: 1 },
    )
    const caller = held.phone()
    await caller.dial('*713#').expectScreen('Pay 60?\n1. Yes\n2. No')
    for (price = 61; price <= 65; price++) {
      await caller.reply('1').expectScreen(`${again}\nPay ${price}?\n1. Yes\n2. No`)
    }
    expect(paid).toBe(0)
    price = 65
    await caller.reply('1').expectScreen('Paid')
  })

  it.each(['1', '2', '7', 'yes'])('takes %s for nothing that was said of it', async (entered) => {
    let price = 60
    const held = await hold(async (talk) => talk.end(`${await talk.confirm(`Pay ${price}?`)}`), { tries: 1 })
    const caller = held.phone()
    await caller.dial('*713#')
    price = 65
    await caller.reply(entered).expectScreen(`${again}\nPay 65?\n1. Yes\n2. No`)
  })

  it('is asked again where its text is sensitive too', async () => {
    let price = 60
    const held = await hold(async (talk) => {
      const isSure = await talk.confirm(`Pay ${price}?`, { sensitive: true })
      return talk.end(isSure ? 'Paid' : 'Cancelled')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    price = 65
    await caller.reply('1').expectScreen(`${again}\nPay 65?\n1. Yes\n2. No`).reply('1').expectScreen('Paid')
  })

  it('is drawn again, with nothing said, where it is gone back to', async () => {
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

describe('A confirm that has changed by the time a way is entered', () => {
  let price = 60

  /** Two questions before it, so that home is a way of its own. */
  const buying: Script = async (talk) => {
    await talk.ask('Your name?', text())
    await talk.ask('Your town?', text())
    return talk.end((await talk.confirm(`Pay ${price}?`)) ? 'Paid' : 'Cancelled')
  }

  const changed = async (script: Script, answers: readonly string[], settings = {}) => {
    price = 60
    const caller = (await hold(script, { tries: 1, ...settings })).phone()
    await caller.dial(`*713*${answers.join('*')}#`)
    price = 65
    // By itself it would be awaited: it waits for its screens.
    return { caller }
  }

  it.each([
    ['0', 'Your town?'],
    ['00', 'Your name?'],
  ])('goes where %s leads', async (key, question) => {
    const { caller } = await changed(buying, ['Ama', 'Accra'])
    await caller.expectScreen('Pay 60?\n1. Yes\n2. No\n0 Back 00 Menu').reply(key)
    expect(caller.lastScreen?.text.startsWith(question)).toBe(true)
  })

  it.each([
    ['*1', 'Your town?'],
    ['*2', 'Your name?'],
  ])('goes where %s leads, which is written with a star', async (key, question) => {
    const { caller } = await changed(buying, ['Ama', 'Accra'], { keys: { back: '1', home: '2' } })
    await caller.expectScreen('Pay 60?\n1. Yes\n2. No\n*1 Back *2 Menu').reply(key)
    expect(caller.lastScreen?.text.startsWith(question)).toBe(true)
  })

  it('is asked again where what was done bars the way', async () => {
    const { caller } = await changed(
      async (talk) => {
        await talk.ask('Your name?', text())
        await talk.once('note', () => 1)
        return talk.end(`${await talk.confirm(`Pay ${price}?`)}`)
      },
      ['Ama'],
    )
    await caller.reply('0').expectScreen(`${again}\nPay 65?\n1. Yes\n2. No\n00 Menu`)
  })

  it.each(['99', '1', '0'])(
    'is read from its first page on where %s would turn the page of another text',
    async (key) => {
      const terms = 'You agree to all of what is written here. '.repeat(8)
      const long: Script = async (talk) =>
        talk.end((await talk.confirm(`Pay ${price}? ${terms}`)) ? 'Paid' : 'Cancelled')
      const caller = (await hold(long, { tries: 1 })).phone()
      price = 60
      await caller
        .dial('*713#')
        .reply('99')
        .expectScreen(/99 More$/)
      price = 65
      await caller.reply(key)
      expect(caller.lastScreen?.text.startsWith(`${again}\nPay 65?`)).toBe(true)
      while (caller.lastScreen?.text.endsWith('99 More')) await caller.reply('99')
      await caller.reply('1').expectScreen('Paid')
    },
  )
})
