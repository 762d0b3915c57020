import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { conversation, email, type Script, text, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { balanceOf, findUser, isOpenFor, lookUp, menuCalled, topUp } from './services.ts'

/** A balance, or airtime for an amount, with the route. */
export function quickExample(app: FastifyInstance): void {
  const ussd = conversation(async (talk) => {
    const { mobile } = talk.caller
    const wish = await talk.choose('What would you like?', ['My balance', 'Airtime'])
    if (wish === 'My balance') return talk.end(`You have ${await talk.load('balance', () => balanceOf(mobile))}`)
    const amount = await talk.ask('For how much?', whole({ min: 1 }))
    await talk.once('airtime', (key) => topUp(key, mobile, amount))
    return talk.end('Your airtime is there')
  })
  app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd })
}

/** Three ways, and one for every other answer. */
export const elsewhere: Script = async (talk) => {
  const ways = { Account: menuCalled('account'), Goods: menuCalled('goods'), Balance: menuCalled('balance') }
  const settings = { tries: 1, onTooMany: menuCalled('no such way') }
  return ways[await talk.choose('Shop', ['Account', 'Goods', 'Balance'], settings)](talk)
}

/** What was entered, and by whom. */
export const entered: Script = async (talk) => {
  const value = await talk.ask('Your wish?', text())
  return talk.end(`${talk.caller.mobile} entered ${value}`)
}

/** A name of letters and an e-mail address. */
export const registration: Script = async (talk) => {
  const name = await talk.ask('Your name?', text({ pattern: /^[a-z ]+$/i, example: 'Ama Mensah' }))
  const address = await talk.ask('Your e-mail address?', email())
  return talk.end(`Welcome ${name}, we write to ${address}`)
}

/** One menu for whom you know, another for everybody else. */
export const known: Script = async (talk) => {
  const user = await talk.load('user', () => findUser(talk.caller.mobile))
  return user === null ? registration(talk) : menuCalled(`Welcome ${user.name}`)(talk)
}

/** The first menu, and where its answers lead. */
export const first: Script = async (talk) => {
  return menuCalled(await talk.choose('Shop', ['Account', 'Goods']))(talk)
}

/** One answer that leads on. */
export const direct: Script = async (talk) => {
  await talk.choose('Shop', ['Account'])
  return menuCalled('next')(talk)
}

/** An answer that leads to one menu or another, as a test says. */
export const byTest: Script = async (talk) => {
  await talk.choose('Shop', ['Account'])
  const isOpen = await talk.load('open', () => isOpenFor(talk.caller.mobile))
  return menuCalled(isOpen ? 'next' : 'other')(talk)
}

/** The same where a function that takes a callback says it. */
export const byCallback: Script = async (talk) => {
  await talk.choose('Shop', ['Account'])
  const user = await talk.load('user', () => promisify(lookUp)(talk.caller.mobile))
  return menuCalled(user === null ? 'other' : 'next')(talk)
}

/** An answer that leads to one menu or another, as something else says. */
export const byLookup: Script = async (talk) => {
  await talk.choose('Shop', ['Account'])
  const user = await talk.load('user', () => findUser(talk.caller.mobile))
  return menuCalled(user === null ? 'other' : 'next')(talk)
}

/** The wire form of this service, with any script. */
export function served(app: FastifyInstance): void {
  app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd: conversation(jump) })
}

/** From one part to another. */
export const jump: Script = (talk) => menuCalled('Thank you')(talk)

/** What is remembered from one answer to the next. */
export const names: Script = async (talk) => {
  const first = await talk.ask('First name?', text())
  const last = await talk.ask('Last name?', text())
  return talk.end(`Hello ${first} ${last}`)
}

/** Something that cannot be read. */
export const unreadable: Script = async (talk) => {
  return talk.end(await talk.load('key', () => Promise.reject(new Error('no such key'))))
}

/** One answer and no other. */
export const strictly: Script = async (talk) => {
  return talk.end(await talk.ask('Two?', text({ check: (value) => value === '2' })))
}
