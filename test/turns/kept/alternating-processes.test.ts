import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

/** What happens before a push, and which of two processes gets it; a copy of the dial may reach both. */
const step = fc.record({
  at: fc.nat(1),
  isCopied: fc.boolean(),
  fault: fc.constantFrom('none', 'none', 'refuses', 'hangs', 'loses', 'recovers'),
  pause: fc.constantFrom(0, 100, 1_000, 4_000),
})

it('Two processes never take an answer for another question than that of the last screen, whatever their stores do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { start, clock } = world()
      const wrong: string[] = []
      const handler: AnyHandler = ({ message }, turn) => {
        const asked = typeof turn.state === 'string' ? turn.state : undefined
        if (asked !== undefined && message !== asked) wrong.push(`${message} was taken for the answer to ${asked}`)
        const question = asked === undefined ? 'Question 1' : `Question ${Number(asked.slice(9)) + 1}`
        return prompt(question, { state: question })
      }
      const stores = [failingStore(), failingStore()]
      const processes = stores.map(({ through }) => start(handler, { through }))
      let shown = '*713#'
      for (const [index, { at, isCopied, fault, pause }] of steps.entries()) {
        const store = stores[at]
        if (fault === 'recovers') store?.recover()
        else if (fault !== 'none') store?.fail(fault)
        const type = index === 0 ? 'initiation' : 'response'
        const push = { sessionId: 'a', type, message: shown, sequence: index + 1 } as const
        const first = processes[at]?.push(push)
        if (isCopied && index === 0) processes[1 - at]?.push(push)
        for (let left = 70; left > 0 && first?.isAnswered !== true; left--) {
          await settled()
          clock.advance(100)
        }
        await settled()
        clock.advance(pause)
        await settled()
        // Whoever waits, or has left, answers nothing.
        if (first?.source !== 'handler' && first?.source !== 'repeated') break
        if (first.reply.type !== 'response') break
        shown = first.reply.message
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: 150 },
  )
})
