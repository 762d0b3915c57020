import { describe, expect, it } from 'vitest'
import { frenchWords, type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const long = Array.from({ length: 30 }, (_, at) => `Sentence number ${at + 1}.`).join(' ')
const tea = { name: 'Tea', quantity: 2, price: 2.5 }

describe('talk.end', () => {
  it('ends the session', async () => {
    const held = await hold((talk) => talk.end('Goodbye', { label: 'Bye' }))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type, text: shown }) => type === 'release' && shown === 'Goodbye')
    const { raw } = await held.user().dial()
    expect(raw).toMatchObject({ Type: 'Release', Message: 'Goodbye', Label: 'Bye', DataType: 'display', Data: [] })
  })

  it('takes as many pages as its text needs, and ends with the last', async () => {
    const held = await hold((talk) => talk.end(long))
    const caller = held.phone()
    const read: string[] = []
    for (let screen = await caller.dial('*713#'); ; screen = await caller.reply('99')) {
      expect(screen.text.length).toBeLessThanOrEqual(160)
      read.push(screen.text.replace(/\n(?:0 Back )?(?:99 More)?$|\n0 Back$/, ''))
      if (screen.type === 'release') break
      expect(screen.text).toMatch(/99 More$/)
    }
    expect(read.length).toBeGreaterThan(3)
    expect(read.join(' ')).toBe(long)
    expect(caller.lastScreen?.text).not.toContain('Back')
  })

  it('goes back a page and on again, and stays where anything else is entered', async () => {
    const held = await hold((talk) => talk.end(long))
    const caller = held.phone()
    await caller
      .dial('*713#')
      .expectScreen(/^Sentence number 1\./)
      .reply('7')
      .expectScreen(/^Sentence number 1\./)
      .reply('99')
      .expectScreen(/^(?!Sentence number 1\.)/)
      .reply('')
      .expectScreen(/^(?!Sentence number 1\.)/)
      .reply('0')
      .expectScreen(/^Sentence number 1\./)
  })

  it('pages after what was answered and done, which is not done again', async () => {
    let times = 0
    const held = await hold(async (talk) => {
      const name = await talk.ask('Your name?', text())
      await talk.once('order', () => (times += 1))
      return talk.end(`${name}. ${long}`)
    })
    const caller = held.phone()
    await caller
      .dial('*713#')
      .reply('Ama')
      .expectScreen(/^Ama\. Sentence number 1\./)
      .reply('99')
      .reply('99')
    expect(times).toBe(1)
  })

  it('is one page on a rich channel', async () => {
    const held = await hold((talk) => talk.end(long))
    await held
      .user()
      .dial()
      .expectScreen(({ type, text: shown }) => type === 'release' && shown === long)
  })
})

describe('a session that ends because a question was answered wrongly too often', () => {
  const script: Script = async (talk) => talk.end(await talk.ask('Your name?', text({ tries: 1 })))
  const settings = { words: { tooOften: 'Too often. '.repeat(30) } }

  it('ends on one page, and leaves out what does not fit', async () => {
    const held = await hold(script, settings)
    const { type, text: shown } = await held.phone().dial('*713#').reply('')
    expect(type).toBe('release')
    expect(shown.length).toBeLessThanOrEqual(160)
    expect(shown).toMatch(/^Too often\. .*\.\.\.$/)
  })

  it('leaves nothing out on a rich channel', async () => {
    const held = await hold(script, settings)
    const { type, text: shown } = await held.user().dial().reply('')
    expect(type).toBe('release')
    expect(shown).toBe('Too often. '.repeat(30))
  })
})

describe('talk.pay', () => {
  it('asks a USSD subscriber for the whole amount', async () => {
    const held = await hold((talk) =>
      talk.pay('Approve the prompt', { ...tea, reference: 'order-7', callbackUrl: 'https://shop.example/paid' }),
    )
    const { type, payment } = await held.phone().dial('*713#').expectScreen('Approve the prompt')
    expect(type).toBe('release')
    expect(payment).toEqual({
      amount: 5,
      description: '2 x Tea, order-7',
      callbackUrl: 'https://shop.example/paid',
    })
  })

  it('sends the item of a programmable service to the checkout', async () => {
    const held = await hold((talk) => talk.pay('Approve the prompt', { ...tea, reference: 'order-7' }))
    const { type, item } = await held.user().dial().expectScreen('Approve the prompt')
    expect(type).toBe('addToCart')
    expect(item).toEqual([tea])
  })

  it('asks for it on the last page only', async () => {
    const held = await hold((talk) => talk.pay(`Approve. ${long}`, tea))
    const caller = held.phone()
    let screen = await caller.dial('*713#')
    expect(screen).toMatchObject({ type: 'response' })
    while (screen.type === 'response') {
      expect(screen.payment).toBeUndefined()
      screen = await caller.reply('99')
    }
    expect(screen.payment?.amount).toBe(5)
  })

  it.each([
    ['To pay: 1500.50', {}],
    ['To pay: 1 500,50', { locale: 'fr' }],
    ['Amount 1500.50', { words: { toPay: 'Amount {amount}' } }],
    ['Total à payer : 1500.50', { words: frenchWords }],
  ])('says the amount on the last of several pages, however long its text is: %s', async (due, settings) => {
    for (let length = 150; length < 320; length += 7) {
      const text = `Pay GHS 1,500.50 now. ${long.slice(0, length).trimEnd()}`
      const held = await hold((talk) => talk.pay(text, { ...tea, quantity: 1, price: 1500.5 }), settings)
      const caller = held.phone()
      let screen = await caller.dial('*713#')
      while (screen.type === 'response') screen = await caller.reply('99')
      expect(screen.text.split('\n').at(-1), `${length}`).toBe(due)
    }
  })

  it('says it in whole where it is', async () => {
    const held = await hold((talk) => talk.pay(`Approve. ${long}`, tea))
    const caller = held.phone()
    let screen = await caller.dial('*713#')
    while (screen.type === 'response') screen = await caller.reply('99')
    expect(screen.text).toMatch(/\nTo pay: 5$/)
  })

  it('leaves one page, and the checkout of a rich channel, as they were written', async () => {
    const held = await hold((talk) => talk.pay(`Approve. ${long}`, tea), { limit: 4_000 })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ text }) => !text.includes('To pay'))
    await held
      .user()
      .dial()
      .expectScreen(({ text }) => !text.includes('To pay'))
  })

  it('fails its turn where there is nothing to pay', async () => {
    const held = await hold((talk) => talk.pay('Approve the prompt', { ...tea, price: 0 }))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/^Sorry, something went wrong\./)
    await held
      .user()
      .dial()
      .expectScreen(/^Sorry, something went wrong\./)
  })
})
