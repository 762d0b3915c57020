import { expect, it } from 'vitest'
import { DialledIds } from '../../src/turns/session-owner.ts'
import { ussdEvent } from './ussd-event.ts'

const dial = (sessionId: string) => ussdEvent({ type: 'initiation', sessionId })
const reply = (sessionId: string) => ussdEvent({ type: 'response', sessionId })

it('a session that goes on with another phone is told, as long as it is remembered', () => {
  const ids = new DialledIds(1_000)
  expect(ids.isOfAnother(reply('one'), 'one of me', 0)).toBe(false)
  expect(ids.isOfAnother(dial('one'), 'one of me', 0)).toBe(false)
  expect(ids.isOfAnother(reply('one'), 'one of me', 500)).toBe(false)
  expect(ids.isOfAnother(reply('one'), 'one of you', 1_000)).toBe(true)
  expect(ids.isOfAnother(reply('one'), 'one of you', 1_001)).toBe(false)
  expect(ids.isOfAnother(reply('two'), 'two of you', 0)).toBe(false)
})

it('one that is dialled with another phone is of that', () => {
  const ids = new DialledIds(1_000)
  ids.isOfAnother(dial('one'), 'one of me', 0)
  expect(ids.isOfAnother(dial('one'), 'one of you', 0)).toBe(false)
  expect(ids.isOfAnother(reply('one'), 'one of you', 0)).toBe(false)
})

it('however many begin, a few thousand of the last ones are remembered, and none is told of that is not known', () => {
  const ids = new DialledIds(1_000)
  for (let at = 0; at < 100_000; at++) ids.isOfAnother(dial(`s${at}`), `s${at} of me`, 0)
  let known = 0
  for (let at = 0; at < 100_000; at++) if (ids.isOfAnother(reply(`s${at}`), `s${at} of you`, 0)) known++
  expect(known).toBeGreaterThan(2_000)
  expect(known).toBeLessThan(10_000)
  expect(ids.isOfAnother(reply('s99999'), 's99999 of you', 0)).toBe(true)
  expect(ids.isOfAnother(reply('never'), 'never of you', 0)).toBe(false)
})

it('what began before there was room for more is told after', () => {
  const ids = new DialledIds(1_000)
  for (let at = 0; at < 200; at++) ids.isOfAnother(dial(`s${at}`), `s${at} of me`, 0)
  let known = 0
  for (let at = 0; at < 100; at++) if (ids.isOfAnother(reply(`s${at}`), `s${at} of you`, 0)) known++
  expect(known).toBeGreaterThan(75)
})
