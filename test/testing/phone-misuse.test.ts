import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phone } from '../../src/testing/phone/phone.ts'
import { teaShop } from './tea-shop.ts'

describe('A phone refuses', () => {
  let app: FastifyInstance

  beforeEach(async () => {
    app = (await teaShop()).app
  })
  afterEach(() => app.close())

  const ended = (step: string, doubt = '') => ({
    code: 'FMW_PHONE_SESSION',
    message: expect.stringContaining(
      `${step} needs an open session, and the last one has ended: dial() opens one\n${doubt}after\n  `,
    ),
  })

  it('to answer a session that has ended', async () => {
    await expect(phone(app).dial('*713#').reply('2').reply('1')).rejects.toMatchObject(ended('reply'))
    await expect(phone(app).dial('*713#').hangUp().reply('1')).rejects.toMatchObject(ended('reply'))
    await expect(phone(app).dial('*713#').timeout().hangUp()).rejects.toMatchObject(ended('hang up'))
    await expect(phone(app).dial('*713#').reply('1').timeout()).rejects.toMatchObject(
      ended('time out', 'it asks for a payment without CallbackUrl: no notice can come (API document, 2.8)\n'),
    )
    await expect(phone(app).push('Release').reply('1')).rejects.toMatchObject(ended('reply'))
  })

  it('a step that it does not have, in the words of Node.js', () => {
    // @ts-expect-error JavaScript gives what it likes
    expect(() => phone(app).refuse()).toThrow(/refuse is not a function/)
  })

  it('to do anything before it dialled', async () => {
    const none = { code: 'FMW_PHONE_SESSION' }
    await expect(phone(app).reply('1')).rejects.toMatchObject({
      ...none,
      message: 'reply needs an open session, and there is none: dial() opens one',
    })
    await expect(phone(app).hangUp()).rejects.toMatchObject(none)
    await expect(phone(app).repeatLast()).rejects.toMatchObject({
      ...none,
      message: expect.stringContaining('nothing was pushed'),
    })
    await expect(phone(app).expectScreen('Welcome')).rejects.toMatchObject({
      ...none,
      message: expect.stringContaining('no screen was shown'),
    })
    await expect(phone(app)).rejects.toMatchObject(none)
  })

  it.each<[string, () => unknown, string]>([
    // @ts-expect-error JavaScript gives what it likes
    ['a code that is a number', () => phone(app).dial(713), "dial takes the code as text, such as dial('*713#')"],
    // @ts-expect-error JavaScript gives what it likes
    ['a reply that is a number', () => phone(app).reply(2), 'reply takes what is entered, as text, such as'],
    // @ts-expect-error JavaScript gives what it likes
    ['a reply of nothing', () => phone(app).reply(), 'it was given undefined'],
    // @ts-expect-error JavaScript gives what it likes
    ['a choice that is a number', () => phone(app).choose(1), "A number is entered with reply('1')"],
    // @ts-expect-error JavaScript gives what it likes
    ['a push without a type', () => phone(app).push(null), "push takes a type as text, such as push('AddToCart')"],
    // @ts-expect-error JavaScript gives what it likes
    ['a number that is no text', () => phone(app, { mobile: 233 }), 'phone: mobile must be text'],
    // @ts-expect-error JavaScript gives what it likes
    ['an option that is misspelt', () => phone(app, { mobil: '+233000000001' }), "; 'mobile' may be meant"],
    // @ts-expect-error JavaScript gives what it likes
    ['an option that is like none', () => phone(app, { zebra: 1 }), 'phone: zebra is no option: there are '],
  ])('%s, and says what it takes', (_what, act, text) => {
    expect(act).toThrow(expect.objectContaining({ code: 'FMW_PHONE_ARGUMENT', message: expect.stringContaining(text) }))
  })

  it('a promise of an application, and says to await it', async () => {
    // @ts-expect-error it must be awaited first
    await expect(phone(teaShop()).dial('*713#')).rejects.toMatchObject({
      code: 'FMW_TESTING_TARGET',
      message: expect.stringContaining('The target is a promise, so await it'),
    })
  })

  it('a kind that the application does not receive', async () => {
    await expect(phone(app, { registration: 'tickets' }).dial('*713#')).rejects.toMatchObject({
      code: 'FMW_NAME_UNKNOWN',
    })
  })

  it('the steps after one that failed, and can be used again', async () => {
    const caller = phone(app)
    await expect(caller.reply('1').dial('*713#')).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })
    expect(caller.transcript()).toBe('')

    await caller.dial('*713#').expectScreen(/Welcome/)
  })

  it('showing the line on which the step was written', async () => {
    const caller = phone(app).dial('*713#').reply('2')
    const error = await caller.reply('1').then(
      () => undefined,
      (reason: unknown) => reason,
    )
    const stack = error instanceof Error ? String(error.stack) : ''
    expect(stack).toMatch(/^FastifyError: reply needs/)
    expect(stack.split('\n').find((line) => /^\s+at /.test(line))).toContain('phone-misuse.test.ts')
  })
})
