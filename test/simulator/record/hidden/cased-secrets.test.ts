import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordPage, recordTest, runDialogue, writeDialogue } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Shows a password as it keeps it. */
async function bank(kept: (password: string) => string, characters: 'gsm7' | 'keep' = 'keep') {
  const app = Fastify({ logger: false })
  const ussd = conversation(
    async (talk) => {
      const password = await talk.ask('Your password?', text({ sensitive: true }))
      return talk.end(`We know: ${kept(password)}`)
    },
    { characters },
  )
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

const upper = (word: string) => word.toUpperCase()
const lower = (word: string) => word.toLowerCase()
const named = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const decomposed = (word: string) => word.normalize('NFD')
const composed = (word: string) => word.normalize('NFC')
const upperDecomposed = (word: string) => word.toUpperCase().normalize('NFD')

it.each([
  ['ananse tree', upper, 'XXXXXX XXXX'],
  ['kofi2580', upper, 'XXXX1111'],
  ['Ananse', lower, 'xxxxxx'],
  ['ananse', named, 'Xxxxxx'],
  ['Ok', upper, 'XX'],
  ['école9', upper, 'XXXXX1'],
  ['école9', decomposed, 'xxxxx1'],
  ['école9', upperDecomposed, 'XXXXX1'],
  ['e\u0301cole9', composed, 'xxxxxx1'],
  ['straße', upper, 'XXXXXX'],
  ['STRASSE', () => 'straße', 'xxxxxxx'],
  ['strasse', () => 'STRAẞE', 'XXXXXXX'],
  ['Straße und Weg', upper, 'XXXXXX XXX XXX'],
  ['İstan1', lower, 'xxxxx1'],
  ['ΟΔΟΣ', lower, 'xxxx'],
  ['οδος', upper, 'XXXX'],
  ['ﬁsh77', upper, 'XXX11'],
  ['FISH77', () => 'ﬁsh77', 'xxxx11'],
  ['ß1', upper, 'X1'],
  ['한국9', decomposed, 'xx1'],
])(
  'a secret that the screen shows in another case or normal form stands in no recording, and is played again: %s',
  async (typed, kept, shown) => {
    const sim = await connectedTo(await bank(kept))
    await sim.phone('+233240000700').dial('*713#').reply(typed)
    const rows = sim.log.rows()
    const dialogue = recordDialogue(rows)
    expect(dialogue.steps[1]).toMatchObject({ screen: `We know: ${shown}` })
    for (const recording of [writeDialogue(dialogue), recordTest(rows), await recordPage(rows)])
      expect(recording).not.toContain(`We know: ${kept(typed)}`)
    // One that shows the same whatever is entered shows no stand-in.
    if (kept.length > 0) expect((await runDialogue(() => bank(kept), dialogue)).problem).toBe(null)
  },
)

it.each([
  ['fish77', 'beefﬁsh77 and ﬁsh77s', 'beefﬁsh77 and ﬁsh77s'],
  ['ish77', 'ﬁsh77', 'ﬁsh77'],
  ['ecol', 'ecole\u0301', 'ecole\u0301'],
  ['école9', 'é ﬁ ß. E\u0301COLE9, é', 'é ﬁ ß. XXXXX1, é'],
])('what stands around a secret of other spellings stays: %s in %s', async (typed, screen, shown) => {
  const sim = await connectedTo(await bank(() => screen))
  await sim.phone('+233240000700').dial('*713#').reply(typed)
  expect(recordDialogue(sim.log.rows()).steps[1]).toMatchObject({ screen: `We know: ${shown}` })
})

it.each([
  ['straße', 'BIGSTRASSES', 'BIGXXXXXXS'],
  ['ish77', 'A ﬁsh77.', 'A xxx11.'],
  ['école9', 'me\u0301cole9s', 'mxxxxx1s'],
])('a secret that is given is hidden in every spelling, also within words: %s in %s', async (secret, screen, shown) => {
  const sim = await connectedTo(await bank(() => screen))
  await sim.phone('+233240000700').dial('*713#').reply('2580')
  const { steps } = recordDialogue(sim.log.rows(), { secrets: [secret] })
  expect(steps[1]).toMatchObject({ screen: `We know: ${shown}` })
})

it('a secret that is given is hidden in every case', async () => {
  const sim = await connectedTo(await bank(() => 'AMA MENSAH, ama mensah'))
  await sim.phone('+233240000700').dial('*713#').reply('2580')
  const { steps } = recordDialogue(sim.log.rows(), { secrets: ['Ama Mensah'] })
  expect(steps[1]).toMatchObject({ screen: 'We know: XXX XXXXXX, xxx xxxxxx' })
})

it.each([
  ['İstan1', lower, 'xxxxx1'],
  ['Tɔn7ŋ', (word: string) => word, 'xxx1x'],
  ['Zoë Müller', upper, 'XXX XXXXXX'],
])(
  'a secret is hidden as a screen without its letters shows it, and is played again: %s',
  async (typed, kept, shown) => {
    const sim = await connectedTo(await bank(kept, 'gsm7'))
    await sim.phone('+233240000700').dial('*713#').reply(typed)
    const dialogue = recordDialogue(sim.log.rows())
    expect(dialogue.steps[1]).toMatchObject({ screen: `We know: ${shown}` })
    expect((await runDialogue(() => bank(kept, 'gsm7'), dialogue)).problem).toBe(null)
  },
)
