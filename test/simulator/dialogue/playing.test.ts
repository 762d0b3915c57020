import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Dialogue, type DialogueStep, readDialogue, runDialogue } from '../../../src/simulator/index.ts'
import { buildTeaShop, play } from './shop.ts'

afterEach(() => {
  vi.useRealTimers()
})

const dial: DialogueStep = { dial: '*713#', contains: ['1. Tea'] }
const buys: readonly DialogueStep[] = [dial, { choose: 'Tea', screen: 'Approve', asks: 5, ends: true }]

describe('a dialogue that is played', () => {
  it('has no problem where everything is as it says, to the money', async () => {
    const { problem, steps, outcome } = await play([...buys, { approve: {} }, { receives: 'Thank you for the tea' }], {
      outcome: { payments: [{ asked: 5, paid: 5, handled: 'paid' }], ledger: 'clean' },
    })
    expect({ problem, outcome }).toEqual({ problem: null, outcome: [] })
    expect(steps.map(({ does, screen }) => [does, screen?.split('\n')[0]])).toEqual([
      ["dial '*713#'", expect.stringMatching(/^Tea shop/)],
      ["choose 'Tea'", 'Approve'],
      ['approve', undefined],
      ["receives 'Thank you for the tea'", undefined],
    ])
  })

  it('pays an invoice, with what the customer does otherwise', async () => {
    const { problem } = await play(
      [
        dial,
        { choose: 'Invoice', screen: 'Pay on the page', ends: true },
        { pays: { fails: '2101' } },
        { pays: { reference: 'box-1', amount: 19, method: 'card' }, status: 200 },
      ],
      { outcome: { payments: [{ asked: 20, paid: 19, handled: 'failed, paid' }] } },
    )
    expect(problem).toBe(null)
  })

  it('does everything else that a subscriber and a service do', async () => {
    const { problem } = await play(
      [
        dial,
        { repeatLast: true, contains: ['1. Tea'] },
        { hangUp: true, ends: true, screen: '' },
        { redial: true, contains: ['Tea shop'], ends: false },
        { timeout: true, screen: 'ST', ends: true },
        { dial: '*713#', phone: 'kofi' },
        { reply: '1', phone: 'kofi', asks: 5 },
        { refuse: true, phone: 'kofi' },
        { dial: '', phone: 'web', contains: ['- Tea (1)'] },
        { push: 'Favorite', phone: 'web' },
        { texts: 'STOP' },
        { trigger: { kind: 'checkout', fields: { ResponseCode: '2001' } } },
        { gateway: 'UUT' },
        { dial: '*713#', screen: 'UUT' },
        { gateway: 'none' },
        dial,
        { wait: 61_000 },
        { wait: 1_000 },
      ],
      {
        phones: { ama: {}, kofi: {}, web: { channel: 'webstore', number: '+233000000009' } },
        outcome: { payments: [{ paid: 0, handled: 'cancelled' }] },
      },
    )
    expect(problem).toBe(null)
  })

  it('breaks what a step says, once, and what the dialogue says, all the time', async () => {
    const { problem } = await play(
      [
        { dial: '*713#', faults: ['cutAfterRequest'], screen: 'CSP' },
        { dial: '*713#', faults: ['timeoutDuringTurn'] },
        ...buys,
        { approve: {}, faults: ['contradict.failedUnderGoodCode'] },
        { trigger: { kind: 'checkout' }, faults: ['corrupt.words'], status: 400 },
      ],
      {
        faults: { extraFields: { kinds: ['ussd'] } },
        seed: 7,
        outcome: { payments: [{ paid: 5, handled: 'undetermined' }] },
      },
    )
    expect(problem).toBe(null)
  })

  it('stands at its time, which waits alone move on, and tells a fake clock of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const times: number[] = []
    const { problem } = await play(
      [
        { dial: '*713#', contains: ['Tea shop 2025-02-03'] },
        { wait: 86_400_000 },
        { dial: '*713#', contains: ['Tea shop 2025-02-04'] },
      ],
      { time: '2025-02-03T10:00:00Z' },
      { onTime: (now) => times.push(vi.setSystemTime(now).getMockedSystemTime()?.getTime() ?? 0) },
    )
    expect(problem).toBe(null)
    expect(times).toEqual([Date.UTC(2025, 1, 3, 10), Date.UTC(2025, 1, 4, 10)])
  })

  it('enters a secret from the options, the environment or its stand-in, and shows none', async () => {
    const entered: unknown[] = []
    const app = Fastify()
    app.post('/ussd', ({ body }) => {
      const { Message: message }: { Message?: string } = Object(body)
      entered.push(message)
      return { Type: 'Response', Message: `You said ${message}` }
    })
    onTestFinished(() => app.close())
    const address = await app.listen()
    const dialogue: Dialogue = {
      dialogue: 'PIN',
      secrets: { TEA_PIN: '0000' },
      steps: [{ dial: '*1#' }, { secret: 'TEA_PIN', contains: ['right'] }],
    }
    const enter = async (secrets?: Record<string, string>) => {
      const { problem, steps } = await runDialogue(address, dialogue, { secrets })
      expect(problem).toMatch(/step 2, secret 'TEA_PIN': the screen lacks 'right'. It is\n {2}You said 0000$/)
      expect(steps[1]).toMatchObject({ screen: 'You said 0000', problem: expect.stringContaining('You said 0000') })
    }
    await enter()
    vi.stubEnv('TEA_PIN', '1111')
    onTestFinished(() => void vi.unstubAllEnvs())
    await enter()
    await enter({ TEA_PIN: '2222' })
    expect(entered).toEqual(['*1#', '0000', '*1#', '1111', '*1#', '2222'])
  })
})

