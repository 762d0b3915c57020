import { describe, expect, it } from 'vitest'
import { drive, end, menu, pay, prompt, settled } from './drive.ts'

describe('A turn in time', () => {
  it('is answered at once with what a sync handler returns', () => {
    const { session, clock } = drive(() => prompt('Welcome'))

    expect(session('a').dial().screen).toBe('handler: response "Welcome"')
    expect(clock.pending).toBe(0)
  })

  it('is answered with what an async handler resolves to, and its deadline goes away', async () => {
    const { session, clock, turns } = drive(async (push) => end(`Bye ${push.message}`))

    const turn = session('a').dial()
    expect(turn.screen).toBe('waits')
    expect(turns.working).toBe(1)
    expect(clock.pending).toBe(1)

    await settled()
    expect(turn.screen).toBe('handler: release "Bye *713#"')
    expect(turns.working).toBe(0)
    expect(clock.pending).toBe(0)

    clock.advance(60_000)
    expect(turn.answeredAt).toBe(0)
  })

  it('carries every kind of reply to the answer unchanged', () => {
    const replies = [
      prompt('Name?'),
      menu('Tea', ['Green', 'Black']),
      pay('Approve', { amount: 5, description: 'Tea' }),
    ]
    const { session } = drive(({ message }) => replies[Number(message)])

    for (const [index, reply] of replies.entries()) {
      expect(session(`s${index}`).send(String(index)).reply).toBe(reply)
    }
  })

  it('gives the handler the push of its turn', () => {
    const seen: string[] = []
    const { session } = drive((push) => {
      seen.push(`${push.sessionId} ${push.type} ${push.message} ${push.sequence}`)
      return prompt('Next?')
    })
    const line = session('a')
    line.dial()
    line.send('1')
    line.send('2')

    expect(seen).toEqual(['a initiation *713# 1', 'a response 1 2', 'a response 2 3'])
  })
})
