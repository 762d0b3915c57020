import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks, { type InboundMessageEvent } from '../../../src/index.ts'
import { type Fixture, plainEvent, replay } from '../../../src/testing/index.ts'

const messages: InboundMessageEvent[] = []

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  inboundMessage: (message) => messages.push(message),
})
afterAll(() => app.close())

// The same as JSON in a file: loadFixture(new URL('./inbound-vote.json', import.meta.url))
const vote: Fixture = {
  name: 'inboundMessage/vote',
  kind: 'inboundMessage',
  description: 'A vote, as it came last Tuesday',
  source: 'production',
  request: {
    method: 'POST',
    query: { from: '233000000000', to: '1713', fulltext: 'VOTE 7', keyword: 'VOTE', text: '7' },
  },
  expect: {
    status: 200,
    event: {
      kind: 'inboundMessage',
      from: '233000000000',
      fromInternational: '+233000000000',
      to: '1713',
      fulltext: 'VOTE 7',
      keyword: 'VOTE',
      text: '7',
      account: '',
      campaign: '',
      date: null,
      network: '',
    },
  },
}

test('takes the vote of last Tuesday', async () => {
  const { status } = await replay(app, vote)

  expect(status).toBe(vote.expect.status)
  expect(messages.map(plainEvent)).toEqual([vote.expect.event])
})
