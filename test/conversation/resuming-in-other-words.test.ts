import { expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { worlds } from './world.ts'

const order: Script = async (talk) => {
  const language = await talk.choose('Language?', ['English', 'French'])
  if (language === 'French') talk.speak({ resume: 'Continuer ?', goOn: 'Continuer', back: 'Retour' })
  const name = await talk.ask('Name?', text())
  if (language === 'French') talk.speak({ startAgain: 'Recommencer' })
  const street = await talk.ask('Street?', text())
  return talk.end(`${name}, ${street}`)
}

it.each(worlds)('who is cut off is asked to go on in the words that were spoken last, %s', async (_name, world) => {
  const { phone } = await world().start(order, { talk: { words: { goOn: 'Go on' } } })
  const caller = phone()
  await caller.dial('*713#').reply('2').timeout()
  await caller.dial('*713#').expectScreen('Continuer ?\n1. Continuer\n2. Start again').reply('1').reply('Ama')
  await caller.timeout()
  await caller.dial('*713#').expectScreen('Continuer ?\n1. Continuer\n2. Recommencer')
  // The line is lost at that question too.
  await caller.dial('*713#').expectScreen('Continuer ?\n1. Continuer\n2. Recommencer')
  await caller.reply('1').expectScreen(/^Street\?\n0 Retour/)
})

it.each(worlds)('who starts again is spoken to as anybody, %s', async (_name, world) => {
  const { phone } = await world().start(order, { talk: { words: { goOn: 'Go on' } } })
  const caller = phone()
  await caller.dial('*713#').reply('2').timeout()
  await caller
    .dial('*713#')
    .reply('2')
    .expectScreen(/^Language\?/)
    .reply('1')
    .expectScreen('Name?\n0 Back')
  await caller.timeout()
  await caller.dial('*713#').expectScreen('You did not finish. Continue?\n1. Go on\n2. Start again')
  expect(caller.lastScreen?.type).toBe('response')
})
