import { describe, expect, it } from 'vitest'
import { type Script, text, type Words, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const french: Partial<Words> = {
  back: 'Retour',
  home: 'Accueil',
  yes: 'Oui',
  no: 'Non',
  whole: 'Un nombre entier, svp.',
  tooOften: 'Trop de fautes.',
}

describe('the words of a conversation', () => {
  it('are settings', async () => {
    const held = await hold(
      async (talk) => {
        await talk.ask('Combien?', whole())
        await talk.confirm('Payer?')
        return talk.end('Merci')
      },
      { words: french, tries: 2 },
    )
    const caller = held.phone()
    await caller.dial('*713#').reply('x').expectScreen('Un nombre entier, svp.\nCombien?')
    await caller.reply('2').expectScreen('Payer?\n1. Oui\n2. Non\n0 Retour')
    await caller.reply('0').reply('x').reply('x').expectScreen('Trop de fautes.')
  })
})

describe('talk.speak', () => {
  const inEither: Script = async (talk) => {
    const language = await talk.choose('Language?', ['English', 'Français'])
    if (language === 'Français') talk.speak(french)
    await talk.ask(language === 'English' ? 'Your name?' : 'Votre nom?', text())
    const isSure = await talk.confirm(language === 'English' ? 'Sure?' : 'Sûr?')
    return talk.end(isSure ? 'OK' : 'KO')
  }

  it('changes the words from there on, on every turn after', async () => {
    const held = await hold(inEither)
    await held
      .phone()
      .dial('*713#')
      .reply('2')
      .expectScreen('Votre nom?\n0 Retour')
      .reply('Ama')
      .expectScreen('Sur?\n1. Oui\n2. Non\n0 Retour 00 Accueil')
      .reply('oui')
      .expectScreen('OK')
  })

  it('is forgotten where the subscriber goes back to before it', async () => {
    const held = await hold(inEither)
    await held.phone().dial('*713#').reply('2').reply('0').reply('1').expectScreen('Your name?\n0 Back')
  })

  it('keeps the words that it is not given', async () => {
    const held = await hold(
      async (talk) => {
        talk.speak({ yes: 'Aane' })
        return talk.end((await talk.confirm('Sure?')) ? 'OK' : 'KO')
      },
      { words: french },
    )
    await held.phone().dial('*713#').expectScreen('Sure?\n1. Aane\n2. Non')
  })

  it('refuses a word that there is not', async () => {
    const held = await hold((talk) => {
      talk.speak(JSON.parse('{"bak":"Retour"}'))
      return talk.end('OK')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain("The word bak of a conversation is not one that is known; 'back' may be meant")
  })
})
