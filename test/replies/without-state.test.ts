import { expect, it } from 'vitest'
import {
  encodeProgrammable,
  isReply,
  programmableReplies,
  readReplySettings,
  withoutState,
} from '../../src/replies/index.ts'

const { menu } = programmableReplies()

it('a reply whose state is committed is written the same, and holds nothing of the merchant', () => {
  const reply = menu('Shop', [{ label: 'Tea', value: 'tea', amount: 5 }], {
    state: { cart: ['tea'] },
    clientState: 'step=2',
    maskNext: true,
    label: 'Shop',
  })
  const kept = withoutState(reply)
  const push = { sessionId: 'session' }
  const settings = readReplySettings()
  expect(isReply(kept)).toBe(true)
  expect(kept).toMatchObject({ hasState: false, state: undefined, clientState: 'step=2', maskNext: true })
  expect(encodeProgrammable(kept, push, settings)).toBe(encodeProgrammable(reply, push, settings))
})

it('a reply without state is kept as it is', () => {
  const reply = menu('Shop', ['Tea'])
  expect(withoutState(reply)).toBe(reply)
})
