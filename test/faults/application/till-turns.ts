import type { ProgrammableHandler, UssdHandler } from '../../../src/registration/options/handlers.ts'

/** Asks for the order that was dialled, as in `*713*1250*17#`: 12.50 for order-17. */
export const payByPrompt: UssdHandler = ({ answers }, turn) =>
  turn.pay('Approve the prompt', { ...orderOf(answers), description: 'An order' })

/** Asks for the order that is named, as in `1250 17`: a cart of two items. */
export const payByCart: ProgrammableHandler = ({ type, message }, turn) => {
  if (type === 'initiation') return turn.prompt('Which order?')
  const { amount, reference } = orderOf((message ?? '').split(' '))
  return turn.pay('Pay in the checkout', {
    items: [
      { name: 'An order', quantity: 1, price: Math.round(amount * 100 - 50) / 100 },
      { name: 'A bag', quantity: 2, price: 0.25 },
    ],
    reference,
  })
}

function orderOf([hundredths = '', number = '']: readonly string[]): { amount: number; reference: string } {
  return { amount: Number(hundredths) / 100, reference: `order-${number}` }
}
