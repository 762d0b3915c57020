import { date, email, type Script, text, whole } from '../../../src/conversation/index.ts'
import type { Application, House } from './application.ts'

/** A balance and airtime: the first example of most libraries. */
const airtime =
  (house: House): Script =>
  async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    const wish = await talk.choose(`Welcome ${name}. Choose option:`, ['Show Balance', 'Buy Airtime'])
    if (wish === 'Show Balance') return talk.end(`${name}, your balance is GHS ${await talk.load('balance', () => 12)}`)
    const amount = await talk.ask('Enter amount:', whole({ min: 1, max: 200 }))
    if (!(await talk.confirm(`${name}, buy airtime of GHS ${amount}?`))) return talk.end(`${name}, nothing was bought`)
    await talk.once('airtime', (key) => house.order(key, mobile, amount))
    return talk.end(`${name}, airtime bought successfully.`)
  }

/** A form of several fields. */
const registration =
  (house: House): Script =>
  async (talk) => {
    const name = house.nameOf(talk.caller.mobile)
    const called = await talk.ask('What is your name?', text({ min: 2, max: 30 }))
    const born = await talk.ask('When were you born? (DDMMYYYY)', date({ max: '2026-01-01' }))
    const mail = await talk.ask('Your e-mail?', email())
    const town = await talk.choose('Your town?', ['Accra', 'Kumasi', 'Tamale', 'Other'], { as: 'select' })
    return talk.end(
      `${name}, please bring your card when you come. We have noted:\nName ${called}\nBorn ${born}\nE-mail ${mail}\nTown ${town}\n` +
        'Our office is open from Monday to Friday, from 8:00 to 17:00. The way is on our website.',
    )
  }

/** Menus in menus. */
const account =
  (house: House): Script =>
  async (talk) => {
    const name = house.nameOf(talk.caller.mobile)
    const wish = await talk.choose(`What would you like to check, ${name}?`, ['My account', 'My phone number'])
    if (wish === 'My phone number') return talk.end(`${name}, it is the one that you call with`)
    const what = await talk.choose('Choose account information', ['Account number', 'Account balance'])
    return talk.end(what === 'Account number' ? `${name}, it ends in 01` : `${name}, GHS 10`)
  }

/** The examples with which small libraries for USSD begin, behind one menu. */
export const smallMenus: Application = {
  name: 'small menus',
  options: { resume: 'ask', tries: 2 },
  script: (house) => async (talk) => {
    const menu = await talk.choose('Examples', ['Airtime', 'Registration', 'Account'])
    const script = menu === 'Airtime' ? airtime : menu === 'Registration' ? registration : account
    return script(house)(talk)
  },
  answers: [
    [/amount:/, '15'],
    [/your name/, 'Ama Mensah'],
    [/born/, '31122000'],
    [/e-mail/i, 'ama@example.com'],
  ],
}
