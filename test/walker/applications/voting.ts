import { whole } from '../../../src/conversation/index.ts'
import { nominees } from '../../conversation/nominees.ts'
import type { Application } from './application.ts'

const groups = ['Artiste of the year', 'Song of the year', 'Dancer of the year', 'Best newcomer']
const list = nominees.map((label, at) => ({
  label,
  value: `n${at}`,
  group: groups[at % groups.length],
  number: 101 + at,
}))

/** Votes for one of sixty nominees, who are found by letters, by their group or by their code. */
export const voting: Application = {
  name: 'voting',
  options: { tries: 4 },
  script: (house) => async (talk) => {
    const { mobile } = talk.caller
    const name = house.nameOf(mobile)
    const way = await talk.choose(`Awards night. Welcome ${name}`, ['All nominees', 'By award', 'By code'])
    const plain = list.map(({ label, value }) => ({ label, value }))
    const coded = list.map(({ label, value, number }) => ({ label, value, number }))
    const shown = way === 'By award' ? list : way === 'By code' ? coded : plain
    const nominee = await talk.choose('Vote for whom?', shown, { find: true })
    const votes = await talk.ask('How many votes, at GHS 1.50?', whole({ min: 1, max: 50 }))
    const amount = votes * 1.5
    talk.about(`Vote for ${nominee.label}`)
    if (!(await talk.confirm(`${name}, ${votes} for ${nominee.label}: pay GHS ${amount}?`))) {
      return talk.end(`${name}, no vote was cast`)
    }
    const reference = await talk.once('vote', (key) => house.order(key, mobile, amount))
    return talk.pay(`${name}, approve GHS ${amount}`, { name: 'Votes', quantity: votes, price: 1.5, reference })
  },
  answers: [[/How many/, '4']],
}
