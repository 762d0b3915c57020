import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'
import { driveKept } from './kept/drive-kept.ts'

const odd =
  'another message came with a sequence before that of the last turn: the last screen is shown again, and no handler runs'

const handlers = [
  ['in memory', drive],
  ['in a store', driveKept],
] as const

describe.each(handlers)('A turn whose sequence goes back, with other words, %s', (_where, start) => {
  /** The turns of one session: what was taken stands in `ran`. */
  function session() {
    const ran: string[] = []
    const driven = start(({ sequence, message }) => {
      ran.push(`${sequence} ${message}`)
      return prompt(`Screen ${sequence}`)
    })
    const turn = async (sequence: number | null, message: string) => {
      const pushed = driven.push({ sessionId: 'a', type: 'response', message, sequence })
      await settled()
      return pushed
    }
    return { ...driven, ran, turn }
  }

  it('gets the last screen again, and no handler runs', async () => {
    const { turn, ran, reports } = session()
    for (const sequence of [1, 2, 3]) await turn(sequence, '1')
    expect((await turn(2, '2')).screen).toBe('repeated: response "Screen 3"')
    expect((await turn(1, '2')).screen).toBe('repeated: response "Screen 3"')
    expect(ran).toEqual(['1 1', '2 1', '3 1'])
    expect(reports).toEqual([{ odd }, { odd }])
  })

  it('gets it too where the last turn has no sequence: it is compared with the highest of the session', async () => {
    const { turn, ran, reports } = session()
    for (const sequence of [1, 2, 3]) await turn(sequence, '1')
    expect((await turn(null, '2')).screen).toBe('handler: response "Screen null"')
    expect((await turn(2, '3')).screen).toBe('repeated: response "Screen null"')
    expect((await turn(4, '4')).screen).toBe('handler: response "Screen 4"')
    expect(ran).toEqual(['1 1', '2 1', '3 1', 'null 2', '4 4'])
    expect(reports).toEqual([{ odd }])
  })

  it('gets it too with the highest sequence of the session, where a turn without one came since', async () => {
    const { turn, ran, reports } = session()
    for (const sequence of [1, 2]) await turn(sequence, '1')
    await turn(null, '2')
    expect((await turn(2, '3')).screen).toBe('repeated: response "Screen null"')
    expect((await turn(2, '1')).screen).toBe('repeated: response "Screen 2"')
    expect((await turn(4, '4')).screen).toBe('handler: response "Screen 4"')
    expect((await turn(4, '5')).screen).toBe('handler: response "Screen 4"')
    expect(ran).toEqual(['1 1', '2 1', 'null 2', '4 4', '4 5'])
    expect(reports).toEqual([{ odd }, { odd: 'another message came with the same sequence: taken as a new turn' }])
  })

  it('leaves the session as it was', async () => {
    const { turn } = session()
    for (const sequence of [1, 2, 3]) await turn(sequence, '1')
    await turn(2, '2')
    expect((await turn(2, '1')).screen).toBe('repeated: response "Screen 2"')
    expect((await turn(4, '2')).screen).toBe('handler: response "Screen 4"')
    expect((await turn(4, '3')).screen).toBe('handler: response "Screen 4"')
  })

  it('waits for the screen that the last turn waits for', async () => {
    const work = Promise.withResolvers<unknown>()
    const ran: (number | null)[] = []
    const { push } = start(({ sequence }) => {
      ran.push(sequence)
      return sequence === 3 ? work.promise : prompt(`Screen ${sequence}`)
    })
    for (const sequence of [1, 2, 3]) {
      push({ sessionId: 'a', type: 'response', message: '1', sequence })
      await settled()
    }
    const back = push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 })
    await settled()
    expect(back.isAnswered).toBe(false)
    work.resolve(prompt('Screen 3'))
    await settled()
    expect(back.screen).toBe('repeated: response "Screen 3"')
    expect(ran).toEqual([1, 2, 3])
  })

  it('is the turn that it copies where only blanks around its words differ', async () => {
    const { turn, ran, reports } = session()
    for (const sequence of [1, 2, 3]) await turn(sequence, '1')
    expect((await turn(3, ' 1\n')).screen).toBe('repeated: response "Screen 3"')
    expect((await turn(2, '1 ')).screen).toBe('repeated: response "Screen 2"')
    expect(ran).toEqual(['1 1', '2 1', '3 1'])
    expect(reports).toEqual([])
  })
})
