import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { conversation, date, text, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../../../src/index.ts'
import {
  createSimulator,
  recordDialogue,
  recordFixture,
  recordPage,
  recordTest,
  runDialogue,
  writeDialogue,
} from '../../../../src/simulator/index.ts'
import { fixtureAmong } from '../../../../src/simulator/record/fixture.ts'
import { connectedTo } from '../connected.ts'

/** Asks for a secret behind a choice. */
async function bank(question: string) {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    await talk.choose('What?', ['Send', 'Borrow', 'Balance'])
    const amount = await talk.ask('How much?', text())
    const given = await talk.ask(question, text({ sensitive: true }))
    return talk.end(`${amount} with ${given.length} signs`)
  })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

it('a PIN that was dialled with the code stands in no recording, and the choices before it stay', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*3*50*7391#')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[0]).toMatchObject({ dial: '*713*3*50*1111#', screen: expect.stringMatching(/^Your PIN\?/) })
  const fixtures = JSON.stringify(rows.map((row) => recordFixture(row)))
  for (const recording of [writeDialogue(dialogue), recordTest(rows), await recordPage(rows), fixtures]) {
    expect(recording).not.toContain('7391')
  }
  expect((await runDialogue(() => bank('Your PIN?'), dialogue)).problem).toBe(null)
})

it('a screen that says by no word what it asks for is known by the answer to it', async () => {
  const sim = await connectedTo(await bank('Your word?'))
  await sim.phone('+233240000700').dial('*713*3*50*7391#').reply('sesame')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[0]).toMatchObject({ dial: '*713*3*50*1111#' })
  expect(rows.map((row) => Object(fixtureAmong(rows, row).request.body).Message)).toEqual(['*713*3*50*1111#', 'xxxxxx'])
  expect((await runDialogue(() => bank('Your word?'), dialogue)).problem).toBe(null)
})

it('a code that leads to no secret stays as it was dialled', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*3#').reply('500')
  expect(recordDialogue(sim.log.rows()).steps).toMatchObject([{ dial: '*713*3#' }, { reply: '500' }])
})

/** Asks before it sends, and for a PIN only then. */
async function sender() {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const to = await talk.ask('To whom?', text())
    const amount = await talk.ask('How much?', text())
    if (!(await talk.confirm(`Send ${amount}.00 to ${to}?`))) return talk.end('Not sent')
    await talk.ask('Your word?', text({ sensitive: true }))
    return talk.end('Sent')
  })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

it('a PIN that was dialled behind what a screen confirms is hidden, though no screen asked for it, and the amount stays', async () => {
  const sim = await connectedTo(await sender())
  await sim.phone('+233240000700').dial('*713*0240000333*5000*1*7391#').hangUp()
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[0]).toMatchObject({ dial: '*713*0000000001*5000*1*1111#' })
  const [row] = rows
  if (row === undefined) throw new Error('there is no row')
  const fixture = JSON.stringify(recordFixture(row))
  expect(fixture).toContain('*5000*1*1111#')
  for (const recording of [writeDialogue(dialogue), recordTest(rows), await recordPage(rows), fixture])
    expect(recording).not.toContain('7391')
  expect((await runDialogue(() => sender(), dialogue)).problem).toBe(null)
})

async function asking(ussd: MerchantWebhooksOptions['ussd']) {
  const app = Fastify({ logger: false })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

/** A simulator that reaches an application by its address. */
async function connectedAt(app: FastifyInstance) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  onTestFinished(async () => void (await app.close()))
  await sim.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  return sim
}

it.each(['hangUp', 'timeout'] as const)(
  'a PIN that was dialled into a question that is sensitive at once stands in no recording where the subscriber leaves: %s',
  async (leaves) => {
    const build = () =>
      asking(
        conversation(async (talk) => {
          await talk.ask('Word of yours', text({ pattern: /^\d{4}$/, sensitive: true }))
          return talk.end('Bye')
        }),
      )
    const sim = await connectedTo(await build())
    await sim.phone('+233240000700').dial('*713*7391#')[leaves]()
    const rows = sim.log.rows()
    const fixtures = JSON.stringify(rows.map((row) => recordFixture(row)))
    const page = await recordPage(rows)
    for (const recording of [writeDialogue(recordDialogue(rows)), recordTest(rows), page, fixtures])
      expect(recording).not.toContain('7391')
    expect(page).not.toContain('What row 1')
    expect((await runDialogue(build, recordDialogue(rows))).problem).toBe(null)
  },
)

it('what was dialled stays where the application told to the end that no screen is sensitive, and the recording says so', async () => {
  const build = () =>
    asking(
      conversation(async (talk) => {
        const amount = await talk.ask('How much?', whole({ min: 10, max: 900 }))
        await talk.ask('Meter?', text({ check: (given) => given.startsWith('04') || 'No such meter' }))
        return talk.end(`Buying ${amount} for your meter`)
      }),
    )
  const sim = await connectedTo(await build())
  await sim.phone('+233240000700').dial('*713*500*04217731#')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps).toMatchObject([{ dial: '*713*500*04217731#' }])
  expect(recordTest(rows)).toContain('// What row 1 dials has parts that no screen shows, and they stay.')
  expect((await runDialogue(build, dialogue)).problem).toBe(null)
})

it('a PIN that was dialled behind the answer to a screen is hidden where the subscriber refuses there', async () => {
  const sim = await connectedTo(await sender())
  await sim.phone('+233240000700').dial('*713*0240000333*5000*1*7391#').reply('2')
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.steps).toMatchObject([{ dial: '*713*0000000001*5000*1*1111#' }, { screen: 'Not sent' }])
  expect(recordTest(sim.log.rows())).toContain(
    '// What row 1 dials has parts that are hidden though no screen asked for them.',
  )
})

