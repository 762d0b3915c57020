import { phone, text } from '../../../src/conversation/index.ts'
import type { Application } from './application.ts'

const sizes = [
  { label: '50 MB', value: 'b50', amount: 1 },
  { label: '120 MB', value: 'b120', amount: 2 },
  { label: '300 MB', value: 'b300', amount: 3.5 },
  { label: '650 MB', value: 'b650', amount: 6 },
  { label: '1.5 GB', value: 'b1500', amount: 10 },
  { label: '10 GB for a month', value: 'b10000', amount: 65 },
  { label: 'Night bundle, from 0:00 to 5:00, 5 GB', value: 'night', amount: 8 },
  { label: 'Weekend bundle [Saturday and Sunday]', value: 'weekend', amount: 12 },
  { label: 'Social bundle for chats and pictures', value: 'social', amount: 4 },
  { label: 'Kokrokoo, from 5:00 to 8:00', value: 'morning', amount: 1.2 },
]

const about =
  'Bundles are for this network. They are used before your credit, in the order in which they end. What is left at the end is lost, ' +
  'unless you buy the same again before that. Call us at any time: the number is on our website, and the call costs nothing.'

/** Data for oneself or for another number, paid at the end. */
export const bundles: Application = {
  name: 'bundles',
  options: { help: { key: '#', show: 'Call 0000000000 from 8:00 to 18:00.' } },
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    const wish = await talk.choose(`Hello ${name}`, ['Buy for me', 'Buy for another', 'My balance', 'What is this?'])
    if (wish === 'My balance') {
      const left = await talk.load('balance', () => 40)
      return talk.end(`${name}, you have ${left} MB`)
    }
    if (wish === 'What is this?') {
      await talk.show(about)
      return talk.end(`Thank you, ${name}`)
    }
    if (wish === 'Buy for another') await talk.ask('Their number?', phone({ country: 'GH' }))
    const bundle = await talk.choose('Which bundle?', sizes)
    const note = await talk.ask('A note for the receipt?', text({ max: 20, optional: '0 to skip' }))
    talk.about(bundle.label)
    if (!(await talk.confirm(`${name}, pay GHS ${bundle.amount} for ${bundle.label}?`))) {
      return talk.end(`${name}, nothing was bought`)
    }
    const order = (key: string) => house.order(key, mobile, bundle.amount)
    const reference = await talk.once('order', order, { recover: order })
    const thanks = note === null ? '' : `${note}. `
    return talk.pay(`${thanks}${name}, approve GHS ${bundle.amount}`, {
      name: bundle.label,
      quantity: 1,
      price: bundle.amount,
      reference,
    })
  },
  answers: [
    [/number\?/, '0240000000'],
    [/note/, 'for mother'],
  ],
}
