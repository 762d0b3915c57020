import { text, whole } from '../../../src/conversation/index.ts'
import type { Application } from './application.ts'

const pupils: ReadonlyMap<string, { readonly pupil: string; readonly owed: number }> = new Map([
  ['1001', { pupil: 'Abena', owed: 320 }],
  ['1002', { pupil: 'Kojo', owed: 45 }],
  ['1007', { pupil: 'Efua', owed: 500 }],
])

/** Fees of a pupil, who is looked up in a register that is slow for some and down for others. */
export const schoolFees: Application = {
  name: 'school fees',
  options: { locale: 'en-GH', resume: 'continue' },
  isSlow: true,
  errors: ['the check of a question failed: it ended in its own way'],
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    const find = async (number: string) => {
      if (number === '1009') throw new Error('the register is down')
      if (number === '1007') await house.wait(mobile)
      return pupils.get(number) ?? 'No pupil has that number.'
    }
    const { pupil, owed } = await talk.ask(`${name}, the number of the pupil?`, text({ max: 8, check: find }), {
      onFailed: (end) => end.end('We cannot look that up now. Please dial later.'),
    })
    const term = await talk.choose(`${pupil} owes GHS ${owed}. For which term?`, ['First', 'Second', 'Third'])
    const amount = await talk.ask('How much?', whole({ min: 5, max: owed, currency: 'GHS' }))
    talk.about(`Fees of ${pupil}`)
    if (!(await talk.confirm(`${name}, pay GHS ${amount} for ${pupil}?`))) return talk.end(`${name}, nothing was paid`)
    const pay = async (key: string) => {
      if (amount === 7) await house.wait(mobile)
      return house.order(key, mobile, amount)
    }
    const reference = await talk.once('fees', pay, { recover: pay })
    return talk.pay(`${name}, approve GHS ${amount}, ${term.toLowerCase()} term`, {
      name: `Fees of ${pupil}`,
      quantity: 1,
      price: amount,
      reference,
    })
  },
  answers: [
    [/number of the pupil/, '1001'],
    [/How much/, '40'],
  ],
}
