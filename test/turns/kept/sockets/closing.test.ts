import { describe, expect, it } from 'vitest'
import { post, replyOf } from '../../sockets/post.ts'
import { serve } from '../../sockets/serve.ts'
import { failing, lasting } from './stores.ts'

describe('An application that closes, over a real socket', () => {
  it('answers who waits, and the next one on its store goes on where it was', async () => {
    const store = lasting()
    const work = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const closing = await serve({
      store,
      ussd: async (_push, turn) => {
        started.resolve()
        await work.promise
        return turn.prompt('Bought', { state: { order: 7 } })
      },
    })
    const first = post(closing.port, { Type: 'Initiation', Sequence: 1 })
    await started.promise
    const closed = closing.app.close()
    work.resolve()
    expect(replyOf(await first)).toEqual({ Type: 'Response', Message: 'Bought' })
    await closed
    const next = await serve({ store, ussd: (_push, turn) => turn.end(JSON.stringify(turn.state)) })

    expect(replyOf(await post(next.port, { Sequence: 2 }))).toEqual({ Type: 'Release', Message: '{"order":7}' })
    expect(replyOf(await post(next.port, { Type: 'Initiation', Sequence: 1 })).Message).toBe('Bought')
  })

  it('has everything written before its store is closed', async () => {
    const { store, faults } = failing()
    const ends: string[] = []
    const onLeave = ({ sessionId }: { readonly sessionId: string }): void => {
      ends.push(sessionId)
    }
    const closing = await serve({ store, ussd: { handler: (_push, turn) => turn.prompt('Welcome'), onLeave } })
    faults.fail('refuses', 'end')
    await post(closing.port, { Type: 'Release', Sequence: 2 })
    const closed = closing.app.close()
    faults.recover()
    await closed
    const next = await serve({ store, ussd: { handler: (_push, turn) => turn.prompt('Never'), onLeave } })
    await post(next.port, { Type: 'Release', Sequence: 3 })
    const after = await post(next.port, { Sequence: 4 })

    expect(replyOf(after)).toEqual({ Type: 'Release', Message: 'This has ended. Please dial again.' })
    expect(ends).toEqual(['a'])
  })
})
