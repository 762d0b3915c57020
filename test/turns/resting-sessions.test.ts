import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fallbackReply, type Reply, ussdReplies } from '../../src/replies/index.ts'
import { AnsweredTurns, KnownExchanges } from '../../src/turns/memory/answered-turns.ts'
import { Generation } from '../../src/turns/memory/generation.ts'
import { type AnsweredTurn, Session } from '../../src/turns/memory/session.ts'

const { prompt, menu, end } = ussdReplies({})

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((value) => value.trim() !== '')
const someReply: fc.Arbitrary<Reply<'ussd'>> = fc.oneof(
  fc.constant(prompt('Welcome')),
  fc.constant(end('Goodbye')),
  text.map((message) => fallbackReply('ussd', 'response', `Dear ${message}`)),
  text.map((message) => fallbackReply('ussd', 'release', `Dear ${message}`)),
  text.map((message) => fallbackReply('ussd', 'release', `Dear ${message}`, 'carried')),
  fc.constant(prompt('Enter your PIN', { sensitive: true, maskNext: true })),
  fc.constant(menu('Choose', ['Tea', 'Coffee'])),
)

interface Facts {
  readonly id: string
  readonly turns: readonly Omit<AnsweredTurn<'ussd'>, 'earlier'>[]
  readonly idleSince: number
  readonly forgottenTo: number
  readonly isOver: boolean
  readonly wasEnded: boolean
  readonly masksAnswer: boolean
  readonly state: string | undefined
  readonly late: Reply<'ussd'> | undefined
  readonly resumeKey: string | undefined
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const someFacts: fc.Arbitrary<Facts> = fc.record({
  id: fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }),
  turns: fc.array(
    fc.record({
      sequence: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
      type: fc.constantFrom('initiation', 'response', 'Some word'),
      message: fc.oneof(fc.constantFrom('1', '2', '*713#'), fc.string({ unit: 'binary', maxLength: 64 })),
      isSecret: fc.boolean(),
      reply: someReply,
    }),
    { maxLength: 6 },
  ),
  idleSince: fc.double({ noNaN: true }),
  forgottenTo: fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER }),
  isOver: fc.boolean(),
  wasEnded: fc.boolean(),
  masksAnswer: fc.boolean(),
  state: maybe(fc.string()),
  late: maybe(someReply),
  resumeKey: maybe(fc.string()),
})

/** Different ids, many of which share their whole hash, and more of which its low bits. */
const someSessions = fc.uniqueArray(
  fc.record({ facts: someFacts, hash: fc.integer({ min: -3, max: 3 }).map((low) => low * 0x1000_0000 + low) }),
  {
    selector: ({ facts }) => facts.id,
    maxLength: 60,
  },
)

function sessionOf({ id, idleSince, turns, ...rest }: Facts): Session<'ussd'> {
  const session = Object.assign(new Session<'ussd'>(id, idleSince), rest)
  for (const turn of turns) session.answered = { ...turn, earlier: session.answered }
  session.answeredCount = turns.length
  return session
}

/** All that is to be seen of a session, its replies as all that they are. */
function seen(session: Session<'ussd'> | undefined): unknown {
  if (session === undefined) return undefined
  const turns: unknown[] = []
  for (let turn = session.answered; turn !== undefined; turn = turn.earlier) {
    const { sequence, type, message, isSecret } = turn
    turns.push({ sequence, type, message, isSecret, reply: shown(turn.reply) })
  }
  return { ...session, answered: turns, late: session.late && shown(session.late) }
}

function shown(reply: Reply<'ussd'>): unknown {
  const { channel, type, message, clientState, sensitive, maskNext, label, dataType, fieldType, data, hasState } = reply
  return { channel, type, message, clientState, sensitive, maskNext, label, dataType, fieldType, data, hasState }
}

const emptyGeneration = () => new Generation(new AnsweredTurns('ussd', new KnownExchanges<'ussd'>()), 1, 0)

