import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phone } from '../../src/testing/phone/phone.ts'
import { type TeaShop, teaShop } from './tea-shop.ts'

describe('A phone plays the service', () => {
  let app: FastifyInstance
  let bodies: TeaShop['bodies']

  beforeEach(async () => {
    const shop = await teaShop()
    app = shop.app
    bodies = shop.bodies
  })
  afterEach(() => app.close())

  it('runs its steps when it is awaited, and gives the last screen', async () => {
    const screen = await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea, 5.00\n2. Leave').reply('1')

    expect(screen).toEqual({
      text: 'Approve the prompt',
      type: 'release',
      payment: { amount: 5, description: 'Tea', callbackUrl: null },
      raw: { Type: 'Release', Message: 'Approve the prompt', Amount: 5, Description: 'Tea' },
      status: 200,
      ms: expect.any(Number),
    })
    expect(screen.ms).toBeGreaterThan(0)
  })

  it('does nothing before it is awaited', async () => {
    const caller = phone(app).dial('*713#').reply('3')
    expect(bodies).toEqual([])
    expect(caller.lastScreen).toBeUndefined()
    expect(caller.sessionId).toBeUndefined()

    await caller

    expect(bodies).toHaveLength(2)
    expect(caller.lastScreen?.text).toBe('1 or 2?')
  })

  it('writes the pushes of reference 2.7: a count of messages, and ClientState once', async () => {
    const caller = phone(app)
    await caller.dial('*713#').reply('3').reply('2')

    const common = { Mobile: '+233000000000', SessionId: caller.sessionId, ServiceCode: '713', Operator: 'network' }
    expect(bodies).toEqual([
      { ...common, Type: 'Initiation', Message: '*713#', Sequence: 1, ClientState: null },
      { ...common, Type: 'Response', Message: '3', Sequence: 2, ClientState: 'menu' },
      { ...common, Type: 'Response', Message: '2', Sequence: 3, ClientState: null },
    ])
  })

  it('is whoever its options say, in camelCase where they say so', async () => {
    await phone(app, { mobile: '0000000000', operator: 'Network-B', serviceCode: '*713*1#', names: 'camel' }).dial(
      '*713*1#',
    )

    expect(bodies).toEqual([
      {
        mobile: '0000000000',
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        serviceCode: '*713*1#',
        type: 'Initiation',
        message: '*713*1#',
        operator: 'Network-B',
        sequence: 1,
        clientState: null,
      },
    ])
  })

  it('opens a new session each time it dials', async () => {
    const caller = phone(app)
    await caller.dial('*713#').reply('2')
    const first = caller.sessionId
    await caller.dial('*713*5#')

    expect(caller.sessionId).not.toBe(first)
    expect(bodies.at(-1)).toMatchObject({ SessionId: caller.sessionId, ServiceCode: '713', Sequence: 1 })
  })

  it('goes on after it was awaited', async () => {
    const caller = phone(app)
    const welcome = await caller.dial('*713#')
    const goodbye = await caller.reply('2')

    expect([welcome.type, goodbye.type]).toEqual(['response', 'release'])
    expect(await caller).toBe(goodbye)
  })

  it('hangs up with a Release of no words', async () => {
    const screen = await phone(app).dial('*713#').hangUp()

    expect(bodies.at(-1)).toMatchObject({ Type: 'Release', Message: '', Sequence: 2, ClientState: 'menu' })
    expect(screen.type).toBe('release')
  })

  it('times out with a Timeout of the next sequence and no words', async () => {
    const screen = await phone(app).dial('*713#').timeout()

    expect(bodies.at(-1)).toMatchObject({ Type: 'Timeout', Message: '', Sequence: 2 })
    expect(screen.type).toBe('release')
  })

  it('repeats the last push unchanged, and shows the same screen although the handler ran once', async () => {
    const caller = phone(app)
    const first = await caller.dial('*713#')
    const again = await caller.repeatLast().repeatLast()

    expect(again.text).toBe(first.text)
    expect(bodies).toHaveLength(1)
    await caller.reply('2').repeatLast().expectScreen('Goodbye')
    expect(bodies).toHaveLength(2)
  })

  it('pushes any word as a type, and opens a session for it where there is none', async () => {
    const caller = phone(app)
    await caller.push('Query', '*713#').expectScreen(/not available/)
    const session = caller.sessionId
    await caller.push('Timeout')

    expect(caller.sessionId).toBe(session)
    expect(bodies).toEqual([expect.objectContaining({ Type: 'Timeout', SessionId: session, Sequence: 2 })])
  })

  it('pushes into a session that is over, as a confused service does', async () => {
    await phone(app).dial('*713#').reply('2').push('Response', '1').expectScreen('This has ended. Please dial again.')

    expect(bodies).toHaveLength(2)
  })
})