describe('what differs', () => {
  it('is said with the step, its place, and both screens side by side in 80 columns', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialogue-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'tea.yaml')
    writeFileSync(
      file,
      [
        'dialogue: Tea',
        'time: 2025-02-03T10:00:00Z',
        'steps:',
        "  - dial: '*713#'",
        '    contains: Tea',
        '  - choose: Tea',
        '    screen: |-',
        '      Approve',
        '      the payment that you will be asked for in a moment',
        '      1. Now',
      ].join('\n'),
    )
    const { problem } = await runDialogue((sim) => buildTeaShop(sim), pathToFileURL(file))
    expect(problem).toBe(
      [
        'Tea',
        `step 2 (${file}:6), choose 'Tea': the screen differs`,
        'expected                                 found',
        '--------------------------------------   --------------------------------------',
        'Approve                                  Approve',
        'the payment that you will be asked for <',
        ' in a moment                           <',
        '1. Now                                 <',
      ].join('\n'),
    )
  })

  it.each<[string, readonly DialogueStep[], RegExp]>([
    [
      'a part of a screen',
      [{ dial: '*713#', contains: ['Rice', 'Tea'] }],
      /step 1, dial .*lacks 'Rice'\. It is\n {2}Tea shop/,
    ],
    ['a session that goes on', [{ ...dial, ends: true }], /the session goes on, and must be over/],
    [
      'a session that is over',
      [dial, { reply: '1', ends: false }],
      /step 2, reply '1': the session is over, and must go on/,
    ],
    ['another amount', [dial, { reply: '1', asks: 6 }], /is asked to pay 5, and must be asked for 6/],
    ['no payment', [{ ...dial, asks: 6 }], /is asked to pay nothing, and must be asked for 6/],
    [
      'a choice that is not there',
      [dial, { choose: 'Rice' }],
      /step 2, choose 'Rice': 'Rice' is not on the screen\. Offered: Tea/,
    ],
    ['a step without a session', [{ reply: '1' }], /step 1, reply '1': reply needs an open session/],
    [
      'a prompt that is not there',
      [{ approve: {} }],
      /step 1, approve: The simulator asks \+233000000000 for no payment/,
    ],
    ['an invoice that is not there', [{ pays: {} }], /has no invoice to be paid: the application made none/],
    [
      'an error that nobody expects',
      [{ dial: '', phone: 'till' }],
      /step 1, dial '': the subscriber sees an error, NOAPP/,
    ],
    [
      'a refused push',
      [{ trigger: { kind: 'checkout' } }],
      /step 1, trigger \{"kind":"checkout"\}: .*no address for checkout/,
    ],
    ['another status', [{ texts: 'STOP', status: 503 }], /the inboundMessage was answered with 200, not 503/],
  ])('is said of %s', async (_what, steps, sentence) => {
    const plugin = { programmable: undefined, payment: undefined, checkout: undefined }
    const phones = { ama: {}, till: { channel: 'pos' as const } }
    const result = await play(steps, { phones }, {}, steps[0]?.trigger || steps[0]?.phone ? plugin : {})
    expect(result.problem).toMatch(sentence)
    expect(result.steps).toHaveLength(steps.length)
  })

  it('is said of a push that is refused, and of one that gets no answer', async () => {
    const app = Fastify()
    app.post('/inbound-message', (_request, reply) => reply.code(503).send({ why: 'closed' }))
    app.post('/checkout', (request, reply) => {
      reply.hijack()
      request.raw.socket.destroy()
    })
    onTestFinished(() => app.close())
    const address = await app.listen()
    const stepsOf = async (step: DialogueStep) => (await runDialogue(address, { dialogue: 'x', steps: [step] })).problem
    expect(await stepsOf({ texts: 'STOP' })).toMatch(/was answered with 503, not 2xx: \{"why":"closed"\}/)
    expect(await stepsOf({ trigger: { kind: 'checkout' } })).toMatch(/the checkout got no answer: /)
  })

  it('is said of the outcome, bill by bill, with what the ledger says', async () => {
    const { problem, outcome } = await play(
      [...buys, { approve: { amount: 4 } }],
      {
        outcome: { payments: [{ asked: 6, paid: 5, handled: 'failed' }, {}], ledger: 'clean' },
      },
      { within: 200 },
    )
    expect(outcome).toEqual([
      'bill 1: 5 was asked, and must be 6',
      'bill 1: 4 was paid, and must be 5',
      expect.stringMatching(/^bill 1: handled as \w+, and must be failed$/),
      '1 bills were made, and there must be 2',
      expect.stringMatching(/^bill 1: 4 paid, and 5 was asked$/),
    ])
    expect(problem).toContain('\nthe outcome differs: bill 1: 5 was asked')
  })

  it('is said of a message that does not come, with those that do', async () => {
    const { problem } = await play([...buys, { approve: {} }, { receives: 'Your tea' }], {}, { within: 500 })
    expect(problem).toMatch(/the message 'Your tea' didn't come\. There came 'Thank you for the tea'$/)
  })

  it('is found to the end where it goes on, and told as the dialogue that would pass', async () => {
    const steps: readonly DialogueStep[] = [
      { ...dial, ends: true },
      { choose: 'Tea', screen: 'Accept  \n', asks: 5, ends: true },
      { approve: {} },
    ]
    const first = await play(steps, {}, { goesOn: true })
    expect(first.problem).toMatch(/step 1, .*\nstep 2, /s)
    expect(first.found.steps).toEqual([
      { ...dial, ends: false },
      { choose: 'Tea', screen: 'Approve', asks: 5, ends: true },
      { approve: {} },
    ])
    expect((await play(first.found.steps)).problem).toBe(null)
    expect((await play(steps)).steps).toHaveLength(1)
  })
})

