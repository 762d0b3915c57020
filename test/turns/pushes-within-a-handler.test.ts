import { expect, it } from 'vitest'
import { drive, type Pushed, prompt, settled } from './drive.ts'

// An application may push to itself (`app.inject`) while a handler of its own is called.
it('a handler that is called may push to another session, and that to the first', async () => {
  const order: string[] = []
  const work = Promise.withResolvers<unknown>()
  let within: Pushed | undefined
  const { push, turns } = drive(({ sessionId, message }) => {
    order.push(`${sessionId}${message}`)
    if (message === 'first') push({ sessionId: 'b', type: 'initiation', message: 'other', sequence: 1 })
    if (message === 'other') within = push({ sessionId: 'a', type: 'response', message: 'within', sequence: 2 })
    return message === 'within' ? work.promise : prompt(`Took ${message}`)
  })
  const first = push({ sessionId: 'a', type: 'initiation', message: 'first', sequence: 1 })

  expect(first.screen).toBe('handler: response "Took first"')
  expect([turns.sessionCount, turns.working]).toEqual([2, 1])
  const waits = push({ sessionId: 'a', type: 'response', message: 'next', sequence: 3 })
  expect(waits.isAnswered).toBe(false)
  work.resolve(prompt('Took within'))
  await settled()

  expect(within?.screen).toBe('handler: response "Took within"')
  expect(waits.screen).toBe('handler: response "Took next"')
  expect(order).toEqual(['afirst', 'bother', 'awithin', 'anext'])
  expect([turns.sessionCount, turns.working]).toEqual([2, 0])
  expect(push({ sessionId: 'a', type: 'response', message: 'within', sequence: 2 }).source).toBe('repeated')
})
