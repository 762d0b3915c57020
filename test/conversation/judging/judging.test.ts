import { expect, it } from 'vitest'
import { type Script, text } from '../../../src/conversation/index.ts'
import type { Judgement } from '../../../src/conversation/judging/judgement.ts'
import { keptWorld } from '../world.ts'
import { judgeIn, seenBy } from './judged.ts'

const order: Script = async (talk) => {
  const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
  const price = await talk.load('price', async () => 5)
  const placed = await talk.once('order', async () => ({ id: 'order-1' }))
  const name = await talk.ask('Name?', text())
  return talk.pay(`${meal}, ${name}`, { amount: price, description: meal, reference: placed.id })
}

const meal = { k: 'choose', f: 'Meal', a: 'Rice' }
const price = { k: 'load', n: 'price', a: 5 }
const placed = { k: 'once', n: 'order', key: 'a'.repeat(32), d: true, a: { id: 'order-1' } }
const named = { k: 'ask:text', f: 'Name', a: 'Ama' }

async function judged(script: Script, record: object, screen: string | null = null): Promise<Judgement> {
  const { app } = await keptWorld().start(script)
  await app.ready()
  const state = JSON.stringify({ v: 1, id: 'a-conversation', run: 0, c: 'ussd', steps: [], ...record })
  return judgeIn(app)({ sessionId: 'session-1', phone: '+233...000', state, screen })
}

it('leaves a script where it would read or do what the record does not have', async () => {
  expect(await judged(order, { steps: [meal] })).toEqual({
    verdict: 'holds',
    readsTheSame: undefined,
    at: 'load price',
  })
  const before = { steps: [meal, price] }
  expect(await judged(order, before)).toMatchObject({ verdict: 'holds', at: 'once order' })
  const begun = { steps: [meal, price, { ...placed, d: undefined }] }
  expect(await judged(order, begun)).toMatchObject({ verdict: 'holds', at: 'once order' })
  // Nobody could say yet what another session had left.
  expect(await judged(order, { ...before, r: 'a-key', u: true })).toMatchObject({ verdict: 'holds', at: 'once' })
})

it('has nothing to hold against a session whose first turn has left nothing yet', async () => {
  const { app } = await keptWorld().start(order)
  await app.ready()
  const nothing = { sessionId: 'session-1', phone: '', state: null, screen: null }
  expect(await judgeIn(app)(nothing)).toEqual({ verdict: 'holds', readsTheSame: undefined, at: undefined })
})

it('goes to an end whose screen nobody may have seen, without a look for its notice', async () => {
  const ended = { steps: [meal, price, placed, named], e: true, p: [{ s: 'session-0', k: placed.key }] }
  expect(await judged(order, ended, 'Rice, Ama')).toEqual({ verdict: 'holds', readsTheSame: undefined, at: undefined })
  const changed: Script = async (talk) => {
    await order(talk)
    return talk.end(await talk.ask('Street?', text()))
  }
  expect(await judged(changed, ended)).toMatchObject({ verdict: 'breaks', becomes: 'failure' })
})

it('judges what a subscriber would go on with who is asked whether to', async () => {
  const from = { v: 1, id: 'another', run: 0, c: 'ussd', steps: [{ ...meal, f: 'Dish' }] }
  const asks = { from, asked: { k: 'resume', f: '', at: 0 } }
  expect(await judged(order, asks)).toMatchObject({ verdict: 'breaks', step: 1, recorded: 'choose Dish' })
})

it('asks a forgotten answer again, and holds', async () => {
  const script: Script = async (talk) => {
    await talk.ask('PIN?', text({ sensitive: true }))
    return order(talk)
  }
  const forgotten = { steps: [{ k: 'ask:text', f: '*', s: '', h: 'sealed' }, meal] }
  expect(await judged(script, forgotten)).toEqual({ verdict: 'holds', readsTheSame: undefined, at: 'ask:text *' })
})

it('reads a screen as its subscriber does: a space at the end of a line is none', async () => {
  const asked = { k: 'choose', f: 'Meal', at: 0, o: ['Rice', 'Beans'] }
  expect(await judged(order, { asked }, 'Meal? \n1. Rice\n2. Beans')).toMatchObject({ readsTheSame: true })
  expect(await judged(order, { asked }, 'Meal?\n1. Rice\n2. Yam')).toMatchObject({ readsTheSame: false })
})

it('gives what is no question to a step as it is', async () => {
  const script: Script = async (talk) => talk.end(await talk.ask('Name?', Object({ type: 'text' })))
  expect(await judged(script, {})).toMatchObject({ becomes: 'failure', found: expect.stringMatching(/^FMW_TALK_STEP/) })
})

it('says what an end stands in the place of, and where it is written', async () => {
  const short: Script = async (talk) => talk.end(await talk.choose('Meal?', ['Rice']))
  const asked = { k: 'ask:text', f: 'Name', at: 3 }
  expect(await judged(short, { steps: [meal, price, placed], asked })).toEqual({
    verdict: 'breaks',
    becomes: 'restart',
    step: 2,
    recorded: 'load price',
    found: 'its end',
    place: expect.stringMatching(/^.*judging\.test\.ts:\d+:\d+\)?$/),
  })
  expect(await judged(short, { steps: [meal], asked: { ...asked, at: 1 } })).toMatchObject({
    recorded: 'ask:text Name',
  })
})

it('gives a script its words, its time and its caller as a turn does', async () => {
  const seen: unknown[] = []
  const script: Script = async (talk) => {
    talk.log.info({}, 'is not logged')
    seen.push(talk.caller.mobile, talk.caller.mobileInternational, talk.remaining() > 0, talk.sessionId)
    talk.speak({ back: 'Retour' })
    await talk.load('price', Object(5))
    return talk.end('Goodbye')
  }
  expect(await judged(script, {})).toMatchObject({ verdict: 'unjudged', why: 'caller', step: 1 })
  expect(seen).toEqual(['+233...000', '+233...000', true, 'session-1'])
})

it('tells of whatever is thrown', async () => {
  const script: Script = async () => {
    throw 'no error'
  }
  expect(await judged(script, {})).toMatchObject({ becomes: 'failure', found: 'string: no error', place: undefined })
})

it('names no letter of a text that quotes what was typed in secret', async () => {
  let state: string | null | undefined
  const through = seenBy(({ session }) => {
    state = session.state
  })
  const options = { secret: 'the secret of this shop', through }
  const scriptOf =
    (said: string): Script =>
    async (talk) => {
      const word = await talk.ask('Your word?', text({ sensitive: true }))
      await talk.ask(`${said} ${word}?`, text())
      return talk.end('Bye')
    }
  const world = keptWorld()
  const before = await world.start(scriptOf('Is it'), options)
  await before.phone().dial('*713#').reply('ab12-xyz')
  const { app } = await world.start(scriptOf('Was it'), options)
  await app.ready()
  const session = { sessionId: 'session-1', phone: '+233...000', screen: null }
  expect(await judgeIn(app)({ ...session, state: state ?? null })).toMatchObject({
    verdict: 'breaks',
    recorded: 'ask:text',
    found: 'ask:text',
  })
})
