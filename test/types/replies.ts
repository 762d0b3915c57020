/**
 * What must not compile about replies. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import {
  encodeProgrammable,
  encodeUssd,
  fallbackReply,
  type ProgrammableReplies,
  type Reply,
  type ReplyChannel,
  type ReplyOptions,
  type ReplySettings,
  readReplySettings,
  type UssdReplies,
} from '../../src/replies/index.ts'
import { Reply as ReplyClass } from '../../src/replies/reply.ts'

type UssdHandler = (turn: UssdReplies) => Reply<'ussd'> | Promise<Reply<'ussd'>>
type ProgrammableHandler = (turn: ProgrammableReplies) => Reply<'programmable'>

export const mustCompile: readonly UssdHandler[] = [
  (turn) => turn.prompt('Welcome'),
  async (turn) => turn.prompt('PIN', { state: { step: 1 }, clientState: null, maskNext: true, field: 'number' }),
  (turn) => turn.menu('Tea', ['Cup', { label: 'Pot', value: 'pot', amount: 5 }], { as: 'select', sensitive: true }),
  (turn) => turn.end('Goodbye', { state: null, sensitive: true, label: 'Shop' }),
  (turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }, { label: 'Shop' }),
  (turn) => turn.pay('Approve', { amount: 5, description: 'Tea', callbackUrl: process.env.CALLBACK_URL }),
  () => fallbackReply('ussd', 'release', 'Please try again'),
]

export const mustCompileToo: readonly ProgrammableHandler[] = [
  (turn) => turn.pay('Confirm', { name: 'Tea', quantity: 1, price: 5 }),
  (turn) => turn.pay('Confirm', { items: [{ name: 'Tea', quantity: 1, price: 5 }] }, { state: null }),
  // One script serves both channels: what it builds on one is a reply of that one.
  (turn) => screenOfEither(turn),
]

function screenOfEither<C extends ReplyChannel>(turn: { prompt(message: string): Reply<C> }): Reply<C> {
  return turn.prompt('Welcome')
}

export const mustNotCompile: readonly UssdHandler[] = [
  // @ts-expect-error a handler returns a reply
  () => undefined,
  // @ts-expect-error the reply was not returned
  (turn) => {
    turn.prompt('Welcome')
  },
  // @ts-expect-error a text is no reply
  () => 'Welcome',
  // @ts-expect-error a plain object is no reply
  () => ({ channel: 'ussd', type: 'response', message: 'Welcome' }),
  // @ts-expect-error a copy of a reply is none
  (turn) => ({ ...turn.prompt('Welcome') }),
  // @ts-expect-error a reply of the other channel
  () => fallbackReply('programmable', 'release', 'Goodbye'),
]

export function builders(turn: UssdReplies, programmable: ProgrammableReplies): void {
  // @ts-expect-error a screen has a message
  turn.prompt()
  // @ts-expect-error no such option
  turn.prompt('Welcome', { clientstate: 'x' })
  // @ts-expect-error a ClientState is a string
  turn.prompt('Welcome', { clientState: { step: 1 } })
  // @ts-expect-error no such field
  turn.prompt('Welcome', { field: 'password' })
  // @ts-expect-error choices belong to a menu: Data goes only with its three types
  turn.prompt('Welcome', { data: [{ display: 'Tea', value: '1' }] })
  // @ts-expect-error a menu has choices
  turn.menu('Welcome')
  // @ts-expect-error a choice has a label
  turn.menu('Welcome', [{ value: 'tea' }])
  // @ts-expect-error `input` and `display` have no choices
  turn.menu('Welcome', ['Tea'], { as: 'input' })
  // @ts-expect-error a payment goes with pay alone
  turn.end('Goodbye', { amount: 5, description: 'Tea' })
  // @ts-expect-error a payment is needed
  turn.pay('Approve')
  // @ts-expect-error a payment has a description
  turn.pay('Approve', { amount: 5 })
  // @ts-expect-error an amount is a number
  turn.pay('Approve', { amount: '5.00', description: 'Tea' })
  // @ts-expect-error a misspelt address
  turn.pay('Approve', { amount: 5, description: 'Tea', callbackURL: 'https://shop.example' })
  // @ts-expect-error it is a cart, or a sum
  turn.pay('Approve', { items: [{ name: 'Tea', quantity: 1, price: 5 }], amount: 5, description: 'Tea' })
  // @ts-expect-error items are a list
  programmable.pay('Confirm', { items: { name: 'Tea', quantity: 1, price: 5 } })
  // @ts-expect-error an item has a quantity
  programmable.pay('Confirm', { name: 'Tea', price: 5 })
  // @ts-expect-error only builders make a reply
  new ReplyClass('ussd', 'response', 'Welcome')
  // @ts-expect-error a reply is not changed afterwards
  turn.prompt('Welcome').message = 'Goodbye'
  // @ts-expect-error nor are its choices
  turn.menu('Welcome', ['Tea']).data.push({ display: 'Milk', value: '2', amount: undefined })
}

export function encoding(turn: UssdReplies, programmable: ProgrammableReplies, settings: ReplySettings): void {
  encodeUssd(turn.end('Goodbye'), settings)
  encodeProgrammable(programmable.end('Goodbye'), { sessionId: 's', serviceCode: null }, settings)
  // @ts-expect-error a reply of the other channel
  encodeUssd(programmable.end('Goodbye'), settings)
  // @ts-expect-error a reply of the other channel
  encodeProgrammable(turn.end('Goodbye'), { sessionId: 's' }, settings)
  // @ts-expect-error a programmable reply names its session
  encodeProgrammable(programmable.end('Goodbye'), {}, settings)
}

export const options: readonly ReplyOptions[] = [
  { names: 'camel', typeWords: 'lower', mask: 'boolean', envelope: { status: 'ok', message: '' } },
  // @ts-expect-error no such casing
  { names: 'snake' },
  // @ts-expect-error an envelope has both words
  { envelope: { status: 'ok' } },
  // @ts-expect-error no such setting
  { casing: 'camel' },
]

// @ts-expect-error settings are read once and not changed afterwards
readReplySettings().names = 'camel'
