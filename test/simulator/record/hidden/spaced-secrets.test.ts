import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordPage, recordTest, runDialogue, writeDialogue } from '../../../../src/simulator/index.ts'
import { Masks } from '../../../../src/simulator/record/hidden/mask.ts'
import { StandIns } from '../../../../src/simulator/record/hidden/stand-ins.ts'
import { connectedTo } from '../connected.ts'

/** Reads an answer without what stands between its characters, and shows it so. */
async function till(sensitive = true) {
  const app = Fastify()
  const ussd = conversation(async (talk) => {
    const entered = await talk.ask('Your code?', text({ sensitive }))
    return talk.end(`You entered ${entered.replaceAll(/[^\p{L}\p{N}]/gu, '')}, that is ${entered}`)
  })
  const options = { verify: 'none', secret: 'a secret of tests alone', store: memoryStore() } as const
  await app.register(merchantWebhooks, { ...options, ussd })
  return app
}

it.each([
  ['73 91', '7391', '1111, that is 11 11'],
  ['73-91', '7391', '1111, that is 11-11'],
  ['73.91', '7391', '1111, that is 11.11'],
  ['٧٣ ٩١', '7391', '1111, that is 11 11'],
  ['open sesame', 'opensesame', 'xxxxxxxxxx, that is xxxx xxxxxx'],
])(
  'a secret is hidden without what stands between its characters too, and the recording passes: %s',
  async (secret, bare, shown) => {
    const sim = await connectedTo(await till())
    await sim.phone('+233000000001').dial('*713#').reply(secret)
    const rows = sim.log.rows()
    const dialogue = recordDialogue(rows)
    expect(dialogue.steps.at(-1)).toMatchObject({ screen: `You entered ${shown}` })
    for (const recording of [writeDialogue(dialogue), recordTest(rows), await recordPage(rows)])
      expect(recording).not.toContain(bare)
    expect((await runDialogue(() => till(), dialogue)).problem).toBe(null)
  },
)

it('a secret is hidden where its digits are shown in groups, but not in a part of one, in an amount or in a date', async () => {
  const app = Fastify()
  const ussd = conversation(async (talk) => {
    await talk.ask('Code 482 913. Enter it', text({ sensitive: true }))
    return talk.end('482-913 4 8 2 9 1 3, 31 482 913; 1482 913, 482 9135, 482 913.50 or 48.29.13')
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    secret: 'a secret of tests alone',
    store: memoryStore(),
    ussd,
  })
  const sim = await connectedTo(app)
  await sim.phone('+233000000001').dial('*713#').reply('482913')
  const { steps } = recordDialogue(sim.log.rows())
  expect(steps[0]?.screen).toContain('Code 111 111. Enter it')
  expect(steps[1]?.screen).toBe('111-111 1 1 1 1 1 1, 31 111 111; 1482 913, 482 9135, 482 913.50 or 48.29.13')
})

it('the stand-in of a secret is the same however it is spaced', () => {
  const standIns = new StandIns()
  for (const secret of ['73 91', '11-11', '7391', '5', '4 0']) standIns.add(secret)
  expect(['73 91', '7391', '7-391', '1111', '4 0', '40'].map((secret) => standIns.of(secret))).toEqual([
    ...['11 12', '1112', '1-112', '1113', '1 1', '11'],
  ])
})

it('a secret that is given is hidden without its spaces within words, unless that is too short', () => {
  const masks = new Masks()
  masks.addSecret('73 91')
  masks.addSecret('4 0')
  expect(masks.text('ref7391, 73 91, 4 0 of 40')).toBe('ref1111, 11 11, 1 1 of 40')
})

it.each([
  ['024/498/7654', '000/000/0001'],
  ['024/4987654', '000/0000001'],
  ['01/02/2027', '01/02/2027'],
  ['12/2026/7654', '12/2026/7654'],
  ['31/12/26 10/4', '31/12/26 10/4'],
])('a phone number that somebody typed with slashes is hidden, and a date stays: %s', async (typed, recorded) => {
  const sim = await connectedTo(await till(false))
  await sim.phone('+233000000001').dial('*713#').reply(typed)
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.steps.at(-1)).toMatchObject({
    reply: recorded,
    screen: expect.stringContaining(`that is ${recorded}`),
  })
  expect((await runDialogue(() => till(false), dialogue)).problem).toBe(null)
})
