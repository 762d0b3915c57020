import { AssertionError } from 'node:assert'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../src/simulator/phone/screen.ts'
import { type Phone, phone } from '../../src/testing/phone/phone.ts'
import { teaShop } from './tea-shop.ts'

describe('expectScreen', () => {
  let app: FastifyInstance
  let caller: Phone

  beforeEach(async () => {
    app = (await teaShop()).app
    caller = phone(app).dial('*713#').reply('3')
  })
  afterEach(() => app.close())

  const failureOf = async (failing: Phone): Promise<AssertionError> => {
    const error: unknown = await failing.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error instanceof AssertionError) return error
    throw new Error('no AssertionError was thrown', { cause: error })
  }

  it('passes the whole text, a pattern, and a function that returns true or nothing', async () => {
    const seen: Screen[] = []
    await caller
      .expectScreen('1 or 2?')
      .expectScreen(/or/)
      .expectScreen((screen) => screen.type === 'response')
      .expectScreen(async (screen) => {
        seen.push(screen)
      })
    expect(seen).toEqual([caller.lastScreen])
  })

  it('passes anything that can be read, where nothing is said of it', async () => {
    await caller.expectScreen()
    expect(caller.lastScreen?.text).toBe('1 or 2?')
  })

  it('fails where there is nothing to read', async () => {
    const other = Fastify()
    other.post('/ussd', () => ({ Type: 'Response', Message: ' \n' }))
    const silent = phone(`${await other.listen({ host: '127.0.0.1', port: 0 })}/ussd`).dial('*713#')
    const error = await failureOf(silent.expectScreen())
    await other.close()

    expect(error.message).toMatch(/^The screen must show something\nbut it is\n/)
    await expect(phone(app).expectScreen()).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })
    await caller
  })

  it('passes a global pattern every time', async () => {
    const pattern = /1 or/g
    await caller.expectScreen(pattern).expectScreen(pattern)
  })

  it('fails with what was expected, what it was, and everything that led there', async () => {
    const error = await failureOf(caller.expectScreen('1 or'))

    expect(error.message).toBe(
      [
        'The screen must be',
        '  1 or',
        'but it is',
        '  1 or 2?',
        'after',
        '  dial *713#',
        '    Welcome',
        '    1. Tea, 5.00',
        '    2. Leave',
        '  reply 3',
        '    1 or 2?',
      ].join('\n'),
    )
    expect(error).toMatchObject({ actual: '1 or 2?', expected: '1 or', operator: 'expectScreen' })
  })

  it('fails on a pattern that is not there', async () => {
    const error = await failureOf(caller.expectScreen(/^or/))

    expect(error.message).toMatch(/^The screen must match \/\^or\/\nbut it is\n {2}1 or 2\?\nafter\n/)
    expect(error.expected).toEqual(/^or/)
  })

  it.each([false, null, 0, ''])('fails on a function that returns %j', async (verdict) => {
    const error = await failureOf(caller.expectScreen(() => verdict))

    expect(error.message).toContain(`pass a function, which returned ${verdict === '' ? "''" : verdict}`)
  })

  it('fails on a function that throws or rejects, and keeps the cause', async () => {
    const cause = new Error('tea is out')
    const thrown = await failureOf(
      caller.expectScreen(() => {
        throw cause
      }),
    )
    expect(thrown.message).toMatch(/^The screen must pass a function, which threw: tea is out\nbut it is\n/)
    expect(thrown.cause).toBe(cause)

    const rejected = await failureOf(caller.expectScreen(() => Promise.reject('no error at all')))
    expect(rejected.message).toContain('which threw: no error at all')
  })

  it('shows the line on which it was written', async () => {
    const error = await failureOf(caller.expectScreen('another'))

    const [frame] = String(error.stack)
      .split('\n')
      .filter((line) => line.startsWith('    at '))
    expect(frame).toContain('phone-expect-screen.test.ts')
  })
})