it('where timings are told, a screen in the place of what the handler should have said does not tell what was dialled for', async () => {
  const sim = await connectedTo(
    await asking((push, turn) => (push.type === 'initiation' ? turn.prompt('Send 500?') : turn.end('Sorry'))),
  )
  await sim.phone('+233240000700').dial('*713*500*7391#').reply('1')
  const rows = sim.log.rows()
  expect(recordDialogue(rows).steps[0]).toMatchObject({ dial: '*713*500*7391#' })
  const timing = { source: 'failed', ms: 1, steps: [], late: null } as const
  const failed = rows.map((row) => (row === rows.at(-1) ? { ...row, timing } : row))
  expect(recordDialogue(failed).steps[0]).toMatchObject({ dial: '*713*500*1111#' })
})

it('a part that stands before one that is shown stays, and the recording says so', async () => {
  const sim = await connectedTo(await asking((_push, turn) => turn.end('Sent 250.00')))
  await sim.phone('+233240000700').dial('*713*7391*250#')
  const recorded = recordTest(sim.log.rows())
  expect(recorded).toContain('*713*7391*250#')
  expect(recorded).toContain('// What row 1 dials has parts that no screen shows, and they stay.')
})

it('where nothing told what a screen asks for, what is dialled behind a part that is shown is hidden, and the recording says so', async () => {
  const app = Fastify({ logger: false })
  app.post('/*', async () => ({ Type: 'Release', Message: 'Buying 500 for your meter' }))
  const sim = await connectedAt(app)
  await sim.phone('+233240000700').dial('*713*500*4217731#')
  const recorded = recordTest(sim.log.rows())
  expect(recorded).toContain('*713*500*1111111#')
  expect(recorded).toContain('// What row 1 dials has parts that are hidden though no screen asked for them.')
})

it('a fixture hides the texts that it is given', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*7391#')
  const [row] = sim.log.rows()
  if (row === undefined) throw new Error('there is no row')
  expect(recordFixture(row).request.body).toMatchObject({ Message: '*713*7391#' })
  expect(recordFixture(row, { secrets: ['7391'] }).request.body).toMatchObject({ Message: '*713*1111#' })
})

it('where no screen shows what the parts of a code are, they stay and the recording says so', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*7391#')
  const recorded = recordTest(sim.log.rows())
  expect(recorded).toContain('*713*7391#')
  expect(recorded).toContain('// What row 1 dials has parts that no screen shows, and they stay.')
})

it('of several parts that are hidden where the subscriber leaves at the PIN, some may have answered questions: the recording says so', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*3*School*01022027#').hangUp()
  const recorded = recordTest(sim.log.rows(), { app: './bank.js' })
  expect(recorded).toContain('// What row 1 dials has parts that are hidden though no screen asked for them.')
})

/** Asks for a word and a date, and for a PIN then. */
const saver = () =>
  asking(
    conversation(async (talk) => {
      await talk.ask('From which day? (DDMMYYYY)', date({ min: '2026-01-01', max: '2030-12-31' }))
      await talk.ask('Name?', text())
      await talk.ask('Your PIN?', text({ sensitive: true }))
      return talk.end('Saved')
    }),
  )

it.each(['01022027', '1/2/27', '2027-02-01'])(
  'a date before the last part of a code stays where the subscriber leaves at the PIN, and the recording passes: %s',
  async (day) => {
    const sim = await connectedTo(await saver())
    await sim.phone('+233240000700').dial(`*713*${day}*School*7391#`).hangUp()
    const dialogue = recordDialogue(sim.log.rows())
    expect(dialogue.steps[0]).toMatchObject({ dial: `*713*${day}*xxxxxx*1111#` })
    expect((await runDialogue(saver, dialogue)).problem).toBe(null)
    const recorded = recordTest(sim.log.rows(), { app: './bank.js' })
    expect(recorded).toContain('// What row 1 dials has parts that no screen shows, and they stay.')
  },
)

it('eight digits that are dialled last may be a PIN, though they are a date: they are hidden, and the recording says that it may fail', async () => {
  const sim = await connectedTo(
    await asking(conversation(async (talk) => talk.end(await talk.ask('Your PIN?', text({ sensitive: true }))))),
  )
  await sim.phone('+233240000700').dial('*713*01022027#').hangUp()
  const recorded = recordTest(sim.log.rows(), { app: './bank.js' })
  expect(recorded).not.toContain('01022027')
  expect(recorded).toContain('// What row 1 dials has parts that are hidden though no screen asked for them.')
})

it('a part that is the secret of another subscriber is hidden, and the recording says so', async () => {
  const sim = await connectedTo(await sender())
  await sim.phone('+233240000700').dial('*713*0240000333*50#').reply('1').reply('5000')
  await sim.phone('+233240000701').dial('*713*0240000333*5000#').hangUp()
  const recorded = recordTest(sim.log.rows(), { app: './bank.js' })
  expect(recorded).toContain("dial('*713*0000000001*1111#')")
  expect(recorded).toContain('// What row 4 sends was also entered as a secret elsewhere, so it is hidden.')
})

it('a part that is a PIN in its own code leaves no doubt', async () => {
  const sim = await connectedTo(await bank('Your PIN?'))
  await sim.phone('+233240000700').dial('*713*3*50*7391#').reply('7391')
  await sim.phone('+233240000700').dial('*713*3*50*7391#').reply('7391')
  expect(recordTest(sim.log.rows(), { app: './bank.js' })).not.toContain('elsewhere')
})
