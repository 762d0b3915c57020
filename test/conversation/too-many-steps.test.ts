import { expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const failed = 'Sorry, something went wrong. Nothing was paid. Please dial again.'

it.each<[string, (counted: { steps: number }) => Script]>([
  [
    'reads for ever',
    (counted) => async (talk) => {
      for (;;) counted.steps = await talk.load('next', () => counted.steps + 1)
    },
  ],
  [
    'catches whatever its steps throw',
    (counted) => async (talk) => {
      for (;;) {
        const failing = () => {
          counted.steps += 1
          throw new Error('no such table')
        }
        await talk.load('next', failing).catch(() => undefined)
      }
    },
  ],
  [
    'tries for ever what cannot be asked',
    (counted) => async (talk) => {
      for (;;) {
        // A loop without an end would hold the process, and this test with it.
        if (counted.steps > 2_000) return talk.end('It was not stopped')
        await talk.choose('Which of these next?', []).catch(() => (counted.steps += 1))
      }
    },
  ],
])('a script that %s fails its turn, and the process goes on', async (_what, endless) => {
  const counted = { steps: 0 }
  let isEndless = true
  const held = await hold((talk) => (isEndless ? endless(counted)(talk) : talk.end('Goodbye')))
  await held.phone().dial('*713#').expectScreen(failed)
  expect(counted.steps).toBe(1_000)
  const [line] = held.lines.saying('the handler of a turn failed')
  expect(line?.err).toMatchObject({
    code: 'FMW_TALK_STEP',
    message: expect.stringMatching(/^talk\.\w+(\('next'\))?: a conversation has at most 1000 steps$/),
  })
  isEndless = false
  await held.phone().dial('*713#').expectScreen('Goodbye')
})

it('a script of a thousand steps is none too many', async () => {
  let read = 0
  const held = await hold(async (talk) => {
    for (let step = 0; step < 1_000; step++) await talk.load(`step-${step}`, () => ++read)
    return talk.end(`Read ${read}`)
  })
  await held.phone().dial('*713#').expectScreen('Read 1000')
})
