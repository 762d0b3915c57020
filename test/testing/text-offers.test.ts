import { describe, expect, it } from 'vitest'
import { readTextOffers } from '../../src/simulator/phone/offers.ts'

const offered = (text: string) => {
  const { choices, ways } = readTextOffers(text)
  const written = ({ label, value }: { label: string; value: string }) => `${value}=${label}`
  return { choices: choices.map(written), ways: ways.map(written) }
}

describe('What a text lets choose is', () => {
  it.each<[what: string, text: string, choices: string[], ways: string[]]>([
    ['numbered lines', 'Welcome\n1. Tea, 5.00\n2. Leave', ['1=Tea, 5.00', '2=Leave'], []],
    ['numbered lines as others write them', 'Hi\n1) Tea \n 2: Milk\n#. Back', ['1=Tea', '2=Milk', '#=Back'], []],
    ['a menu with its ways numbered too', 'Hi\n1. Tea\n99. More\n0. Back', ['1=Tea', '99=More', '0=Back'], []],
    [
      'a page in the middle',
      'Regions\n4. Volta\n5. Oti\n0 Back 00 Menu 99 More',
      ['4=Volta', '5=Oti'],
      ['0=Back', '00=Menu', '99=More'],
    ],
    ['lines above a footer', 'Hi\n1. Tea\n2. Milk\n\nReply with a number', ['1=Tea', '2=Milk'], []],
    ['the last list, not one in the text', 'Yours:\n1. Tea\n2. Milk\n1. Pay\n2. Leave', ['1=Pay', '2=Leave'], []],
    ['the last list, though the text above is longer', 'a\n1. x\n2. y\n3. z\n1. Pay\n2. No', ['1=Pay', '2=No'], []],
    ['a page of a list, not what is numbered in its heading', '4. x\n3. y\n4. z', ['3=y', '4=z'], []],
    ['ways with a star', 'How many?\n*0 Back *00 Menu', [], ['*0=Back', '*00=Menu']],
    ['ways of several words, numbers among them', 'Read on\n0 To page 1 99 Page 3', [], ['0=To page 1', '99=Page 3']],
    ['keys alone', 'Read on\n0 00 99', [], ['0=', '00=', '99=']],
    ['nothing where it only speaks', 'Welcome to the shop', [], []],
    ['nothing where it only speaks of 2 things', 'Welcome\nto 2 shops', [], []],
    ['nothing where there is nothing', '', [], []],
  ])('%s', (_what, text, choices, ways) => {
    expect(offered(text)).toEqual({ choices, ways })
  })
})
