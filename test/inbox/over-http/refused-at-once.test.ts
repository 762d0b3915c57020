import { expect, it } from 'vitest'
import { memoryStore, type Store } from '../../../src/index.ts'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'

/** A store that keeps nothing, whose inbox throws before it gives a promise. */
function throwing(): Store {
  const store = memoryStore()
  return {
    name: store.name,
    durability: store.durability,
    open: (user) => {
      const opened = store.open(user)
      opened.inbox.accept = () => {
        throw new Error('its disk is gone')
      }
      return opened
    },
  }
}

it('a notification whose store throws at once is refused as any that is not kept, and the next request is served', async () => {
  const handled: string[] = []
  const app = await appWith({ store: throwing(), deliveryReport: ({ messageId }) => handled.push(messageId) })
  await app.ready()
  for (const MessageId of ['1', '2']) {
    const { statusCode, headers } = await post(app, paths.deliveryReport, { MessageId, Status: 'Sent' })
    expect({ statusCode, after: headers['retry-after'] }).toEqual({ statusCode: 503, after: expect.anything() })
  }
  expect(handled).toEqual([])
})
