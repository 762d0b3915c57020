import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { open, post, replyOf } from './post.ts'
import { pushBody } from './push-body.ts'
import { serve } from './serve.ts'

/** Log lines, and a promise of the first that says something. */
function logLines() {
  const lines: string[] = []
  const awaited: { readonly text: string; readonly resolve: (line: string) => void }[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk)
      lines.push(line)
      for (const { text, resolve } of awaited) if (line.includes(text)) resolve(line)
      done()
    },
  })
  const said = (text: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    awaited.push({ text, resolve })
    return promise
  }
  return { stream, lines, said }
}

it('when the service hangs up before the answer that is logged, the process lives, and a repeat gets the stored answer', async () => {
  const { stream, said, lines } = logLines()
  const started = Promise.withResolvers<void>()
  const till = Promise.withResolvers<void>()
  let runs = 0
  const { port, app } = await serve(
    {
      ussd: async (_push, turn) => {
        runs += 1
        started.resolve()
        await till.promise
        return turn.end(`Bought ${runs}`)
      },
    },
    { logger: { stream } },
  )
  const body = JSON.stringify(pushBody({ SessionId: 'hung-up', Message: '1', Sequence: 2 }))
  const line = open(port, body.length)
  line.on('error', () => undefined)
  line.end(body)
  await started.promise
  const told = said('the service hung up before the answer')
  line.destroy()
  expect(JSON.parse(await told)).toMatchObject({ level: 40, kind: 'ussd', sessionId: 'hung-up' })

  const answered = said('a turn was answered')
  till.resolve()
  await answered
  const repeat = await post(port, { SessionId: 'hung-up', Message: '1', Sequence: 2 })

  expect(replyOf(repeat)).toEqual({ Type: 'Release', Message: 'Bought 1' })
  expect(runs).toBe(1)
  expect(app.merchant.counts.ussd).toEqual({ handler: 1, repeated: 1 })
  expect(lines.filter((text) => text.includes('"level":50'))).toEqual([])
})
