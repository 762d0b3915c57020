import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation, text, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordTest, runDialogue, type SimulatedPhone } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

async function buildBank() {
  const app = Fastify()
  const ussd = conversation(async (talk) => {
    const amount = await talk.ask('How much?', whole({ min: 1, max: 9_999 }))
    if (!(await talk.confirm(`Send ${amount}, that is ${amount}.00?`))) return talk.end('No')
    await talk.ask('Your code, please', text({ sensitive: true }))
    return talk.end(`You sent ${amount}`)
  })
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd })
  return app
}

const send = (phone: SimulatedPhone, amount: string, code: string) =>
  phone.dial('*713#').reply(amount).reply('1').reply(code)

async function recorded(play: (ama: SimulatedPhone, kofi: SimulatedPhone) => Promise<unknown>) {
  const sim = await connectedTo(await buildBank())
  await play(sim.phone('+233000000001'), sim.phone('+233000000002'))
  const dialogue = recordDialogue(sim.log.rows())
  const { problem } = await runDialogue(buildBank, dialogue)
  const test = recordTest(sim.log.rows({ direction: 'push' }), { app: './bank.js' })
  return {
    dialogue,
    problem,
    test,
    doubts: test.split('\n').filter((line) => line.startsWith('// ') && /rows? /.test(line)),
  }
}

describe('an amount that is the code of another subscriber', () => {
  it.each(['before', 'behind'])('stays where the code is entered %s it, and the recording passes', async (order) => {
    const { dialogue, problem, test, doubts } = await recorded(async (ama, kofi) => {
      if (order === 'before') await send(kofi, '20', '1500')
      await send(ama, '1500', '4821')
      if (order === 'behind') await send(kofi, '20', '1500')
    })
    expect([problem, doubts]).toEqual([null, []])
    expect(dialogue.steps.filter(({ reply }) => reply === '1500')).toHaveLength(1)
    expect(test.match(/reply\('1500'\)/g)).toHaveLength(1)
    expect(Object.values(dialogue.secrets ?? {})).not.toContain('1500')
  })

  it('is hidden where it is a code of the same subscriber, and a doubt names its row', async () => {
    const { dialogue, doubts } = await recorded(async (ama) => {
      await send(ama, '20', '1500')
      await send(ama, '1500', '1500')
    })
    expect(JSON.stringify(dialogue.steps)).not.toMatch(/"1500"/)
    expect(doubts.join()).toContain('What row 6 sends was also entered as a secret elsewhere')
  })
})
