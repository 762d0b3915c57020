import { describe, expect, it } from 'vitest'
import { type Question, type Script, text, whole } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { worlds } from './world.ts'

interface Pupil {
  readonly name: string
  readonly born: Date
}

describe.each(dealt(worlds))('what a check finds, %s', (_, world, it) => {
  it('is the answer, as JSON, and is looked up once', async () => {
    const asked: string[] = []
    const given: unknown[] = []
    const pupils = new Map<string, Pupil>([['0042', { name: 'Ama', born: new Date(0) }]])
    const find = async (number: string) => {
      asked.push(number)
      return pupils.get(number)
    }
    const script: Script = async (talk) => {
      const pupil = await talk.ask(
        'Pupil number?',
        text({ check: async (number) => (await find(number)) ?? `No pupil has ${number}.` }),
      )
      given.push(pupil)
      await talk.show(`Fees of ${pupil.name}`)
      return talk.end(`Paid for ${pupil.name}, born ${pupil.born.slice(0, 4)}`)
    }
    const { start } = world()
    const { phone } = await start(script)
    await phone()
      .dial('*713#')
      .reply('7')
      .expectScreen('No pupil has 7.\nPupil number?')
      .reply('0042')
      .expectScreen('Fees of Ama\n1. Continue\n0 Back')
      .reply('1')
      .expectScreen('Paid for Ama, born 1970')
    expect(asked).toEqual(['7', '0042'])
    expect(given).toContainEqual({ name: 'Ama', born: '1970-01-01T00:00:00.000Z' })
    expect(new Set(given.map((pupil) => JSON.stringify(pupil))).size).toBe(1)
  })

  it('is looked up again by whoever goes back to its question', async () => {
    let times = 0
    const count = () => {
      times += 1
      return times
    }
    const script: Script = async (talk) => {
      const { at } = await talk.ask('Pupil number?', text({ check: () => ({ at: count() }) }))
      await talk.show('Good')
      return talk.end(`The ${at}. time`)
    }
    const { start } = world()
    const { phone } = await start(script)
    await phone().dial('*713#').reply('a').reply('0').reply('b').reply('1').expectScreen('The 2. time')
  })
})

describe('a check that finds nothing', () => {
  it.each<[string, Question<object>, string]>([
    ['says the problem of its question', text({ check: () => null as object | null, problem: 'Nobody.' }), 'Nobody.'],
    [
      'says our own line',
      text({ check: async (): Promise<object | undefined> => undefined }),
      'Please check it and enter it again.',
    ],
    [
      'says its own',
      text({ check: (): object | string => 'Nobody has that.', problem: 'Nobody.' }),
      'Nobody has that.',
    ],
  ])('%s', async (_what, question, line) => {
    const held = await hold(async (talk) => talk.end(JSON.stringify(await talk.ask('Number?', question))))
    await held.phone().dial('*713#').reply('5').expectScreen(`${line}\nNumber?`)
  })

  it('may be a question of your own that looks up', async () => {
    const plate: Question<{ readonly owner: string }> = {
      type: 'plate',
      field: 'number',
      read: (entered) => ({
        lookUp: async () => (entered === '7' ? { answer: { owner: 'Ama' } } : { problem: 'No such car.' }),
      }),
      takesKeys: true,
    }
    const held = await hold(async (talk) => talk.end((await talk.ask('Plate?', plate)).owner))
    await held.phone().dial('*713#').reply('5').expectScreen('No such car.\nPlate?').reply('7').expectScreen('Ama')
  })

  it.each([
    ['x', 'Only y.\nLetter?'],
    ['y', 'y'],
  ])('may be that of a question of your own: %s', async (entered, screen) => {
    const letter: Question<string> = {
      type: 'letter',
      field: 'text',
      read: (answer) => ({ answer }),
      check: (answer) => answer === 'y' || 'Only y.',
    }
    const held = await hold(async (talk) => talk.end(await talk.ask('Letter?', letter)))
    await held.phone().dial('*713#').reply(entered).expectScreen(screen)
  })

  it('is no lookup where a key is looked at', async () => {
    const asked: number[] = []
    const held = await hold(async (talk) => {
      await talk.show('Hello')
      return talk.end(`${await talk.ask('Number?', whole({ takesKeys: true, check: () => asked.push(1) > 0 }))}`)
    })
    await held.phone().dial('*713#').reply('1').expectScreen('Number?\n*0 Back')
    expect(asked).toEqual([])
  })
})
