import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KeyedPhone } from '../../../src/cli/service/dial/keyed.ts'
import { PhoneCall, type Turn } from '../../../src/cli/service/dial/phone-call.ts'
import merchantWebhooks from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'

/** A phone in front of an application whose second answer waits until it is let go. */
async function openPhone(early = '') {
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    ussd: async (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Tea?')
      if (push.type !== 'response') return turn.end('')
      asked.resolve()
      await answer.promise
      return turn.prompt('Sugar?')
    },
  })
  const sim = await createSimulator()
  onTestFinished(async () => {
    await sim.close()
    await app.close()
  })
  await sim.connect(app)
  const input = new PassThrough()
  const turns: Turn[] = []
  const lines: string[] = []
  const terminal = { out: (text: string) => void lines.push(text), err: () => undefined, draw: () => undefined }
  const call = new PhoneCall(sim.phone('+233000000000'), '*713#', () => sim.log.rows())
  const phone = new KeyedPhone(
    call,
    terminal,
    (turn) => turns.push(turn),
    () => sim.now(),
  )
  input.write(early)
  const left = phone.dial(input)
  await vi.waitFor(() => expect(turns).not.toHaveLength(0))
  return { sim, input, turns, lines, left, asked: asked.promise, answer }
}

test('the subscriber who does not answer within 60 s sees why it is over', async () => {
  const { sim, input, lines, left } = await openPhone()
  await sim.advance(60_000)
  await vi.waitFor(() =>
    expect(lines).toEqual(['  60 s are over: the subscriber sees ST, and the application is told by a Timeout.']),
  )
  input.write('\u001b')
  await left
})

test('hanging up while a turn runs ends the session, and its answer is said to be too late', async () => {
  const { sim, input, turns, left, asked, answer } = await openPhone()
  input.write('1\r')
  await asked
  input.write('\u001b')
  // The application takes the turns of a session one after the other.
  await vi.waitFor(() => expect(sim.phone('+233000000000').isOpen).toBe(false))
  answer.resolve()
  await vi.waitFor(() => expect(turns.map(({ act }) => act).toSorted()).toEqual(['answer', 'dial', 'hang up']))
  expect(turns.find(({ act }) => act === 'answer')).toMatchObject({
    screen: null,
    problem: 'its answer came after the session was over',
  })
  input.write('\u0003')
  await left
})

test('Ctrl-C while a turn runs hangs up, says so, and waits for no answer', async () => {
  const { sim, input, turns, lines, left, asked, answer } = await openPhone()
  input.write('1\r')
  await asked
  input.write('\u0003')
  expect(await left).toBe('left')
  expect(lines).toEqual(['  You left: the session is over.'])
  answer.resolve()
  await sim.settled()
  expect(sim.phone('+233000000000').isOpen).toBe(false)
  const pushed = sim.log.rows({ direction: 'push' }).map(({ request }) => JSON.parse(String(request.body)).Type)
  expect(pushed).toEqual(['Initiation', 'Response', 'Release'])
  // What came after that isn't shown.
  expect(turns.map(({ act }) => act)).toEqual(['dial'])
})

test('what is typed before the first screen, or while an answer is awaited, answers the screens that come, one after the other', async () => {
  const { input, turns, left, asked, answer } = await openPhone('\n1\n29\u007f\r\r')
  await asked
  input.write('3\r')
  answer.resolve()
  await vi.waitFor(() => expect(turns.map(({ entered }) => entered)).toEqual(['*713#', '1', '2', '3']))
  input.write('\u0003')
  await left
})

test('what was typed ahead of a session that is over by then does nothing', async () => {
  const { input, turns, left, asked, answer } = await openPhone()
  input.write('1\r2\r\r')
  await asked
  input.write('\u001b')
  answer.resolve()
  await vi.waitFor(() => expect(turns).toHaveLength(3))
  input.write('\u001b')
  expect(await left).toBe('ended')
  expect(turns.map(({ act }) => act).toSorted()).toEqual(['answer', 'dial', 'hang up'])
})

test('a key that is no character, as an arrow, does nothing', async () => {
  const { input, turns, left, answer } = await openPhone()
  answer.resolve()
  input.write('\u001b[A')
  input.write('2\n')
  await vi.waitFor(() => expect(turns).toHaveLength(2))
  expect(turns[1]).toMatchObject({ entered: '2', screen: { text: 'Sugar?' } })
  input.write('\u0003')
  await left
})
