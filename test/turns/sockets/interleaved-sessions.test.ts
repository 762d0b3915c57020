import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { call } from './callers.ts'
import { replyOf } from './post.ts'
import { serve } from './serve.ts'

const sessions = 2_000
const rounds = 3

const numbers = Array.from({ length: sessions }, (_, index) => index)
const mobileOf = (number: number) => `+23300000${String(number).padStart(4, '0')}`
const screenOf = (number: number, round: number) =>
  `session ${number} of ${mobileOf(number)}: ${Array.from({ length: round }, (_, index) => `${number}.${index + 1}`).join(' ')}`

/** Another order in each round, the same in each run. */
function shuffled(round: number): number[] {
  const key = (number: number) => (number * 7_919 + round * 104_729) % 5_003
  return numbers.toSorted((one, other) => key(one) - key(other))
}

it('2,000 interleaved sessions with random delays each see their own state, phone and screens only', async () => {
  let atOnce = 0
  let mostAtOnce = 0
  const { port, app } = await serve({
    ussd: async (push, turn) => {
      const heard = Array.isArray(turn.state) ? turn.state : []
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await setTimeout(Math.random() * 20)
      atOnce -= 1
      const next = [...heard, push.message]
      return turn.prompt(`${push.sessionId} of ${push.mobile}: ${next.join(' ')}`, { state: next })
    },
  })
  const orders = Array.from({ length: rounds }, (_, index) => shuffled(index))
  const answers = await call({
    port,
    connections: 250,
    rounds: orders.map((order, index) =>
      order.map((number) => ({
        SessionId: `session ${number}`,
        Type: index === 0 ? 'Initiation' : 'Response',
        Message: `${number}.${index + 1}`,
        Mobile: mobileOf(number),
        Sequence: index + 1,
      })),
    ),
  })

  for (const [index, order] of orders.entries()) {
    expect(answers[index]?.map((answer) => replyOf(answer).Message)).toEqual(
      order.map((number) => screenOf(number, index + 1)),
    )
  }
  expect(mostAtOnce).toBeGreaterThan(100)
  expect(app.merchant.counts.ussd).toEqual({ handler: sessions * rounds })
})
