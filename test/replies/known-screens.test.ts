import { expect, it } from 'vitest'
import {
  type DrawnScreen,
  drawnReply,
  encodeUssd,
  isShared,
  readReplySettings,
  ussdReplies,
  withoutState,
} from '../../src/replies/index.ts'

it('a constant screen is built once and written once, for each way of writing', () => {
  const { prompt } = ussdReplies({})
  const first = prompt('Welcome\r\n1. Tea')
  const pascal = readReplySettings()
  const camel = readReplySettings({ names: 'camel' })
  expect(prompt('Welcome\r\n1. Tea')).toBe(first)
  expect(encodeUssd(first, pascal)).toBe('{"Type":"Response","Message":"Welcome\\n1. Tea"}')
  expect(encodeUssd(first, camel)).toBe('{"type":"Response","message":"Welcome\\n1. Tea"}')
  expect(encodeUssd(first, pascal)).toBe('{"Type":"Response","Message":"Welcome\\n1. Tea"}')
})

it('a prompt and an end with the same words stay two screens', () => {
  const { prompt, end } = ussdReplies({})
  expect([prompt('Tea').type, end('Tea').type, prompt('Tea').type]).toEqual(['response', 'release', 'response'])
})

it('a screen with options is built for its turn alone', () => {
  const { prompt } = ussdReplies({})
  expect(prompt('PIN', { maskNext: true }).maskNext).toBe(true)
  expect(prompt('PIN').maskNext).toBe(false)
  expect(prompt('PIN', {})).not.toBe(prompt('PIN', {}))
})

it('screens that are never the same do not pile up, and each is right', () => {
  const { end } = ussdReplies({})
  const first = end('You are number 0')
  const screens = Array.from({ length: 1_000 }, (_, number) => end(`You are number ${number}`).message)
  expect(screens).toEqual(Array.from({ length: 1_000 }, (_, number) => `You are number ${number}`))
  expect(end('You are number 0')).not.toBe(first)
})

it('constant screens are still built once beside many that never come twice', () => {
  const { prompt } = ussdReplies({})
  const welcome = prompt('Welcome')
  for (let number = 0; number < 200; number++) {
    prompt(`You are number ${number}`)
    expect(prompt('Welcome')).toBe(welcome)
    expect(prompt('Welcome')).toBe(welcome)
  }
  for (let number = 200; number < 300; number++) prompt(`You are number ${number}`)
  const again = prompt('Welcome')
  expect(prompt('Welcome')).toBe(again)
})

const settings = readReplySettings()

it('a screen with a state goes out and is kept like the one without, and has its own state', () => {
  const { prompt, end } = ussdReplies({})
  for (const build of [prompt, end]) {
    const [first, second] = [build('Tea\r\n1. Yes', { state: 1 }), build('Tea\r\n1. Yes', { state: 2 })]
    expect([first.state, second.state, build('Tea\r\n1. Yes').hasState]).toEqual([1, 2, false])
    expect(withoutState(first)).toBe(build('Tea\r\n1. Yes'))
    expect(withoutState(second)).toBe(withoutState(first))
    expect(encodeUssd(second, settings)).toBe(encodeUssd(withoutState(first), settings))
  }
})

it.each([
  { sensitive: true },
  { maskNext: true },
  { clientState: 'step=2' },
  { label: 'Shop' },
  { field: 'number' } as const,
])('a screen with a state and %o is kept as it was built, and never for others', (options) => {
  const { prompt } = ussdReplies({})
  const kept = withoutState(prompt('PIN', { ...options, state: 1 }))
  const { field, ...carried } = options
  expect(kept).toMatchObject({ ...carried, fieldType: field ?? 'text', hasState: false })
  expect(isShared(kept)).toBe(false)
})

const drawn: DrawnScreen = {
  type: 'response',
  message: 'How many?\r\n0 Back',
  sensitive: false,
  maskNext: false,
  state: { asked: 1 },
  dataType: 'input',
  fieldType: 'number',
  data: [],
}

it('a screen that a conversation drew is shared with those of the same field and type alone', () => {
  const [one, other] = [drawnReply('ussd', drawn), drawnReply('ussd', { ...drawn, state: { asked: 2 } })]
  expect([one.state, other.state, one.message]).toEqual([{ asked: 1 }, { asked: 2 }, 'How many?\n0 Back'])
  expect(withoutState(other)).toBe(withoutState(one))
  expect(isShared(withoutState(one))).toBe(true)
  const release = withoutState(drawnReply('ussd', { ...drawn, type: 'release' }))
  const text = withoutState(drawnReply('ussd', { ...drawn, fieldType: 'text' }))
  const rich = withoutState(drawnReply('programmable', drawn))
  expect([release.type, text.fieldType, rich.channel]).toEqual(['release', 'text', 'programmable'])
  for (const secret of [{ sensitive: true }, { maskNext: true }, { hidesAnswer: true }]) {
    const kept = withoutState(drawnReply('ussd', { ...drawn, ...secret }))
    expect([kept.hidesAnswer, isShared(kept)]).toEqual([true, false])
  }
})
