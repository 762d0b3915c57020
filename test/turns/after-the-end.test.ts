import { describe, expect, it } from 'vitest'
import { defaultScreens } from '../../src/turns/screens.ts'
import { drive, end, pay, prompt } from './drive.ts'

describe('A push after the application ended the session', () => {
  it.each([
    ['end', end('Goodbye')],
    ['pay', pay('Approve', { amount: 5, description: 'Tea' })],
  ])('with %s is released politely, and runs nothing', (_how, last) => {
    let runs = 0
    const { session } = drive(() => {
      runs += 1
      return last
    })
    const line = session('a')
    line.dial()

    expect(line.send('1').screen).toBe('ended: release "This has ended. Please dial again."')
    expect(line.send('2').screen).toBe('ended: release "This has ended. Please dial again."')
    expect(runs).toBe(1)
  })

  it('is released in the words of the settings', () => {
    const { session } = drive(() => end('Goodbye'), { screensFor: () => ({ ...defaultScreens, ended: 'Bye then' }) })
    const line = session('a')
    line.dial()

    expect(line.send('1').reply.message).toBe('Bye then')
  })

  it('gets the stored reply where it repeats a turn', () => {
    const { push } = drive(({ message }) => (message === '2' ? end('Goodbye') : prompt(`Took ${message}`)))
    const first = push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })
    push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 })

    expect(push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 }).reply).toEqual(first.reply)
  })

  it('does not end a session of another subscriber', () => {
    const { session } = drive(({ sessionId }) => (sessionId === 'a' ? end('Goodbye') : prompt('Welcome')))
    session('a').dial()
    const other = session('b')
    other.dial()

    expect(other.send('1').source).toBe('handler')
  })
})
