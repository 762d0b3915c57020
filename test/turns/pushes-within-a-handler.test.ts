import { expect, it } from 'vitest'
import { drive, Pushed, prompt, settled } from './drive.ts'
import { ussdEvent } from './ussd-event.ts'

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

it('what it pushes to its own session waits until it has answered, however long that takes', async () => {
  const order: string[] = []
  const works = new Map<string, PromiseWithResolvers<unknown>>()
  let within: Pushed | undefined
  const { push, turns, clock } = drive(({ message }) => {
    order.push(message)
    if (message === 'outer') within = push({ sessionId: 'a', type: 'response', message: 'inner', sequence: 2 })
    const work = Promise.withResolvers<unknown>()
    works.set(message, work)
    return work.promise
  })
  const outer = push({ sessionId: 'a', type: 'initiation', message: 'outer', sequence: 1 })
  const repeat = push({ sessionId: 'a', type: 'initiation', message: 'outer', sequence: 1 })
  expect(order).toEqual(['outer'])
  works.get('outer')?.resolve(prompt('Took outer'))
  await settled()
  expect([outer.screen, repeat.screen]).toEqual(['handler: response "Took outer"', 'repeated: response "Took outer"'])
  works.get('inner')?.resolve(prompt('Took inner'))
  await settled()

  expect(within?.screen).toBe('handler: response "Took inner"')
  expect(order).toEqual(['outer', 'inner'])
  clock.advance(60_000)
  expect([turns.sessionCount, turns.working]).toEqual([1, 0])
})

it('a turn that it pushes again while it is called gets the same answer', () => {
  let runs = 0
  let again: Pushed | undefined
  const { push } = drive(() => {
    runs++
    again = push({ sessionId: 'a', type: 'initiation', message: 'one', sequence: 1 })
    return prompt('Took one')
  })

  expect(push({ sessionId: 'a', type: 'initiation', message: 'one', sequence: 1 }).screen).toBe(
    'handler: response "Took one"',
  )
  expect(again?.screen).toBe('repeated: response "Took one"')
  expect(runs).toBe(1)
})

it('where the answer of a turn cannot be given, one that waits behind it is answered at its deadline', () => {
  const order: string[] = []
  let within: Pushed | undefined
  const { push, turns, clock } = drive(({ message }) => {
    order.push(message)
    if (message === 'one') within = push({ sessionId: 'a', type: 'response', message: 'two', sequence: 2 })
    return prompt(`Took ${message}`)
  })
  const broken = new Pushed(ussdEvent({ sessionId: 'a', type: 'initiation', message: 'one', sequence: 1 }), 0, clock)
  broken.answer = () => {
    throw new Error('the line is gone')
  }
  expect(() => turns.take(broken)).toThrow('the line is gone')
  expect(within?.isAnswered).toBe(false)
  clock.advance(6_000)

  expect(within?.isAnswered).toBe(true)
  expect(turns.sessionCount).toBe(1)
  expect(push({ sessionId: 'a', type: 'response', message: 'three', sequence: 3 }).screen).toBe(
    'handler: response "Took three"',
  )
  expect(order).toEqual(['one', 'three'])
})
