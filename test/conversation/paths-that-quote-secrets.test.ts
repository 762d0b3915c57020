import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation, type Talk, text, whole } from '../../src/conversation/index.ts'
import { largestOf } from '../../src/conversation/record/held-record.ts'
import type { TalkRecord } from '../../src/conversation/record/record.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { memoryWorld } from './world.ts'

it.each([
  ['a secret', true, ['ask:text', 'ask:text']],
  ['no secret', false, ['ask:text Savedzebra', 'ask:text Otherzebra']],
])(
  'A step whose text quotes %s is named in the log by as much as anybody may read',
  async (_what, sensitive, named) => {
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
    let word = 'Saved'
    await app.register(merchantWebhooks, {
      verify: 'none',
      secret: 'a secret of this test',
      store: memoryStore(),
      ussd: conversation(async (talk) => {
        const said = await talk.ask('Your word?', text(), { id: 'word', sensitive })
        await talk.ask(`${word}: ${said}`, text())
        return talk.end('Bye')
      }),
    })
    const push = async (Type: string, Message: string, Sequence: number) => {
      const own = { Mobile: '+233000000000', SessionId: 's-1', ServiceCode: '713', Operator: 'operator' }
      await app.inject({ method: 'POST', url: '/ussd', payload: { ...own, Type, Message, Sequence } })
    }
    await push('Initiation', '*713#', 1)
    await push('Response', 'zebra', 2)
    word = 'Other'
    await push('Response', 'yes', 3)
    await app.close()
    const [told = '{}'] = lines.filter((line) => line.includes('took another path'))
    const { expected, found } = JSON.parse(told)
    expect([expected, found]).toEqual(named)
  },
)

const secret = 'ab12-xyz'
const atDesk = { rehearse: true }

/** What is told in development of a screen behind a secret, as its fields. */
async function toldOf(show: (talk: Talk, said: string, run: number) => Promise<unknown>, entered = secret) {
  let runs = 0
  const { phone, lines } = await memoryWorld().start(
    async (talk) => {
      const said = await talk.ask('Your word?', text(), { id: 'word', sensitive: true })
      runs += 1
      await show(talk, said, runs)
      return talk.end('Bye')
    },
    { talk: atDesk },
  )
  await phone().dial('*713#').reply(entered)
  const ofScript = () => lines.all().filter(({ place }) => place !== undefined)
  await expect.poll(ofScript).not.toEqual([])
  return { told: ofScript(), text: lines.text() }
}

describe('What is told in development of a screen that quotes a secret', () => {
  it('names the step and its place, and no letter of the text', async () => {
    const { told, text: shown } = await toldOf((talk, said) => talk.show(`You said ${said}`))
    expect(told).toMatchObject([
      {
        expected: 'show',
        found: 'show',
        place: expect.stringContaining('paths-that-quote-secrets'),
        msg: expect.stringContaining('a sensitive answer stands on a screen'),
      },
    ])
    expect(shown).not.toMatch(/xyz/)
  })

  it('names it by its id, and says what of it is another', async () => {
    const { told, text: shown } = await toldOf((talk, said, run) => talk.show(`${said} ${run}`, { id: 'said' }))
    expect(told).toMatchObject([
      { expected: 'show #said', found: 'show #said with another number or mark in its text' },
    ])
    expect(shown).not.toMatch(/xyz/)
  })

  it('names it by its text where what was typed has no letter', async () => {
    const { told } = await toldOf((talk, said) => talk.show(`You said ${said}`), '4711')
    expect(told).toMatchObject([{ expected: 'show Yousaid', found: 'show Yousaid' }])
  })

  it('says nothing of the letters that a phone lacks', async () => {
    const { text: shown } = await toldOf((talk, said) => talk.show(`You said ${said}`), 'zɛbra')
    expect(shown).toContain('1 characters')
    expect(shown).not.toMatch(/ɛ|bra/)
  })
})

it('A number that was typed in secret is found on a screen in development', async () => {
  const { phone, lines } = await memoryWorld().start(
    async (talk) => {
      const pin = await talk.ask('PIN?', whole({ sensitive: true }))
      await talk.show(`Your PIN is ${pin}`)
      return talk.end('Bye')
    },
    { talk: atDesk },
  )
  await phone().dial('*713#').reply('4711')
  await expect.poll(() => lines.saying('a sensitive answer stands on a screen')).toHaveLength(1)
})

it('A record that is too long names its largest step without its text where something secret was asked', () => {
  const asked = { k: 'ask:text', f: 'Yousaidabxyz', at: 0, o: ['a list'] }
  const record: TalkRecord = { v: 1, id: 'a', run: 0, steps: [], asked }
  expect(largestOf(record)).toContain('talk.ask Yousaidabxyz,')
  expect(largestOf({ ...record, s: true })).toContain('talk.ask,')
  expect(largestOf({ ...record, s: true, asked: { ...asked, f: '#said' } })).toContain('talk.ask #said,')
})
