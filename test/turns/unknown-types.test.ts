import { describe, expect, it } from 'vitest'
import { defaultScreens } from '../../src/turns/screens.ts'
import { drive, prompt, settled } from './drive.ts'

describe('A push of a type that no handler takes', () => {
  it('gets a polite release at once, runs nothing, and is said to be odd', () => {
    let runs = 0
    const { push, reports, turns } = drive(() => {
      runs += 1
      return prompt('Welcome')
    })
    const turn = push({ sessionId: 'a', type: 'Query', clientState: 'step=2' })

    expect(turn.screen).toBe('unknownType: release "Sorry, this is not available. Please dial again."')
    expect(turn.reply.clientState).toBe('step=2')
    expect(runs).toBe(0)
    expect(reports).toEqual([{ odd: 'a type that is not known' }])
    expect(turns.sessionCount).toBe(0)
  })

  it('is answered in the words of the settings', () => {
    const { push } = drive(() => prompt('Welcome'), {
      screensFor: () => ({ ...defaultScreens, unknownType: 'Dial *713#' }),
    })

    expect(push({ sessionId: 'a', type: 'Favorite' }).reply.message).toBe('Dial *713#')
  })

  it('does not wait for a turn that runs, nor disturb it', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push } = drive(() => work.promise)
    const running = push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })

    expect(push({ sessionId: 'a', type: 'Query', sequence: 2 }).source).toBe('unknownType')
    work.resolve(prompt('Bought'))
    await settled()
    expect(running.screen).toBe('handler: response "Bought"')
  })
})

describe('A push of an unknown type with onUnknownType', () => {
  const takesAll = { takes: () => true }

  it('is a turn: it runs, keeps state, and its repeat gets the stored answer', () => {
    let runs = 0
    const { push } = drive((event, turn) => {
      runs += 1
      return prompt(`${event.type} after ${turn.state}`, { state: event.type })
    }, takesAll)
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    const query = push({ sessionId: 'a', type: 'Query', sequence: 2 })

    expect(query.screen).toBe('handler: response "Query after initiation"')
    expect(push({ sessionId: 'a', type: 'Query', sequence: 2 }).screen).toBe(
      query.screen.replace('handler', 'repeated'),
    )
    expect(runs).toBe(2)
  })

  it('waits for the turn that runs in its session', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push } = drive((event) => (event.type === 'Query' ? prompt('Asked') : work.promise), takesAll)
    push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })
    const query = push({ sessionId: 'a', type: 'Query', sequence: 2 })
    expect(query.isAnswered).toBe(false)
    work.resolve(prompt('Bought'))
    await settled()

    expect(query.screen).toBe('handler: response "Asked"')
  })
})
