import { describe, expect, it } from 'vitest'
import type { ChooseOptions, LabelledOption, Option, Script } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { hold } from './hold.ts'
import { keptWorld, worlds } from './world.ts'

const again = 'The price or list has changed. Please check.'
const many = 5_000

/** Options with all that one may have. */
const pupils = (count: number, named = 'Pupil'): readonly LabelledOption[] =>
  Array.from({ length: count }, (_, at) => ({
    label: `${named} ${at + 1} ${String.fromCharCode(65 + (at % 26))}ma`,
    value: `pupil-${at + 1}`,
    number: `P${at + 1}`,
    group: `Class ${Math.floor(at / 40) + 1}`,
    amount: at + 1,
  }))

/** The same without groups. */
const flat = (count: number, named?: string): readonly LabelledOption[] =>
  pupils(count, named).map(({ group: _, ...option }) => option)

const choosing =
  (options: () => readonly Option[], settings?: ChooseOptions): Script =>
  async (talk) => {
    await talk.show('Welcome')
    const chosen: Option = await talk.choose('Pupil', options(), settings)
    await talk.show(`You chose ${typeof chosen === 'string' ? chosen : `${chosen.label} at ${chosen.amount}`}`)
    return talk.end('Goodbye')
  }

describe.each(dealt(worlds))('Five thousand options, %s', (_name, world, it) => {
  it('are paged through, and chosen by their places', async () => {
    const labels = flat(many).map(({ label }) => label)
    const { phone } = await world().start(choosing(() => labels))
    const caller = phone()
    const first = await caller.dial('*713#').reply('1')
    expect(first.text).toMatch(/^Pupil\n1\. Pupil 1 Ama\n/)
    for (let page = 1; page < 10; page++) await caller.reply('*99')
    const tenth = caller.lastScreen?.text ?? ''
    const [, place = ''] = /\n(\d+)\. Pupil \1 /.exec(tenth) ?? []
    expect(Number(place)).toBeGreaterThan(40)
    await caller.reply('x?').expectScreen(/^Reply with a number from the list\.\nPupil\n/)
    await caller.reply(place).expectScreen(new RegExp(`^You chose Pupil ${place} `))
    await caller.reply('0').expectScreen(/^Pupil\n\d+\. /)
    await caller.reply('4999').expectScreen(/^Pupil\n.*\n?4999\. /s)
    await caller.reply('4999').expectScreen(/^You chose Pupil 4999 /)
  })

  it('are narrowed by letters, and by groups, with ways back', async () => {
    const options = pupils(many)
    const { phone } = await world().start(choosing(() => options, { find: true }))
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/\n1\. Class 1\n/)
    await caller
      .reply('*99')
      .reply('*99')
      .expectScreen(/\. Class \d+\n/)
    const third = caller.lastScreen?.text ?? ''
    const [line = ''] = /\d+\. Class \d+/.exec(third) ?? []
    const [number = '', group = ''] = line.split('. Class ')
    const first = (Number(group) - 1) * 40 + 1
    await caller.reply(number).expectScreen(new RegExp(`\\nP${first}\\. Pupil ${first} `))
    await caller.reply('0').expectScreen(third)
    await caller.reply('pupil 4711').expectScreen(/^Pupil\nP4711\. /)
    await caller.reply('P4711').expectScreen(/^You chose Pupil 4711 .* at 4711/)
    await caller
      .reply('0')
      .reply('pup 499')
      .expectScreen(/P499\. Pupil 499 .*\nP4990\. Pupil 4990 /s)
    await caller.reply('P4990').expectScreen(/^You chose Pupil 4990 /)
  })

  it('stay on their page when the subscriber dials again', async () => {
    const options = flat(many)
    const { phone } = await world().start(
      choosing(() => options),
      { talk: { resume: 'continue' } },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('99').reply('99')
    const third = caller.lastScreen?.text ?? ''
    expect(third).toMatch(/^Pupil\nP1\d\. /)
    await caller.dial('*713#').expectScreen(third)
    await caller.reply('P5000').expectScreen(/^You chose Pupil 5000 /)
  })

  it('are dialled through', async () => {
    const options = flat(many)
    const { phone } = await world().start(async (talk) => {
      const { label } = await talk.choose('Pupil', options)
      await talk.show(label)
      return talk.end('Goodbye')
    })
    await phone()
      .dial('*713*P4711#')
      .expectScreen(/^Pupil 4711 /)
  })
})

describe('A list of a rich channel with five thousand options', () => {
  it('is drawn whole, and answered by a value, also after a wrong answer', async () => {
    const options = pupils(many)
    const held = await hold(choosing(() => options))
    const user = held.user()
    const { raw } = await user.dial().reply('1')
    expect(raw).toMatchObject({ Data: expect.objectContaining({ length: many + 1 }) })
    await user.reply('nobody').expectScreen('Please choose one of these.\nPupil')
    await user.reply('pupil-4711').expectScreen(/^You chose Pupil 4711 /)
  })

  it('is asked again where it has changed', async () => {
    let options = pupils(many)
    const held = await hold(choosing(() => options))
    const user = held.user()
    await user.dial().reply('1')
    options = pupils(many, 'Student')
    await user.reply('pupil-4711').expectScreen(`${again}\nPupil`)
    await user.reply('pupil-4711').expectScreen(/^You chose Student 4711 /)
  })
})