describe('what is played', () => {
  it('is refused with a sentence where it is no dialogue', async () => {
    const wrong: unknown = { dialogue: 'x', steps: [{ dial: 1 }] }
    await expect(runDialogue('http://127.0.0.1:9', Object(wrong))).rejects.toThrow(
      /^step 1, dial must be a text, and is 1$/,
    )
  })

  it('goes against an application that runs here or elsewhere, and closes only what it built', async () => {
    const dialogue = readDialogue("dialogue: Tea\nsteps:\n  - dial: '*1#'\n    screen: Tea\n", 'tea.yaml')
    const app = Fastify()
    app.post('/ussd', () => ({ Type: 'Release', Message: 'Tea' }))
    onTestFinished(() => app.close())
    const address = await app.listen()
    expect(await runDialogue(address, dialogue)).toMatchObject({ problem: null, steps: [{ place: 'tea.yaml:3' }] })
    expect((await runDialogue('http://127.0.0.1:9', dialogue)).problem).toMatch(/CSP: nothing listens there/)
    let closed = 0
    const build = async (sim: Parameters<typeof buildTeaShop>[0]) => {
      const shop = await buildTeaShop(sim)
      shop.addHook('onClose', async () => {
        closed += 1
      })
      return shop
    }
    await runDialogue(build, dialogue)
    expect(closed).toBe(1)
  })

  it('has random numbers of its own at each run, unless it has a seed', async () => {
    const seeds = await Promise.all([1, 2].map(async () => (await play([dial])).seed))
    expect(seeds[0]).not.toBe(seeds[1])
    expect((await play([dial], { seed: 7 })).seed).toBe(7)
    expect((await play([dial], {}, { simulator: { seed: 8 } })).seed).toBe(8)
  })
})
