import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

const polite = 'failed: release "Sorry, something went wrong. Try later."'
type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void

// What the promise libraries and query builders of a merchant may be: an object with a `then`.
const thenable = (then: Then) => Object.defineProperty({}, 'then', { value: then })

describe('A handler that returns a promise of another make', () => {
  it('is awaited', async () => {
    const { session } = drive(() => thenable((resolve) => resolve(prompt('Bought'))))
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe('handler: response "Bought"')
  })

  it('that settles twice counts once: the turn behind it runs, and runs alone', async () => {
    const { session, turns } = drive(({ message }) =>
      message === '*713#'
        ? thenable((resolve, reject) => {
            resolve(prompt('First'))
            resolve(prompt('Second'))
            reject(new Error('Third'))
          })
        : new Promise(() => undefined),
    )
    const line = session('a')
    const first = line.dial()
    const second = line.send('1')
    await settled()

    expect(first.screen).toBe('handler: response "First"')
    expect(second.isAnswered).toBe(false)
    expect(turns.working).toBe(1)
  })

  it('is awaited by the then that it was given, where it is one of the language', async () => {
    const { session } = drive(() => {
      const promise = Promise.resolve(prompt('Sold out'))
      return Object.defineProperty(promise, 'then', {
        value: (resolve: (value: unknown) => void) => resolve(prompt('Bought')),
      })
    })
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe('handler: response "Bought"')
  })

  it('that only looks like one of the language is a failure of the handler', async () => {
    const { session } = drive(() => Object.create(Promise.prototype))
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe(polite)
  })

  it('that throws instead of settling is a failure of the handler', async () => {
    const error = new Error('No such table')
    const { session, reports } = drive(() =>
      thenable(() => {
        throw error
      }),
    )
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe(polite)
    expect(reports).toEqual([{ failed: error, place: 'handler' }])
  })

  it('whose then cannot even be read is a failure, and does not wedge the session', async () => {
    const error = new Error('Not ready')
    const { session, reports, clock } = drive(() =>
      Object.defineProperty({}, 'then', {
        get() {
          throw error
        },
      }),
    )
    const line = session('a')
    expect(line.dial().screen).toBe(polite)
    expect(reports).toEqual([{ failed: error, place: 'handler' }])
    expect(line.send('1').source).toBe('ended')
    expect(clock.pending).toBe(0)
  })

  it('that never settles is answered for at the budget like any other', () => {
    const { session, clock } = drive(() => thenable(() => undefined))
    const turn = session('a').dial()
    clock.advance(6_000)

    expect(turn.source).toBe('waiting')
  })
})