describe('A long list that has changed between two screens', () => {
  const held = async (settings: ChooseOptions = {}, list = flat) => {
    const lists = { now: list(many) as readonly Option[] }
    const { phone, app } = await hold(
      choosing(() => lists.now, settings),
      { help: { key: '#', show: 'Call us' } },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1')
    return { caller, lists, app }
  }

  it.each(['P2', 'p2.', 'Pupil 2 Bma'])('means by %j what was on the screen', async (entered) => {
    const { caller, lists } = await held()
    lists.now = flat(many, 'Student')
    await caller.reply(entered).expectScreen(/^You chose Pupil 2 Bma at 2/)
  })

  it('means by a place what was on the screen', async () => {
    const { caller, lists } = await held({}, (count, named) => flat(count, named).map(({ number: _, ...rest }) => rest))
    await caller.reply('*99')
    const [, place = ''] = /\n(\d+)\. /.exec(caller.lastScreen?.text ?? '') ?? []
    lists.now = ['Nobody']
    await caller.reply(place).expectScreen(new RegExp(`^You chose Pupil ${place} `))
  })

  it.each(['P4711', '99', 'Pupil 4711', 'x', ''])(
    'is asked again from its first page where %j is entered, which costs no try',
    async (entered) => {
      const { caller, lists } = await held({ tries: 1 })
      await caller.reply('99')
      lists.now = flat(many, 'Student')
      await caller.reply(entered).expectScreen(new RegExp(`^${again}\\nPupil\\nP1\\. Student 1 Ama\\n`))
      await caller.reply('P4711').expectScreen(/^You chose Student 4711 /)
    },
  )

  it('is shorter by then, and means from there on what was drawn', async () => {
    const { caller, lists } = await held()
    lists.now = ['Nobody', 'Somebody']
    await caller.reply('P4711').expectScreen(`${again}\nPupil\n1. Nobody\n2. Somebody\n0 Back # Help`)
    lists.now = ['Else']
    await caller.reply('2').expectScreen(/^You chose Somebody/)
  })

  it('leads back, and shows help, and after help it is compared with what was shown before', async () => {
    const { caller, lists } = await held()
    lists.now = flat(many, 'Student')
    await caller.reply('#').expectScreen(/^Call us/)
    await caller.reply('1').expectScreen(new RegExp(`^${again}\\nPupil\\nP1\\. Student 1 Ama\\n`))
    lists.now = flat(many, 'Child')
    await caller.reply('0').expectScreen(/^Welcome/)
  })

  it('shows no group that is gone', async () => {
    const { caller, lists } = await held({}, pupils)
    await caller.reply('2').expectScreen(/P41\. Pupil 41 /)
    lists.now = flat(many, 'Student')
    await caller.reply('P4711').expectScreen(new RegExp(`^${again}\\nPupil\\nP1\\. Student 1 Ama\\n`))
  })

  it('means no option by the number of a group that was shown', async () => {
    const { caller, lists } = await held({}, pupils)
    lists.now = flat(many, 'Student')
    await caller.reply('2').expectScreen(new RegExp(`^${again}\\n`))
  })

  it('is the same where it is made anew, and where it is sensitive', async () => {
    const { caller, lists } = await held({ sensitive: true })
    lists.now = flat(many)
    await caller.reply('P4711').expectScreen(/^You chose Pupil 4711 /)
  })

  it('means what was on the screen where it is sensitive, and has changed', async () => {
    const { caller, lists } = await held({ sensitive: true })
    lists.now = flat(many, 'Student')
    await caller.reply('99').expectScreen(new RegExp(`^${again}\\n`))
    lists.now = flat(many, 'Child')
    await caller.reply('P2').expectScreen(/^You chose Student 2 /)
  })
})

describe('The record of a long list', () => {
  /** How long the state of a session is that asks for one of them. */
  async function askFor(options: () => readonly Option[]) {
    const { start, turns } = keptWorld()
    let asked = ''
    const { phone } = await start(choosing(options), {
      through: (own) => ({
        ...asObject(own),
        resumable: (key) => {
          asked = key
          return own.resumable(key)
        },
      }),
    })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    return { caller, length: (await turns.resumable(asked))?.state.length ?? Number.NaN }
  }

  it.each([1_000, 5_000, 20_000])('of %d options is short', async (count) => {
    const options = pupils(count)
    expect((await askFor(() => options)).length).toBeLessThan(1_024)
  })

  it('has no option where a page of them is too much, and is found to have changed anyway', async () => {
    let options = flat(many).map((option) => ({ ...option, notes: 'x'.repeat(5_000) }))
    const { caller, length } = await askFor(() => options)
    expect(length).toBeLessThan(1_024)
    options = options.slice(1)
    await caller.reply('P2').expectScreen(new RegExp(`^${again}\\n`))
    await caller.reply('P2').expectScreen(/^You chose Pupil 2 /)
  })
})