describe('Sessions that rest', () => {
  it('come back as they were, each once, whatever they hold and whichever hash they share', () => {
    fc.assert(
      fc.property(someSessions, (sessions) => {
        const generation = emptyGeneration()
        for (const { facts, hash } of sessions) generation.put(sessionOf(facts), hash)
        expect(generation.size).toBe(sessions.length)
        for (const { facts, hash } of sessions) {
          expect(generation.takeOut(`${facts.id}?`, hash)).toBe(undefined)
          expect(seen(generation.takeOut(facts.id, hash))).toEqual(seen(sessionOf(facts)))
          expect(generation.takeOut(facts.id, hash)).toBe(undefined)
        }
        expect(generation.size).toBe(0)
      }),
    )
  })

  it('all come back together in their order, without those that were taken out before', () => {
    fc.assert(
      fc.property(someSessions, (sessions) => {
        const generation = emptyGeneration()
        for (const { facts, hash } of sessions) generation.put(sessionOf(facts), hash)
        const [taken, left] = [sessions.filter((_, place) => place % 3 === 0), sessions.filter((_, place) => place % 3)]
        for (const { facts, hash } of taken) generation.takeOut(facts.id, hash)

        const all = [...generation.takeAll()]
        expect(all.map(({ session }) => seen(session))).toEqual(left.map(({ facts }) => seen(sessionOf(facts))))
        expect(all.map(({ hash }) => hash)).toEqual(left.map(({ hash }) => hash))
        expect(generation.size).toBe(0)
      }),
    )
  })

  it('leave nothing behind in the room that others get', () => {
    fc.assert(
      fc.property(someSessions, someSessions, (earlier, later) => {
        const generation = emptyGeneration()
        for (const { facts, hash } of earlier) generation.put(sessionOf(facts), hash)
        generation.clear()
        expect([generation.size, generation.bytes]).toEqual([0, 0])
        for (const { facts, hash } of earlier) expect(generation.takeOut(facts.id, hash)).toBe(undefined)
        for (const { facts, hash } of later) generation.put(sessionOf(facts), hash)
        for (const { facts, hash } of later) {
          expect(seen(generation.takeOut(facts.id, hash))).toEqual(seen(sessionOf(facts)))
        }
      }),
    )
  })
})

describe('What many turns say and are answered', () => {
  it('is kept once, unless somebody typed it', () => {
    const exchanges = new KnownExchanges<'ussd'>()
    const welcome = prompt('Welcome')
    const first = exchanges.known('initiation', '*713#', false, welcome)
    expect(exchanges.known('initiation', '*713#', false, welcome)).toBe(first)
    expect(exchanges.known('response', '*713#', false, welcome)).toEqual({ ...first, type: 'response' })
    expect(exchanges.known('initiation', '*714#', false, welcome)).toEqual({ ...first, message: '*714#' })
    expect(exchanges.known('initiation', '*713#', false, undefined)).toEqual({ ...first, reply: undefined })
    const secret = exchanges.known('response', '1234', true, welcome)
    expect(exchanges.known('response', '1234', true, welcome)).not.toBe(secret)
    for (const typed of ['27182', '*713*27182#', '*713*713*713#']) {
      const first = exchanges.known('response', typed, false, welcome)
      expect(exchanges.known('response', typed, false, welcome)).not.toBe(first)
    }
  })

  it('is never a reply that one turn alone gave', () => {
    const replies: (Reply<'ussd'> | undefined)[] = []
    class Watched extends KnownExchanges<'ussd'> {
      override known(...[type, message, isSecret, reply]: Parameters<KnownExchanges<'ussd'>['known']>) {
        replies.push(reply)
        return super.known(type, message, isSecret, reply)
      }
    }
    const generation = new Generation(new AnsweredTurns('ussd', new Watched()), 1, 0)
    const welcome = prompt('Welcome')
    const own = [
      prompt('Your PIN is 27182', { sensitive: true }),
      menu('Choose', ['Tea', 'Coffee']),
      fallbackReply('ussd', 'release', 'Dear Ama'),
      fallbackReply('ussd', 'release', 'Dear Ama', 'carried'),
    ]
    const session = new Session<'ussd'>('a', 0)
    for (const reply of [welcome, ...own.slice(0, 2)]) remember(session, reply)
    generation.put(session, 1)
    const other = new Session<'ussd'>('b', 0)
    for (const reply of own.slice(2)) remember(other, reply)
    generation.put(other, 2)

    expect(replies.filter((reply) => reply !== undefined)).toEqual([welcome])

    function remember(of: Session<'ussd'>, reply: Reply<'ussd'>): void {
      const { answered: earlier } = of
      of.answered = { sequence: ++of.answeredCount, type: 'response', message: '1', isSecret: false, reply, earlier }
    }
  })

  it('does not pile up', () => {
    const exchanges = new KnownExchanges<'ussd'>()
    const first = exchanges.known('response', '*1#', false, undefined)
    for (let number = 2; number < 300; number++) exchanges.known('response', `*${number}#`, false, undefined)
    expect(exchanges.known('response', '*1#', false, undefined)).not.toBe(first)
  })
})
