import { decimal, englishWords, frenchWords, text, type Words } from '../../../src/conversation/index.ts'
import type { Application } from './application.ts'

interface Language {
  readonly words: Partial<Words>
  readonly what: (name: string) => string
  readonly goods: readonly string[]
  readonly see: readonly string[]
  readonly weight: string
  readonly town: string
  readonly sure: (name: string, kilos: number, amount: number) => string
  readonly no: (name: string) => string
  readonly price: (name: string, good: string, price: number) => string
  readonly approve: (name: string, amount: number) => string
}

const languages: Record<'en' | 'fr' | 'tw', Language> = {
  en: {
    words: englishWords,
    what: (name) => `Market prices for ${name}`,
    goods: ['Maize', 'Cassava', 'Yam', 'Tomatoes'],
    see: ['See the price', 'Order'],
    weight: 'How many kilos?',
    town: 'To which town?',
    sure: (name, kilos, amount) => `${name}: ${kilos} kg for GHS ${amount}?`,
    no: (name) => `${name}, nothing was ordered`,
    price: (name, good, price) => `${name}: ${good} is GHS ${price} a kilo today`,
    approve: (name, amount) => `${name}, approve GHS ${amount}`,
  },
  fr: {
    words: frenchWords,
    what: (name) => `Les prix du marché pour ${name}`,
    goods: ['Maïs', 'Manioc', 'Igname', 'Tomates'],
    see: ['Voir le prix', 'Commander'],
    weight: 'Combien de kilos ?',
    town: 'Pour quelle ville ?',
    sure: (name, kilos, amount) => `${name} : ${kilos} kg pour GHS ${amount} ?`,
    no: (name) => `${name}, rien n’a été commandé`,
    price: (name, good, price) => `${name} : ${good} à GHS ${price} le kilo aujourd’hui`,
    approve: (name, amount) => `${name}, approuvez GHS ${amount}`,
  },
  tw: {
    words: {
      ...englishWords,
      back: 'San kɔ',
      home: 'Fi aseɛ',
      more: 'Toa so',
      yes: 'Aane',
      no: 'Daabi',
      choice: 'Yi nɔma baako.',
      whole: 'Nɔma nko, te sɛ {example}.',
      decimal: 'Nɔma nko, te sɛ {example}.',
      resume: 'Woanwie. Wobɛtoa so?',
      goOn: 'Toa so',
      startAgain: 'Fi aseɛ foforɔ',
    },
    what: (name) => `Ɛnnɛ gua so boɔ, ${name}`,
    goods: ['Aburoɔ', 'Bankye', 'Bayerɛ', 'Ntɔɔsi'],
    see: ['Hwɛ boɔ', 'Tɔ'],
    weight: 'Kilo sɛn?',
    town: 'Kuro bɛn mu?',
    sure: (name, kilos, amount) => `${name}: kilo ${kilos}, GHS ${amount}?`,
    no: (name) => `${name}, woantɔ hwee`,
    price: (name, good, price) => `${name}: ${good} yɛ GHS ${price} kilo biara`,
    approve: (name, amount) => `${name}, pene GHS ${amount} so`,
  },
}

const prices = [3, 2.5, 7, 11]

/** Prices and orders in three languages, one of which has letters that make a screen hold 70 characters. */
export const marketPrices: Application = {
  name: 'prices',
  options: { characters: 'keep' },
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    const { value } = await talk.choose('Language / Langue / Kasa', [
      { label: 'English', value: 'en' },
      { label: 'Français', value: 'fr' },
      { label: 'Twi', value: 'tw' },
    ])
    const say = languages[value]
    talk.speak(say.words)
    talk.home()
    const good = await talk.choose(
      say.what(name),
      say.goods.map((label, at) => ({ label, value: `g${at}`, amount: prices[at] ?? 1 })),
    )
    const [see = ''] = say.see
    if ((await talk.choose(good.label, say.see)) === see) return talk.end(say.price(name, good.label, good.amount))
    const kilos = await talk.ask(say.weight, decimal({ min: 0.5, max: 80, decimals: 1 }))
    await talk.ask(say.town, text({ max: 30 }))
    const amount = Math.round(kilos * good.amount * 100) / 100
    talk.about(`${good.label}, ${kilos} kg`)
    if (!(await talk.confirm(say.sure(name, kilos, amount)))) return talk.end(say.no(name))
    const reference = await talk.once('order', (key) => house.order(key, mobile, amount))
    return talk.pay(say.approve(name, amount), { name: good.label, quantity: 1, price: amount, reference })
  },
  answers: [
    [/kilos|sɛn/, '2.5'],
    [/town|ville|Kuro/, 'Wa'],
  ],
}
