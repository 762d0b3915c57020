import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { post } from '../../sockets/post.ts'
import { serve } from '../../sockets/serve.ts'
import { lasting } from './stores.ts'

describe('The log of turns that a store keeps', () => {
  it('shows with logScreens what was entered, but never the answer to a screen that asked for a secret', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const { port } = await serve(
      {
        store: lasting(),
        logScreens: true,
        ussd: (push, turn) => {
          if (push.type === 'initiation') return turn.prompt('Name?')
          return push.message === 'Ama' ? turn.prompt('PIN?', { maskNext: true }) : turn.end('Welcome')
        },
      },
      { logger: { level: 'info', stream } },
    )
    await post(port, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
    await post(port, { Message: 'Ama', Sequence: 2 })
    await post(port, { Message: '4321', Sequence: 3 })
    const told = lines.filter((line) => line.includes('a turn was answered')).map((line) => JSON.parse(line).message)

    expect(told).toEqual(['*713#', 'Ama', '(sensitive)'])
    // A time in a line may have these digits by chance.
    expect(lines.join('').replaceAll(/"(?:time|responseTime)":[\d.]+/g, '')).not.toContain('4321')
  })
})
