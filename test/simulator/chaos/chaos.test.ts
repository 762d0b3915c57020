import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { type ChaosApp, chaos, playStory, readDialogue, writeDialogue } from '../../../src/simulator/index.ts'
import { shopWith } from './shop.ts'
import { officeWith } from './ticket-office.ts'

// Bounded by counts: how long anything takes is judged where a handler blocks, and by nothing else.
const patient = { time: 3_600_000, blocked: 60_000 }

describe('chaos finds, and tells in at most six steps,', () => {
  it.each([
    ['a script that orders outside of talk.once', 'noOnce', 'boughtTwice', 3, 10],
    ['a handler that believes every callback', 'believesAll', 'deliveredUnpaid', 17, 10],
    ['a handler that delivers twice', 'deliversTwice', 'deliveredTwice', 5, 10],
    ['a handler that takes any amount', 'takesAnyAmount', 'deliveredUnpaid', 15, 20],
    ['a handler that delivers nothing', 'deliversNothing', 'paidUndelivered', 5, 10],
    ['a handler that cancels what nobody knows yet', 'cancelsUnknown', 'paidUndelivered', 2, 60],
    ['a script that keeps what was typed for the next subscriber', 'mixesUp', 'screenOfAnother', 13, 20],
  ] as const)('%s', async (_what, bug, rule, seed, runs) => {
    const { failure } = await chaos(shopWith(bug), { ...patient, seed, runs })
    expect(failure?.violation.rule).toBe(rule)
    if (failure === null) return
    expect(failure.story.steps.length).toBeLessThanOrEqual(6)
    expect(failure.foundWith).toBeGreaterThanOrEqual(failure.story.steps.length)
    // As it is written and read again it breaks the same rule, and a shop without the mistake stands it.
    const story = readDialogue(writeDialogue(failure.story))
    expect(await playStory(shopWith(bug), story, patient)).toEqual(failure.violation)
    expect(await playStory(shopWith(), story, patient)).toBeNull()
  })

  it.each([
    ['a handler that believes every callback of an invoice', 'believesInvoices', 'deliveredUnpaid', 14],
    ['a handler that believes every notice of a cart', 'believesCarts', 'deliveredUnpaid', 24],
    ['a handler that takes each push of a text for a text of its own', 'ordersEachPush', 'boughtTwice', 14],
    ['a handler that delivers once more when a message arrives', 'deliversOnReport', 'deliveredTwice', 14],
  ] as const)('%s', async (_what, bug, rule, seed) => {
    const { failure } = await chaos(officeWith(bug), { ...patient, seed, runs: 20 })
    expect(failure?.violation.rule).toBe(rule)
    if (failure === null) return
    expect(failure.story.steps.length).toBeLessThanOrEqual(6)
    const story = readDialogue(writeDialogue(failure.story))
    expect(await playStory(officeWith(bug), story, patient)).toEqual(failure.violation)
    expect(await playStory(officeWith(), story, patient)).toBeNull()
  })

  it('a script that blocks the process', async () => {
    const { failure } = await chaos(shopWith('blocks', 1_500), { ...patient, seed: 2, runs: 12, blocked: 1_000 })
    expect(failure?.violation.rule).toBe('blocked')
    expect(failure?.story.steps.length).toBeLessThanOrEqual(6)
  })
})

describe('chaos', () => {
  it('finds nothing in a shop without a mistake', async () => {
    const heard: number[] = []
    const onProgress = ({ runs }: { readonly runs: number }) => void heard.push(runs)
    const result = await chaos(shopWith(), { ...patient, seed: 3, runs: 6, onProgress })
    expect(result).toMatchObject({ seed: 3, runs: 6, failure: null })
    expect(result.steps).toBeGreaterThan(200)
    expect(heard).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('lets customers pay invoices and carts, and text, in an application that takes it', async () => {
    const done = new Set<string>()
    const office = officeWith()
    const watched: ChaosApp = {
      ...office,
      build: (sim) => {
        sim.log.onRow(({ kind }) => done.add(kind))
        return office.build(sim)
      },
    }
    expect(await chaos(watched, { ...patient, seed: 3, runs: 6 })).toMatchObject({ runs: 6, failure: null })
    const all = [
      'ussd',
      'programmable',
      'checkoutInvoice',
      'checkout',
      'fulfilment',
      'inboundMessage',
      'deliveryReport',
    ]
    expect(all.filter((kind) => !done.has(kind))).toEqual([])
  })

  it('lets nobody dial where no screen is answered', async () => {
    const texted: string[] = []
    const quiet: ChaosApp = {
      build: async () => {
        const app = Fastify()
        await app.register(merchantWebhooks, {
          verify: 'none',
          inboundMessage: ({ fulltext }) => void texted.push(fulltext),
        })
        return app
      },
    }
    const result = await chaos(quiet, { ...patient, runs: 1, steps: 30, texts: ['JOIN'] })
    expect(result).toMatchObject({ runs: 1, failure: null })
    expect(new Set(texted)).toEqual(new Set(['JOIN']))
  })

  it('tells the same story for the same seed', async () => {
    const once = await chaos(shopWith('believesAll'), { ...patient, seed: 17, runs: 2 })
    expect(await chaos(shopWith('believesAll'), { ...patient, seed: 17, runs: 2 })).toEqual(once)
  })

  it('believes a failure the second time', async () => {
    let built = 0
    const healthy = shopWith()
    const once: ChaosApp = {
      build: (sim) => {
        built += 1
        return healthy.build(sim)
      },
      books: () => ({ orders: built === 1 ? ['rice', 'rice'] : [] }),
    }
    const result = await chaos(once, { ...patient, runs: 1 })
    expect(result).toMatchObject({ unsteady: 1, failure: null })
  })

  it('finds turns that are answered with an error', async () => {
    const broken: ChaosApp = {
      build: async () => {
        const app = Fastify()
        app.addHook('onSend', async (_request, reply) => void reply.code(503))
        await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Hello') })
        return app
      },
    }
    const { failure } = await chaos(broken, { ...patient, runs: 2 })
    expect(failure?.violation).toEqual({ rule: 'serverError', text: 'a push of ussd was answered with 503' })
    expect(failure?.story.steps).toHaveLength(1)
  })

  it('judges by the inbox where an application says nothing of its books', async () => {
    const { build } = shopWith('believesAll')
    expect(await chaos({ build }, { ...patient, seed: 1, runs: 3 })).toMatchObject({ failure: null })
  })

  it('ends when the time is over', async () => {
    expect(await chaos(shopWith(), { time: 1 })).toMatchObject({ failure: null })
  })

  it.each([
    ['runs', { runs: 0 }],
    ['seed', { seed: 1.5 }],
    ['blocked', { blocked: -1 }],
  ])('refuses %s that are no whole number', async (name, options) => {
    await expect(chaos({ build: () => Promise.reject(new Error('never')) }, options)).rejects.toThrow(
      `chaos: ${name} must be a whole number`,
    )
  })

  it('says what is wrong with an application that cannot be built', async () => {
    await expect(chaos({ build: () => Promise.reject(new Error('no table')) }, { runs: 1 })).rejects.toThrow('no table')
  })
})
