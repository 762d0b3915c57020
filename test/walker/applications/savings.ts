import { type Ending, type Talk, text, whole } from '../../../src/conversation/index.ts'
import type { Application, House } from './application.ts'

/** A savings group behind a PIN, which is locked after too many wrong ones. */
export const savings: Application = {
  name: 'savings',
  options: {},
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    if (await talk.load('locked', () => house.isLocked(mobile))) return talk.end(`${name}, your PIN is locked`)
    const pin = text({
      pattern: /^\d{6}$/,
      sensitive: true,
      problem: 'That is not your PIN.',
      check: (entered) => entered === house.pinOf(mobile),
    })
    await talk.ask(`Savings group. ${name}, your PIN?`, pin, {
      onTooMany: async (end) => {
        await end.once('lock', (key) => house.lock(key, mobile))
        return end.end(`${name}, your PIN is locked. Call the treasurer.`)
      },
    })
    talk.home()
    for (;;) {
      const wish = await talk.choose('Savings group', ['Balance', 'Pay in', 'Withdraw', 'Leave'])
      if (wish === 'Leave') return talk.end(`Goodbye ${name}`)
      if (wish === 'Pay in') return payIn(talk, house)
      if (wish === 'Balance') await talk.show(`${name}, your part is GHS 250`, { sensitive: true })
      else if (await withdrew(talk, house)) return talk.end(`${name}, it is on its way`)
    }
  },
  answers: [
    [/PIN/, ({ pin }) => pin],
    [/How much/, '30'],
  ],
}

async function payIn(talk: Talk, house: House): Promise<Ending> {
  const { mobile } = talk.caller
  const name = house.nameOf(mobile)
  const amount = await talk.ask('How much do you pay in?', whole({ min: 5, max: 400 }))
  if (!(await talk.confirm(`${name}, pay in GHS ${amount}?`))) return talk.end(`${name}, nothing was paid`)
  const reference = await talk.once('pay-in', (key) => house.order(key, mobile, amount))
  return talk.pay(`${name}, approve GHS ${amount}`, { name: 'Savings', quantity: 1, price: amount, reference })
}

async function withdrew(talk: Talk, house: House): Promise<boolean> {
  const { mobile } = talk.caller
  const name = house.nameOf(mobile)
  const amount = await talk.ask('How much do you withdraw?', whole({ min: 5, max: 250 }))
  talk.about(`Withdraw ${amount}`)
  if (!(await talk.confirm(`${name}, withdraw GHS ${amount}?`))) return false
  await talk.once('withdraw', (key) => house.order(key, mobile, amount))
  await talk.show(`${name}, GHS ${amount} is withdrawn. 00 for another.`)
  return true
}
