import { describe, expect, it } from 'vitest'
import { drive, prompt } from './drive.ts'

describe('The state of a session', () => {
  it('is undefined at first, then what the last reply carried', () => {
    const seen: unknown[] = []
    const { session } = drive(({ message }, { state }) => {
      seen.push(state)
      return prompt('Next?', { state: { last: message } })
    })
    const line = session('a')
    line.dial()
    line.send('1')
    line.send('2')

    expect(seen).toEqual([undefined, { last: '*713#' }, { last: '1' }])
  })

  it('stays when a reply carries none, and goes with null', () => {
    const replies = [prompt('1', { state: 'kept' }), prompt('2'), prompt('3', { state: null }), prompt('4')]
    const seen: unknown[] = []
    const { session } = drive((_push, { state }) => {
      const reply = replies[seen.length]
      seen.push(state)
      return reply
    })
    const line = session('a')
    for (const message of ['1', '2', '3', '4']) line.send(message)

    expect(seen).toEqual([undefined, 'kept', 'kept', undefined])
  })

  it('may be any JSON value', () => {
    const values: unknown[] = [0, false, '', 'text', [], {}, [1, { deep: [null] }], 12.5, JSON.parse('{"__proto__":1}')]
    let given = 0
    const seen: unknown[] = []
    const { session } = drive((_push, { state }) => {
      seen.push(state)
      return prompt('Next?', { state: values[given++] })
    })
    const line = session('a')
    for (const index of values.keys()) line.send(String(index))
    line.send('last')

    expect(seen.slice(1, -1)).toEqual(values.slice(0, -1))
    expect(JSON.stringify(seen.at(-1))).toBe('{"__proto__":1}')
  })

  it('is not changed by changing it: only a reply changes it', () => {
    const seen: unknown[] = []
    const { session } = drive((_push, turn) => {
      seen.push(structuredClone(turn.state))
      if (turn.state === undefined) return prompt('Next?', { state: { basket: ['tea'] } })
      Object.assign(Object(turn.state), { basket: [], stolen: true })
      return prompt('Next?')
    })
    const line = session('a')
    for (const message of ['1', '2', '3']) line.send(message)

    expect(seen).toEqual([undefined, { basket: ['tea'] }, { basket: ['tea'] }])
  })

  it('is not changed through the object that the reply carried', () => {
    const basket = ['tea']
    const seen: unknown[] = []
    const { session } = drive((_push, turn) => {
      seen.push(turn.state)
      return seen.length === 1 ? prompt('Next?', { state: basket }) : prompt('Next?')
    })
    const line = session('a')
    line.dial()
    basket.push('somebody else was here')
    line.send('1')

    expect(seen).toEqual([undefined, ['tea']])
  })

  it('is read once in a turn: a handler that reads it twice gets the same', () => {
    const same: boolean[] = []
    const { session } = drive((_push, turn) => {
      const { state: first } = turn
      same.push(turn.state === first)
      return prompt('Next?', { state: { basket: ['tea'] } })
    })
    const line = session('a')
    line.dial()
    line.send('1')

    expect(same).toEqual([true, true])
  })

  it('is never that of another session, even when their replies carry one object', () => {
    const shared = { owners: ['nobody'] }
    const seen: Record<string, unknown[]> = { a: [], b: [] }
    const { session } = drive(({ sessionId }, turn) => {
      if (turn.state === undefined) return prompt('Next?', { state: shared })
      seen[sessionId]?.push(structuredClone(turn.state))
      Object.assign(Object(turn.state), { owners: [sessionId] })
      return prompt('Next?')
    })
    const lines = [session('a'), session('b')]
    for (const message of ['1', '2', '3']) for (const line of lines) line.send(message)

    expect(seen).toEqual({
      a: [{ owners: ['nobody'] }, { owners: ['nobody'] }],
      b: [{ owners: ['nobody'] }, { owners: ['nobody'] }],
    })
    expect(shared).toEqual({ owners: ['nobody'] })
  })
})
