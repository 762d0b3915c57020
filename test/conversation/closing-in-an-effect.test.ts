import { describe, expect, it } from 'vitest'
import { conversation, type Script, text } from '../../src/conversation/index.ts'
import { memoryStore, type Store } from '../../src/index.ts'
import { realStores } from '../store/real-stores.ts'
import { post, replyOf } from '../turns/sockets/post.ts'
import { serve } from '../turns/sockets/serve.ts'

const listen = (script: Script, store: Store) => serve({ store, ussd: conversation(script) })

/** A shop whose order is made when a test says so. */
function shop() {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const orders: string[] = []
  const script: Script = async (talk) => {
    await talk.confirm('Buy?')
    const order = await talk.once('order', async (key) => {
      begun.resolve()
      await done.promise
      orders.push(key)
      return `o${orders.length}`
    })
    const name = await talk.ask(`${order} is made. Your name?`, text(), { id: 'name' })
    return talk.end(`Thank you, ${name}`)
  }
  return { begun, done, orders, script }
}

const waiting = { Type: 'Response', Message: 'Please wait, we are working on it. Reply 1 to check.' }

describe('An application that closes in the middle of an effect', () => {
  it.each(realStores)(
    'shows the waiting screen, ends the effect, and a caller who comes back has its result: %s',
    async (_name, place) => {
      const storeOf = place()
      const { begun, done, orders, script } = shop()
      const { app, port } = await listen(script, storeOf())
      await post(port, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
      await post(port, { Type: 'Initiation', Message: '*713#', Sequence: 1, SessionId: 'b', Mobile: '+233000000001' })
      const buying = post(port, { Message: '1', Sequence: 2 })
      await begun.promise
      const closed = app.close()
      // The order is not made before the answer is here.
      expect(replyOf(await buying)).toEqual(waiting)
      done.resolve()
      await closed

      const next = await listen(script, storeOf())
      expect(replyOf(await post(next.port, { Message: '1', Sequence: 3 })).Message).toMatch(/^o1 is made/)
      const redialled = await post(next.port, { Type: 'Initiation', Message: '*713#', Sequence: 1, SessionId: 'c' })
      expect(replyOf(redialled).Message).toMatch(/^You did not finish/)
      const goneOn = await post(next.port, { Message: '1', Sequence: 2, SessionId: 'c' })
      expect(replyOf(goneOn).Message).toMatch(/^o1 is made/)
      expect(orders).toHaveLength(1)
    },
  )

  it('shows the waiting screen in memory as well, and ends the effect before it is closed', async () => {
    const { begun, done, orders, script } = shop()
    const { app, port } = await listen(script, memoryStore())
    await post(port, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
    const buying = post(port, { Message: '1', Sequence: 2 })
    await begun.promise
    const closed = app.close()
    expect(replyOf(await buying)).toEqual(waiting)
    done.resolve()
    await closed
    expect(orders).toHaveLength(1)
  })
})
