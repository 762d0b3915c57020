import {
  type Ending,
  englishWords,
  frenchWords,
  phone,
  type Talk,
  text,
  whole,
} from '../../../src/conversation/index.ts'
import type { Application, House } from './application.ts'

const twiWords = {
  yes: 'Aane',
  no: 'Daabi',
  back: 'San kɔ',
  more: 'Toa so',
  choice: 'Yi nɔma a ɛwɔ din no mu.',
  failed: 'Yɛsrɛ wo, san frɛ.',
}
const languages = {
  English: { words: englishWords, menu: 'Loans', borrow: 'Borrow', repay: 'Repay', pin: 'your PIN?' },
  Français: { words: frenchWords, menu: 'Prêts', borrow: 'Emprunter', repay: 'Rembourser', pin: 'votre PIN?' },
  Twi: { words: twiWords, menu: 'Bosea', borrow: 'Fɛm sika', repay: 'Tua ka', pin: 'wo PIN?' },
} as const

/** How many of what a bank is asked to do it refuses, or fails at, by the last digit of the key. */
const refused = new Set(['0', '1', '2'])
const failing = new Set(['3', '4'])
const numbers = { guarantor: phone({ country: 'GH' }) }

/** A loan with two guarantors, behind a PIN, in three languages, from a bank that now and then refuses or fails. */
export const loan: Application = {
  name: 'loan',
  options: { locale: 'en-GH', help: { key: '#', show: 'Call 030 000 0000.' } },
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    if (await talk.load('locked', () => house.isLocked(mobile))) return talk.end(`${name}, your PIN is locked`)
    const language = await talk.choose('Language / Langue / Kasa', ['English', 'Français', 'Twi'])
    const say = languages[language]
    talk.speak(say.words)
    const pin = text({ pattern: /^\d{6}$/, sensitive: true, check: (entered) => entered === house.pinOf(mobile) })
    await talk.ask(`${name}, ${say.pin}`, pin, {
      onTooMany: async (end) => {
        await end.once('lock', (key) => house.lock(key, mobile))
        return end.end(`${name}, your PIN is locked. Call the bank.`)
      },
      onFailed: (end) => end.end(`${name}, dial later.`),
    })
    talk.home()
    const wish = await talk.choose(say.menu, [
      { label: say.borrow, value: 'borrow' },
      { label: say.repay, value: 'repay' },
    ])
    return wish.value === 'borrow' ? borrow(talk, house) : repay(talk, house)
  },
  answers: [
    [/PIN\?/, ({ pin }) => pin],
    [/^(?:Loans|Pr[eê]ts|Bosea)/, ({ pin }) => (Number(pin) % 2 === 0 ? '1' : '2')],
    [/How much/, '70'],
    [/guarantor/, '0240000000'],
    [/Which month/, 'mar'],
  ],
  errors: ['the handler of a turn failed: the subscriber got a polite release', 'an effect failed'],
}

async function borrow(talk: Talk, house: House): Promise<Ending> {
  const { mobile } = talk.caller
  const name = house.nameOf(mobile)
  const amount = await talk.ask('How much, in GHS?', whole({ min: 10, max: 500, currency: 'GHS' }))
  const month = await talk.choose('Which month will you pay it back in?', months, { find: true })
  for (const which of ['first', 'second']) {
    const number = await talk.ask(`The number of your ${which} guarantor?`, numbers.guarantor, {
      onTooMany: (end) => end.end(`${name}, please find a guarantor.`),
    })
    await talk.load('guarantor', () => ({ known: number.endsWith('0') }))
  }
  talk.about(`Borrow GHS ${amount}`)
  for (let tries = 0; tries < 2; tries++) {
    if (!(await talk.confirm(`${name}, borrow GHS ${amount} until ${month.label}?`)))
      return talk.end(`${name}, nothing was lent`)
    const made = await talk.once('lend', (key) => lend(house, key, mobile, amount))
    if ('id' in made) {
      await talk.show(`${name}, GHS ${amount} is lent. 00 for another.`)
      return talk.end(`${name}, goodbye`)
    }
  }
  return talk.end(`${name}, please try tomorrow`)
}

async function repay(talk: Talk, house: House): Promise<Ending> {
  const { mobile } = talk.caller
  const name = house.nameOf(mobile)
  const owed = await talk.load('owed', () => [30, 45, 120].map((amount) => ({ label: `GHS ${amount}`, amount })))
  const debt = await talk.choose(`${name}, which loan?`, owed)
  if (!(await talk.confirm(`${name}, pay GHS ${debt.amount}?`))) return talk.end(`${name}, nothing was paid`)
  const made = await talk.once('repay', (key) => lend(house, key, mobile, debt.amount))
  if (!('id' in made)) return talk.end(`${name}, the bank is closed. Nothing was paid.`)
  return talk.pay(`${name}, approve GHS ${debt.amount}`, {
    amount: debt.amount,
    description: 'Loan',
    reference: made.id,
  })
}

/** What was refused, or failed, was not done. */
async function lend(house: House, key: string, mobile: string, amount: number) {
  const last = key.slice(-1)
  if (refused.has(last)) return { refused: 'no funds' }
  if (failing.has(last)) throw new Error('the bank does not answer')
  return { id: house.order(key, mobile, amount) }
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
].map((label) => ({ label, group: label < 'J' ? 'Early' : 'Late' }))
