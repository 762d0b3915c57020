import { expect, it } from 'vitest'
import { encodeUssd, readReplySettings, ussdReplies } from '../../src/replies/index.ts'

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
