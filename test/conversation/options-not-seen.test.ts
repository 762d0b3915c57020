import { describe, expect, it } from 'vitest'
import type { ChooseOptions, Option, Script } from '../../src/conversation/index.ts'
import type { Phone } from '../../src/testing/index.ts'
import { type Held, hold } from './hold.ts'

const choosing =
  (options: readonly Option[], settings?: ChooseOptions, title = 'Where?'): Script =>
  async (talk) => {
    const chosen: Option = await talk.choose(title, options, settings)
    return talk.end(`You chose ${typeof chosen === 'string' ? chosen : chosen.label}`)
  }

const towns = ['Accra', 'Bolga', 'Mampong East', 'Mampong West', 'Zuarungu']
const thirty = Array.from(
  { length: 29 },
  (_, at) => `Town of the north ${String.fromCharCode(65 + at)}${at + 1}`,
).concat('Last town of the north')

const callers: readonly (readonly [name: string, caller: (held: Held) => Phone])[] = [
  ['ussd', (held) => held.phone()],
  ['webstore', (held) => held.user('webstore')],
  ['pos', (held) => held.user('pos')],
  ['app', (held) => held.user('shop app')],
]

describe.each(callers)('A list that letters have narrowed, on %s', (_name, callerOf) => {
  it.each([
    ['1', 'Mampong East'],
    ['2', 'Mampong West'],
    ['mampong west', 'Mampong West'],
    ['bolga', 'Bolga'],
  ])('takes %j for what stands there or is named whole', async (answer, town) => {
    const held = await hold(choosing(towns, { find: true }))
    await callerOf(held).dial('*713#').reply('mam').reply(answer).expectScreen(`You chose ${town}`)
  })

  it('takes no number of an option that is not there', async () => {
    const held = await hold(choosing(towns, { find: true }))
    const caller = callerOf(held)
    await caller.dial('*713#').reply('mam').reply('3')
    expect(caller.lastScreen?.text).toMatch(/^(Reply with a number from the list|Please choose one of these)\./)
    expect(JSON.stringify(caller.lastScreen?.raw)).toMatch(/Mampong East.*Mampong West/)
  })

  it('takes no value of an option that is not there', async () => {
    const held = await hold(
      choosing(
        towns.map((label, at) => ({ label, value: at + 1 })),
        { find: true },
      ),
    )
    await callerOf(held).dial('*713#').reply('mam').reply('2').expectScreen('You chose Mampong West')
  })

  it('shows what only another option begins with, before it is chosen', async () => {
    const held = await hold(choosing(towns, { find: true }))
    const caller = callerOf(held)
    await caller.dial('*713#').reply('mam').reply('zu')
    expect(JSON.stringify(caller.lastScreen?.raw)).toMatch(/"Response".*Zuarungu/i)
    await caller.reply('1').expectScreen('You chose Zuarungu')
  })
})

describe('An option of a page that was not shown', () => {
  const last = thirty[29] ?? ''

  it('is shown by its number or the beginning of its label, costs no try, and is chosen then', async () => {
    const held = await hold(choosing(thirty, { tries: 1 }))
    for (const entered of ['30', '30.', 'last']) {
      await held
        .phone()
        .dial('*713#')
        .expectScreen(/^Where\?\n1\. .*\n99 More$/s)
        .reply(entered)
        .expectScreen(/^Where\?\n\d+\. .*\n30\. .*\n0 Back$/s)
        .reply('30')
        .expectScreen(`You chose ${last}`)
    }
  })

  it('is chosen by its whole label', async () => {
    const held = await hold(choosing(thirty))
    await held.phone().dial('*713#').reply(last).expectScreen(`You chose ${last}`)
  })

  it('is chosen where it was seen before on another page', async () => {
    const held = await hold(choosing(thirty))
    await held.phone().dial('*713#').reply('99').reply('0').reply('6').expectScreen(`You chose ${thirty[5]}`)
  })

  it('was not seen because a page behind it was', async () => {
    const held = await hold(choosing(thirty))
    await held
      .phone()
      .dial('*713#')
      .reply('30')
      .reply('12')
      .expectScreen(/\n12\. /)
      .reply('12')
      .expectScreen(`You chose ${thirty[11]}`)
  })

  it('is chosen where it was dialled with the code', async () => {
    const held = await hold(choosing(thirty))
    await held.phone().dial('*713*30#').expectScreen(`You chose ${last}`)
  })

  it('is chosen by the beginning of its label where that was dialled with the code', async () => {
    const held = await hold(choosing(thirty.map((label) => ({ label, group: 'All' }))))
    await held.phone().dial('*713*last#').expectScreen(`You chose ${last}`)
  })

  it('is shown in its group', async () => {
    const held = await hold(choosing(thirty.map((label, at) => ({ label, group: at < 5 ? 'Near' : 'Far' }))))
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Where?\n1. Near\n2. Far')
      .reply('town of the north a')
      .expectScreen(/^Where\?\n1\. Town of the north A1\n/)
      .reply('1')
      .expectScreen(`You chose ${thirty[0]}`)
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('town of the north z')
      .expectScreen(/\n21\. Town of the north Z26\n/)
      .reply('21')
      .expectScreen(`You chose ${thirty[25]}`)
  })
})

describe('A list whose text takes more than a page', () => {
  const terms = `Terms: ${'you agree to what follows and more. '.repeat(8)}`
  const agreeing: Script = async (talk) => {
    const said = await talk.choose(terms, ['Yes, pay GHS 50', 'No'])
    return said === 'No' ? talk.end('no') : talk.pay('Approve', { amount: 50, description: 'x' })
  }

  it.each(['1', '2', 'no', 'x', 'Yes, pay GHS 50'])('is read on by %j, which chooses nothing yet', async (entered) => {
    const held = await hold(agreeing, { tries: 1 })
    const caller = held.phone()
    await caller.dial('*713#').expectScreen(/^Terms: .*\n99 More$/s)
    const first = caller.lastScreen?.text
    await caller.reply(entered).expectScreen(({ type, text }) => type === 'response' && text !== first)
    while (caller.lastScreen?.text.includes('\n1. ') === false) await caller.reply(entered)
    await caller
      .expectScreen(/\n1\. Yes, pay GHS 50\n2\. No\n0 Back$/)
      .reply('2')
      .expectScreen('no')
  })

  it('is answered by what was dialled with the code', async () => {
    const held = await hold(agreeing)
    await held.phone().dial('*713*2#').expectScreen('no')
  })

  it('has a question to go on with that is read first too', async () => {
    const held = await hold(
      async (talk) => {
        talk.about('Withdraw 5,000 cedis to the bank now')
        await talk.choose('Menu', ['Balance'])
        await talk.choose('Bank', ['ABC'])
        return talk.end('Goodbye')
      },
      { limit: 40 },
    )
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .dial('*713#')
      .expectScreen(/99/)
      .reply('1')
      .reply('1')
      .expectScreen(/^1\. Continue/)
      .reply('1')
      .expectScreen(/^Bank/)
  })
})
