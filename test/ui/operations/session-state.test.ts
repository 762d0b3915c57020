import { expect, it } from 'vitest'
import { texts } from '../../../ui/operations/texts.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const session = { isOver: false, lastAt: new Date(noon).toISOString(), turns: 1, fallbacks: 0 }

it('calls a session left of which nothing was heard for three minutes, as Drop-off does', () => {
  expect(texts.sessionState(session, noon + 179_999)).toBe('open · 1 turn')
  expect(texts.sessionState(session, noon + 180_000)).toBe('left in silence · 1 turn')
  expect(texts.sessionState({ ...session, isOver: true }, noon + 180_000)).toBe('over · 1 turn')
})
