import { describe, expect, it } from 'vitest'
import {
  date,
  decimal,
  email,
  englishWords,
  frenchWords,
  phone,
  type Question,
  text,
  type Words,
  whole,
} from '../../src/conversation/index.ts'
import { countries } from '../../src/text/countries.ts'
import { gsm7Length } from '../../src/text/gsm7.ts'
import { hold } from './hold.ts'

const languages: readonly (readonly [name: string, words: Words])[] = [
  ['English', englishWords],
  ['French', frenchWords],
]
/** Those that say more than one thing, and what would be lost is what a subscriber must know. */
const longer: Readonly<Record<string, readonly string[]>> = {
  English: ['changed', 'again', 'waiting', 'unknown', 'nothingPaid', 'paused'],
  French: ['unknown', 'paused'],
}

describe.each(languages)('the words of %s', (language, words) => {
  it.each(Object.entries(words))('say %s in the letters of a phone', (_, word) => {
    expect(gsm7Length(word)).toBeLessThanOrEqual(90)
  })

  it('have at most 40 characters, but for a few', () => {
    const long = Object.entries(words).filter(([, word]) => word.length > 40)
    expect(long.map(([name]) => name).toSorted()).toEqual(longer[language]?.toSorted())
  })

  it('give every line that has limits its limits', () => {
    const marksOf = (all: Words) =>
      Object.entries(all).map(([name, word]) => [name, (word.match(/\{\w+\}/g) ?? []).toSorted()])
    expect(marksOf(words)).toEqual(marksOf(englishWords))
  })
})

describe('the example in a problem line', () => {
  it.each<[string, Question<string> | Question<number>, RegExp]>([
    ['whole', whole(), /such as 1500\.$/],
    ['whole below it', whole({ max: 20 }), /such as 20\.$/],
    ['whole above it', whole({ min: 2000 }), /such as 2000\.$/],
    ['decimal', decimal(), /such as 12\.5\.$/],
    ['decimal without decimals', decimal({ decimals: 0 }), /such as 1500\.$/],
    ['decimal below it', decimal({ max: 5 }), /such as 5\.$/],
    ['phone', phone(), /such as \+233123456789\.$/],
    ['phone at home', phone({ country: 'GH' }), /such as 0123456789\.$/],
    ['phone without a trunk prefix', phone({ country: 'SN' }), /such as 123456789\.$/],
    ['e-mail', email(), /such as ama@example\.com\.$/],
    ['date', date(), /such as 31\/12\/2026\.$/],
  ])('of %s is an answer itself', (_, question, expected) => {
    const context = { words: englishWords, country: undefined }
    const wrong = question.read('?', context)
    if (!('problem' in wrong)) throw new Error('taken')
    expect(wrong.problem).toMatch(expected)
    const example = wrong.problem.replace(/^.* such as /, '').slice(0, -1)
    expect(question.read(example, context)).toHaveProperty('answer')
  })

  it.each(Object.entries(countries))('of a phone number can be dialled in %s', (_, country) => {
    const context = { words: { ...englishWords, phone: '{example}' }, country }
    const wrong = phone().read('?', context)
    expect(phone().read('problem' in wrong ? wrong.problem : '', context)).toHaveProperty('answer')
  })
})

describe('a conversation in French', () => {
  it('says everything of its own in it, and English again', async () => {
    const held = await hold(async (talk) => {
      talk.speak(frenchWords)
      await talk.choose('Langue', ['Francais', 'Anglais'])
      await talk.ask('Votre nom ?', text())
      talk.speak(englishWords)
      return talk.end(await talk.ask('Your town?', text({ min: 3 })))
    })
    await held
      .phone()
      .dial('*713#')
      .reply('7')
      .expectScreen('Répondez par un numéro de la liste.\nLangue\n1. Francais\n2. Anglais')
      .reply('1')
      .reply(' ')
      .expectScreen('Tapez votre réponse.\nVotre nom ?\n0 Retour')
      .reply('Ama')
      .reply('x')
      .expectScreen('Too short: at least 3 characters.\nYour town?\n0 Back 00 Menu')
  })

  it('says on a channel without a phone nothing of dialling', async () => {
    const held = await hold(async (talk) => talk.end(await talk.choose('Meal', ['Rice'])))
    await held
      .user()
      .dial()
      .reply('x')
      .expectScreen(/^Please choose one of these\./)
      .reply('x')
      .reply('x')
      .expectScreen('Too many tries. Please start again.')
  })
})
