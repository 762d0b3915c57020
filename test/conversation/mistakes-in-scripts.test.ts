import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createReadStream, readFile } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type ConversationOptions,
  conversation,
  type Ending,
  phone as phoneNumber,
  type Script,
  type Talk,
  text,
  whole,
} from '../../src/conversation/index.ts'
import { findingLines } from '../../src/conversation/screens/finding.ts'
import { differenceLines } from '../../src/conversation/script/rehearsals.ts'
import { ScriptFaults } from '../../src/conversation/script/talk-turn.ts'
import { stepLines } from '../../src/conversation/steps/step-review.ts'
import { type Phone, phone, type Screen } from '../../src/testing/index.ts'
import { rowsOf } from '../docs/documents.ts'
import { quickClock } from '../testing/quick-clock.ts'
import { type Held, hold } from './hold.ts'

/** When the author hears of it. */
type When =
  | 'built'
  | 'first turn'
  | 'the answer'
  | 'after the screen'
  | 'logged'
  | 'first run'
  | 'second run'
  | 'not found'

/** A mistake, and what its author is told. */
interface Mistake {
  /** As the page for authors has it. */
  readonly written: string
  readonly when: When
  /** The code, where it has one, and some words of the text. */
  readonly told: string
  readonly script: Script
  readonly answers: readonly string[]
  /** What it does outside of the conversation, at each of its runs. */
  readonly does: readonly string[]
  /** No line can be named. */
  readonly isWithoutLine: boolean
  /** Elsewhere it is none. */
  readonly isOfPhones: boolean
  /** It asks for the payment, and its author is told. */
  readonly pays: boolean
  /** Of the conversation. */
  readonly settings: ConversationOptions
  /** It is told when the time of its turn is over. */
  readonly waits: boolean
  /** Of its row in this file. */
  readonly line: number
}

type Rest = Partial<Pick<Mistake, 'answers' | 'does' | 'isWithoutLine' | 'isOfPhones' | 'pays' | 'settings' | 'waits'>>

const mistakes: Mistake[] = []

function mistake(written: string, when: When, told: string, script: Script, rest: Rest = {}): void {
  const line = lineIn(new Error().stack?.split('\n')[2]) ?? 0
  mistakes.push({
    written,
    when,
    told,
    script,
    answers: [],
    does: [],
    isWithoutLine: false,
    isOfPhones: false,
    pays: false,
    settings: {},
    waits: false,
    line,
    ...rest,
  })
}

/** The line of this file that a text names, if it does. */
function lineIn(said: string | undefined): number | undefined {
  const [, line] = /mistakes-in-scripts\.test\.ts:(\d+)/.exec(said ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}

/** What plain JavaScript lets pass, and the types refuse. */
const untyped = (value: unknown) => Object(value)
const nothing = Object().nothing
const fees = { name: 'Fees', quantity: 1, price: 500 }
const shop = conversation((talk) => talk.end('Rice is sold out'))
let done: string[] = []
/** What is outside of every run: a variable at the top of somebody's file. */
let outside: { count: number; name: string; talk?: Talk; paid?: Ending; asked?: Promise<string> } = {
  count: 0,
  name: '',
}

/** What throws when anybody looks at it. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

async function order() {
  done.push('order')
  return { id: 'o1' }
}

// Steps that are not awaited, or not one at a time

mistake(
  "if (!talk.confirm('Pay?')) return talk.end('No')",
  'first turn',
  'FMW_TALK_STEP write await talk.confirm',
  async (talk) => {
    if (!talk.confirm('Pay?')) return talk.end('No')
    return talk.pay('Approve', fees)
  },
)
mistake(
  "const sure = async () => await talk.confirm('Pay?'); if (!sure()) …",
  'first turn',
  'FMW_TALK_STEP write await talk.confirm',
  async (talk) => {
    const sure = async () => await talk.confirm('Pay?')
    if (!sure()) return talk.end('No')
    return talk.pay('Approve', fees)
  },
)
mistake("talk.show('Welcome')", 'first turn', 'FMW_TALK_STEP write await talk.show', async (talk) => {
  talk.show('Welcome')
  return talk.end(await talk.ask('Your name?', text()))
})
mistake(
  "talk.choose('Shop', ['Rice']).then(…)",
  'first turn',
  'FMW_TALK_STEP write await talk.choose',
  async (talk) => {
    talk.choose('Shop', ['Rice']).then(() => done.push('rice'))
    return talk.pay('Approve', fees)
  },
)
mistake("talk.once('order', order)", 'first turn', "FMW_TALK_STEP write await talk.once('order')", async (talk) => {
  talk.once('order', order)
  return talk.end('Ordered')
})
mistake(
  "const price = talk.load('price', read)",
  'first turn',
  "FMW_TALK_STEP write await talk.load('price')",
  async (talk) => {
    const price = talk.load('price', () => 5)
    return (await talk.confirm(`Pay ${price}?`)) ? talk.pay('Approve', fees) : talk.end('No')
  },
)
mistake('(talk) => { talk.ask(…); return talk.end(…) }', 'first turn', 'FMW_TALK_STEP write await talk.ask', (talk) => {
  talk.ask('Your name?', text())
  return talk.end('Thanks')
})
mistake(
  "async (talk) => { talk.ask('Your name?', …) }",
  'first turn',
  'FMW_TALK_STEP it was not awaited: write await talk.ask',
  untyped(async (talk: Talk) => {
    talk.ask('Your name?', text())
  }),
)
mistake(
  "Promise.all([talk.ask('Name?', …), talk.ask('Town?', …)])",
  'first turn',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    await Promise.all([talk.ask('Name?', text()), talk.ask('Town?', text())])
    return talk.pay('Approve', fees)
  },
)
mistake(
  'Promise.allSettled([name(talk), town(talk)])',
  'first turn',
  'FMW_TALK_STEP and await each function that takes it',
  async (talk) => {
    const ask = async (question: string) => await talk.ask(question, text())
    await Promise.allSettled([ask('Name?'), ask('Town?')])
    return talk.pay('Approve', fees)
  },
)
mistake('Promise.any([talk.ask(…), talk.ask(…)])', 'first turn', 'FMW_TALK_STEP talk.ask', async (talk) => {
  await Promise.any([talk.ask('Name?', text()), talk.ask('Town?', text())])
  return talk.pay('Approve', fees)
})
mistake(
  "Promise.race([talk.once('order', order), timeout])",
  'first turn',
  'FMW_TALK_STEP race it with nothing',
  async (talk) => {
    await Promise.race([talk.once('order', order), Promise.resolve()])
    return talk.pay('Approve', fees)
  },
  // It was begun, and its outcome is kept.
  { does: ['order'] },
)
mistake(
  "Promise.race([talk.ask('Name?', …), timeout])",
  'after the screen',
  'FMW_TALK_STEP write await talk.ask',
  async (talk) => {
    await Promise.race([talk.ask('Name?', text()), setImmediate()])
    return talk.pay('Approve', fees)
  },
)
mistake(
  'questions.forEach(async (question) => { await talk.ask(question, …) })',
  'first turn',
  'FMW_TALK_STEP and await each function that takes it',
  async (talk) => {
    const questions = ['Name?', 'Town?']
    questions.forEach(async (question) => {
      await talk.ask(question, text())
    })
    return talk.pay('Approve', fees)
  },
)
mistake(
  'items.filter(async (item) => await talk.confirm(item))',
  'first turn',
  'FMW_TALK_STEP and await each function that takes it',
  async (talk) => {
    const items = ['Rice?', 'Oil?'].filter(async (item) => await talk.confirm(item))
    return talk.pay(`Approve ${items}`, fees)
  },
)
mistake(
  'Promise.all(names.map(async (name) => await talk.load(name, read)))',
  'first turn',
  'FMW_TALK_STEP and await each function that takes it',
  async (talk) => {
    await Promise.all(['rice', 'oil'].map(async (name) => await talk.load(name, () => 5)))
    return talk.pay('Approve', fees)
  },
)
mistake(
  'for await (const answer of questions.map((q) => talk.ask(q, …)))',
  'first turn',
  'FMW_TALK_STEP write await talk.ask',
  async (talk) => {
    for await (const answer of ['Name?', 'Town?'].map((question) => talk.ask(question, text()))) done.push(answer)
    return talk.pay('Approve', fees)
  },
)
mistake('try { await Promise.all([ask(), ask()]) } catch {}', 'first turn', 'FMW_TALK_STEP talk.ask', async (talk) => {
  await Promise.all([talk.ask('Name?', text()), talk.ask('Town?', text())]).catch(() => [])
  return talk.pay('Approve', fees)
})

mistake(
  "const name = async () => await talk.ask('Name?', …); name(); throw …",
  'first turn',
  'FMW_TALK_STEP and await each function that takes it',
  async (talk) => {
    const name = async () => await talk.ask('Name?', text())
    name()
    throw new Error('no such table')
  },
)
mistake(
  "const read = async () => await talk.load('price', fails); read()",
  'first turn',
  "FMW_TALK_STEP talk.load('price')",
  async (talk) => {
    const read = async () => await talk.load('price', () => Promise.reject(new Error('no such table')))
    read()
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.load('price', fails).then(…); await fetch(…)",
  'first turn',
  "FMW_TALK_STEP write await talk.load('price')",
  async (talk) => {
    talk.load('price', () => Promise.reject(new Error('no such table'))).then((price) => price)
    await setImmediate()
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.once('order', fails).finally(…); await fetch(…)",
  'first turn',
  "FMW_TALK_STEP write await talk.once('order')",
  async (talk) => {
    talk.once('order', () => Promise.reject(new Error('no such table'))).finally(() => undefined)
    await setImmediate()
    return talk.pay('Approve', fees)
  },
)
mistake(
  "const pick = async () => await talk.choose('Shop', []); pick()",
  'first turn',
  'FMW_TALK_STEP write await talk.choose',
  async (talk) => {
    const pick = async () => await talk.choose('Shop', [])
    pick()
    // Something of its own that takes no time: what the step throws comes after the script's end.
    await Promise.resolve()
    return talk.pay('Approve', fees)
  },
)
mistake(
  'if (!closed && !sure()) …, behind a question',
  'the answer',
  'FMW_TALK_STEP write await talk.confirm',
  async (talk) => {
    await talk.show('Fees')
    const sure = async () => await talk.confirm('Pay?')
    if (!(await talk.load('closed', () => false)) && !sure()) return talk.end('No')
    return talk.pay('Approve', fees)
  },
  { answers: ['1'] },
)

mistake(
  "const sure = async () => { await db.find(…); return await talk.confirm('Pay?') }; if (!sure()) …",
  'first turn',
  'FMW_TALK_STEP talk.confirm: the script has ended before it',
  async (talk) => {
    const sure = async () => {
      await setImmediate()
      return await talk.confirm('Pay GHS 500?')
    }
    if (!sure()) return talk.end('No')
    return talk.pay('Approve', fees)
  },
)
mistake(
  'watch(); return talk.pay(…), where watch is async and goes on',
  'first turn',
  'FMW_TALK_STEP a part of the script is not over that was begun at',
  async (talk) => {
    const watch = async () => await new Promise(() => undefined)
    watch()
    return talk.pay('Approve', fees)
  },
)

// Endings

mistake(
  "if (!yes) talk.end('No'); return talk.pay(…)",
  'the answer',
  'FMW_TALK_STEP write return talk.end',
  async (talk) => {
    if (!(await talk.confirm('Pay?'))) talk.end('No')
    return talk.pay('Approve', fees)
  },
  { answers: ['2'] },
)
mistake(
  "if (!yes) talk.end('No'); await talk.once('order', order)",
  'the answer',
  'FMW_TALK_STEP write return talk.end',
  async (talk) => {
    if (!(await talk.confirm('Order?'))) talk.end('No')
    await talk.once('order', order)
    return talk.end('Ordered')
  },
  { answers: ['2'] },
)
mistake(
  "talk.end('Welcome'); const name = await talk.ask(…)",
  'first turn',
  'FMW_TALK_STEP write return talk.end',
  async (talk) => {
    talk.end('Welcome')
    return talk.end(await talk.ask('Your name?', text()))
  },
)
mistake(
  "const paid = talk.pay(…); if (!sure()) return talk.end('No'); return paid",
  'first turn',
  'FMW_TALK_STEP talk.confirm',
  async (talk) => {
    const paid = talk.pay('Approve', fees)
    const sure = async () => await talk.confirm('Pay?')
    if (!sure()) return talk.end('No')
    return paid
  },
)
mistake(
  "const paid = talk.pay(…); talk.show('Thanks'); return paid",
  'first turn',
  'FMW_TALK_STEP talk.show',
  async (talk) => {
    const paid = talk.pay('Approve', fees)
    talk.show('Thanks')
    return paid
  },
)
mistake(
  'talk.pay(…) without return',
  'first turn',
  'FMW_TALK_ENDING came to talk.pay',
  untyped(async (talk: Talk) => {
    talk.pay('Approve', fees)
  }),
)
mistake(
  "return talk.show('Goodbye')",
  'the answer',
  'FMW_TALK_ENDING returned nothing',
  untyped(async (talk: Talk) => talk.show('Goodbye')),
  { answers: ['1'], isWithoutLine: true },
)
mistake("throw talk.end('No')", 'first turn', 'FMW_TALK_STEP return it, without throw', async (talk) => {
  throw untyped(talk.end('No'))
})
mistake("throw talk.pay('Approve', …)", 'first turn', 'FMW_TALK_STEP return it, without throw', async (talk) => {
  throw talk.pay('Approve', fees)
})
mistake(
  'paid ??= talk.pay(…); return paid, where paid is outside of the script',
  'first turn',
  'FMW_TALK_STEP it was made in another run',
  async () => {
    const other = await hold(
      (talk) => {
        outside.paid ??= talk.pay('Approve', fees)
        return outside.paid
      },
      { rehearse: true },
    )
    await other
      .phone()
      .dial('*713#')
      .expectScreen(/Approve/)
    return untyped(outside.paid)
  },
)
mistake(
  "return 'Goodbye'",
  'first turn',
  'FMW_TALK_ENDING returned a string',
  untyped(async () => 'Goodbye'),
  { isWithoutLine: true },
)
mistake(
  'a path without return',
  'the answer',
  'FMW_TALK_ENDING returned nothing',
  untyped(async (talk: Talk): Promise<unknown> => {
    if (await talk.confirm('Pay?')) return talk.pay('Approve', fees)
    return nothing
  }),
  { answers: ['2'], isWithoutLine: true },
)
mistake(
  'return otherConversation',
  'first turn',
  'FMW_TALK_ENDING returned an object',
  untyped(async () => shop),
  { isWithoutLine: true },
)
mistake('return otherConversation(talk)', 'first turn', 'is not a function', async (talk) => untyped(shop)(talk))
mistake(
  'conversation(async function* (talk) { … })',
  'first turn',
  'FMW_TALK_ENDING returned an object',
  untyped(async function* (talk: Talk) {
    yield await talk.ask('Your name?', text())
  }),
  { isWithoutLine: true },
)
mistake(
  "onTooMany: (end) => { end.end('Locked') }",
  'the answer',
  'FMW_TALK_ENDING came to talk.end',
  async (talk) => {
    const onTooMany = untyped((end: Talk) => {
      end.end('Locked')
    })
    return talk.end(`${await talk.ask('How many?', whole({ min: 1 }), { onTooMany })}`)
  },
  { answers: ['a', 'b', 'c'] },
)

mistake(
  "onTooMany: () => 'Locked'",
  'the answer',
  'FMW_TALK_ENDING onTooMany of talk.choose',
  async (talk) => {
    await talk.choose('Shop', ['Rice'], { tries: 1, onTooMany: untyped(() => 'Locked') })
    return talk.pay('Approve', fees)
  },
  { answers: ['x'] },
)
mistake(
  "talk.load('price', fails, { onFailed: () => {} })",
  'first turn',
  "FMW_TALK_ENDING onFailed of talk.load('price')",
  async (talk) => {
    await talk.load('price', () => Promise.reject(new Error('No')), { onFailed: untyped(() => nothing) })
    return talk.pay('Approve', fees)
  },
)

// Steps where no step can be

mistake("talk.once('order', () => talk.ask(…))", 'first turn', "FMW_TALK_STEP talk.once('order')", async (talk) => {
  await talk.once('order', () => talk.ask('Your name?', text()))
  return talk.pay('Approve', fees)
})
mistake(
  "talk.once('order', () => talk.once('log', order))",
  'first turn',
  "FMW_TALK_STEP talk.once('order')",
  async (talk) => {
    await talk.once('order', () => talk.once('log', order))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.load('sure', () => talk.confirm('Sure?'))",
  'first turn',
  "FMW_TALK_STEP talk.load('sure')",
  async (talk) => {
    await talk.load('sure', () => talk.confirm('Sure?'))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "text({ check: () => talk.confirm('Sure?') })",
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    await talk.ask('Your name?', text({ check: () => talk.confirm('Sure?') }))
    return talk.pay('Approve', fees)
  },
  { answers: ['Ama'] },
)
mistake(
  "onTooMany: async () => { await talk.once('lock', order) … }",
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    const onTooMany = async () => {
      await talk.once('lock', order)
      return talk.end('Locked')
    }
    return talk.end(`${await talk.ask('How many?', whole({ min: 1 }), { onTooMany })}`)
  },
  { answers: ['a', 'b', 'c'] },
)
mistake(
  "talk.once('order', () => talk.end('Ordered'))",
  'first turn',
  'FMW_EFFECT_UNKNOWN it stands inside the step',
  async (talk) => {
    await talk.once('order', () => untyped(talk.end('Ordered')))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.once('order', () => { if (!stock) talk.end('Sold out'); … })",
  'first turn',
  'FMW_EFFECT_UNKNOWN it stands inside the step',
  async (talk) => {
    await talk.once('order', async () => {
      await setImmediate()
      talk.end('Sold out')
    })
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.load('stock', () => { if (!stock) talk.end('Sold out'); … })",
  'first turn',
  'FMW_LOAD_FAILED it stands inside the step',
  async (talk) => {
    await talk.load('stock', () => {
      talk.end('Sold out')
      return 0
    })
    return talk.pay('Approve', fees)
  },
)
mistake(
  "text({ check: (pin) => isRight(pin) ? true : talk.end('Wrong PIN') })",
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    await talk.ask('Your PIN?', text({ sensitive: true, check: async () => untyped(talk.end('Wrong PIN')) }))
    return talk.pay('Approve', fees)
  },
  { answers: ['9999'] },
)
mistake(
  "text({ check: (pin) => { if (!isRight(pin)) talk.end('Wrong PIN'); return true } })",
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    const check = async () => {
      await setImmediate()
      talk.end('Wrong PIN')
      return true
    }
    await talk.ask('Your PIN?', text({ sensitive: true, check })).catch(() => '1234')
    return talk.pay('Approve', fees)
  },
  { answers: ['9999'] },
)
mistake(
  "{ type: 'code', field: 'text', read: () => ({ answer: talk.end('No') }) }",
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    await talk.ask('Code?', { type: 'code', field: 'text', read: () => ({ answer: talk.end('No') }) })
    return talk.pay('Approve', fees)
  },
  { answers: ['7'] },
)
mistake(
  "talk.load('fees', () => talk.pay(…))",
  'first turn',
  'FMW_LOAD_FAILED it stands inside the step',
  async (talk) => {
    await talk.load('fees', () => untyped(talk.pay('Approve', fees)))
    return talk.pay('Approve', fees)
  },
)
mistake(
  'text({ check: () => { talk.speak(words.fr); return true } })',
  'the answer',
  'FMW_TALK_STEP talk.ask',
  async (talk) => {
    const check = () => {
      talk.speak({ back: 'Retour' })
      return true
    }
    await talk.ask('Language?', text({ check }))
    return talk.pay('Approve', fees)
  },
  { answers: ['fr'] },
)
mistake(
  "talk.load('member', () => { talk.home(); … })",
  'first turn',
  "FMW_TALK_STEP talk.load('member')",
  async (talk) => {
    await talk.load('member', () => talk.home())
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.once('order', () => { talk.about('Rice'); … })",
  'first turn',
  "FMW_TALK_STEP talk.once('order')",
  async (talk) => {
    await talk.once('order', () => talk.about('Rice'))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "setTimeout(() => talk.show('Late'))",
  'after the screen',
  'FMW_TALK_STEP the script has ended before it',
  async (talk) => {
    setImmediate().then(() => talk.show('Late'))
    return talk.end('Goodbye')
  },
)
mistake(
  "setTimeout(() => talk.once('order', order))",
  'after the screen',
  'FMW_TALK_STEP write await talk.show',
  async (talk) => {
    setImmediate().then(() => talk.once('order', order))
    await talk.show('Welcome')
    return talk.end('Goodbye')
  },
)
mistake(
  'a talk that another session has put into a variable',
  'the answer',
  'FMW_TALK_STEP it belongs to another run of the script',
  async (talk) => {
    outside.talk ??= talk
    await outside.talk.show('Welcome')
    return talk.pay('Approve', fees)
  },
  { answers: ['1'] },
)
mistake(
  "name ??= talk.ask('Name?', …); await name, where name is outside of the script",
  'the answer',
  'FMW_TALK_STEP it belongs to another run of the script',
  async (talk) => {
    outside.asked ??= talk.ask('Name?', text())
    return talk.pay(await outside.asked, fees)
  },
  { answers: ['Ama'] },
)
mistake(
  "prices ??= talk.load('prices', read); await prices, where prices is outside of the script",
  'the answer',
  'FMW_TALK_STEP it belongs to another run of the script',
  async (talk) => {
    outside.asked ??= talk.load('prices', () => 'GHS 500')
    const prices = await outside.asked
    return (await talk.confirm(`Pay ${prices}?`)) ? talk.pay('Approve', fees) : talk.end('No')
  },
  { answers: ['1'] },
)
mistake(
  'name ??= part(talk); await name, where part asks and name is outside of the script',
  'second run',
  'waited for something that is no step',
  async (talk) => {
    const part = async () => await talk.ask('Name?', text())
    outside.asked ??= part()
    return talk.pay(await outside.asked, fees)
  },
  { isWithoutLine: true, waits: true },
)
mistake('async ({ ask, end }) => …', 'first turn', 'Cannot read', async ({ ask, end }) =>
  end(await ask('Your name?', text())),
)

// What runs again on every turn

mistake(
  'await db.insert(row) outside talk.once',
  'second run',
  'waited for something that is no step',
  async (talk) => {
    await talk.load('price', () => 5)
    // More turns of the event loop than a second run waits for.
    if (outside.count++ > 0) for (let turn = 0; turn < 5; turn++) await setImmediate()
    await talk.show('Welcome')
    return talk.end('Goodbye')
  },
)
mistake('talk.confirm(`Order $' + '{randomUUID()}?`)', 'second run', 'took another path', async (talk) => {
  await talk.confirm(`Order ${randomUUID()}?`)
  return talk.end('Goodbye')
})
mistake('talk.show(`It is $' + '{Date.now()}`)', 'second run', 'drew another screen', async (talk) => {
  await talk.show(`It is ${process.hrtime.bigint()}`)
  return talk.end('Goodbye')
})
mistake('if (Math.random() < 0.5) await talk.show(…)', 'second run', 'took another path', async (talk) => {
  // Every other run.
  if (outside.count++ % 2 === 0) await talk.show('Today: rice')
  return (await talk.confirm('Pay?')) ? talk.pay('Approve', fees) : talk.end('No')
})
mistake('let count = 0 outside the script, count += 1 inside', 'second run', 'drew another screen', async (talk) => {
  outside.count += 1
  await talk.show(`You are caller ${outside.count}`)
  return talk.end('Goodbye')
})
mistake(
  "let name outside the script, name ??= await talk.ask('Name?', …)",
  'second run',
  'took another path',
  async (talk) => {
    if (outside.name === '') outside.name = await talk.ask('Name?', text())
    return (await talk.confirm('Pay?')) ? talk.pay(outside.name, fees) : talk.end('No')
  },
  { answers: ['Ama'] },
)
mistake('talk.confirm(`Pay $' + '{price.amout}?`)', 'second run', 'says undefined', async (talk) => {
  await talk.confirm(`Pay ${nothing}?`)
  return talk.end('Goodbye')
})
mistake(
  'talk.end(`Your PIN is $' + '{pin}`)',
  'second run',
  'a sensitive answer',
  async (talk) => {
    const pin = await talk.ask('Your PIN?', text({ sensitive: true }))
    return talk.end(`Your PIN is ${pin}`)
  },
  { answers: ['1234'] },
)
mistake("talk.ask('Your PIN?', text())", 'second run', 'a PIN or a password is asked for in plain', async (talk) => {
  return talk.end((await talk.ask('Your PIN?', text())).replace(/./g, '*'))
})
mistake("talk.choose('Shop', ['Rice', 'Rice'])", 'second run', 'two options read the same', async (talk) => {
  return talk.end(await talk.choose('Shop', ['Rice', 'Rice']))
})

// What is recorded

mistake(
  "talk.once('order', () => circular)",
  'first turn',
  'FMW_EFFECT_UNKNOWN circular',
  async (talk) => {
    const circular: { self?: unknown } = {}
    circular.self = circular
    await talk.once('order', async () => ({ ...(await order()), circular }))
    return talk.pay('Approve', fees)
  },
  { does: ['order'] },
)
mistake("talk.load('shop', () => circular)", 'first turn', 'FMW_LOAD_FAILED circular', async (talk) => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  await talk.load('shop', () => circular)
  return talk.pay('Approve', fees)
})
mistake("talk.load('stock', () => everything)", 'first turn', "FMW_STATE talk.load('stock')", async (talk) => {
  await talk.load('stock', () => 'x'.repeat(70_000))
  return (await talk.confirm('Pay?')) ? talk.pay('Approve', fees) : talk.end('No')
})
mistake("talk.once('order', () => wholePage)", 'first turn', 'FMW_EFFECT_UNKNOWN more than 32768', async (talk) => {
  await talk.once('order', () => 'x'.repeat(70_000))
  return talk.pay('Approve', fees)
})
mistake(
  "const at = await talk.load('at', () => new Date()); at.getHours()",
  'first turn',
  'is not a function',
  async (talk) => {
    const at = untyped(await talk.load('at', () => new Date()))
    return talk.end(`It is ${at.getHours()}`)
  },
)
mistake(
  "const prices = await talk.load('prices', () => new Map()); prices.get('rice')",
  'first turn',
  'is not a function',
  async (talk) => {
    const prices = untyped(await talk.load('prices', () => new Map([['rice', 5]])))
    return talk.pay('Approve', { ...fees, price: prices.get('rice') })
  },
)
mistake(
  "talk.once('order', () => ({ id: save() }))",
  'first turn',
  'FMW_EFFECT_UNKNOWN await id',
  async (talk) => {
    const save = async () => {
      done.push('order')
      throw new Error('no such table')
    }
    await talk.once('order', () => ({ id: save() }))
    return talk.pay('Approve', fees)
  },
  { does: ['order'] },
)
mistake(
  "talk.once('order', () => new Map([['rice', save()]]))",
  'first turn',
  'FMW_EFFECT_UNKNOWN await rice',
  async (talk) => {
    await talk.once('order', () => new Map([['rice', Promise.reject(new Error('no such table'))]]))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.load('prices', () => items.map(async (item) => price(item)))",
  'first turn',
  'FMW_LOAD_FAILED await 0',
  async (talk) => {
    await talk.load('prices', () => ['Rice', 'Oil'].map(async (item) => item.length))
    return talk.pay('Approve', fees)
  },
)
mistake("talk.load('shop', () => ({ open: new Set(days) }))", 'first run', 'open: a Set', async (talk) => {
  await talk.load('shop', () => ({ open: new Set(['Monday']) }))
  return talk.end('Thank you')
})
mistake("talk.once('order', () => fetch(url))", 'first run', 'a Response', async (talk) => {
  await talk.once('order', async () => new Response('ok'))
  return talk.end('Thank you')
})
mistake(
  "talk.load('price', () => (item) => priceOf(item))",
  'first run',
  'a step gave what JSON does not keep',
  async (talk) => {
    await talk.load('price', () => () => 5)
    return talk.end('Thank you')
  },
)

mistake(
  "talk.load('rate', () => Number(text)), which is NaN",
  'first turn',
  'FMW_LOAD_FAILED NaN in it',
  async (talk) => {
    const rate = await talk.load('rate', () => Number('GHS 5'))
    return talk.end(`${rate}`)
  },
)
mistake(
  "talk.once('order', () => ({ cart: [{ price: 5 / 0 }] }))",
  'first turn',
  'FMW_EFFECT_UNKNOWN Infinity in it, which JSON does not keep: cart.0.price',
  async (talk) => {
    const { cart } = await talk.once('order', () => ({ cart: [{ price: 5 / 0 }] }))
    return talk.end(`${cart.length}`)
  },
)
mistake(
  'text({ check: () => ({ price: NaN }) })',
  'the answer',
  'FMW_TALK_STEP its answer has NaN in it',
  async (talk) => {
    await talk.ask('Code?', text({ check: () => ({ price: Number.NaN }) }))
    return talk.end('Thanks')
  },
  { answers: ['7'] },
)
mistake(
  "talk.once('order', () => ({ toJSON: async () => order }))",
  'first turn',
  'FMW_EFFECT_UNKNOWN await it',
  async (talk) => {
    await talk.once('order', () => ({ toJSON: () => Promise.reject(new Error('no order')) }))
    return talk.end('Ordered')
  },
)
mistake(
  "talk.load('catalogue', () => pages), of 20,000 characters",
  'first run',
  'a step takes more than a quarter of its record',
  async (talk) => {
    await talk.load('catalogue', () => 'x'.repeat(20_000))
    return talk.end('Goodbye')
  },
)
mistake(
  'talk.once(`card-$' + '{pin}`, order)',
  'first run',
  'a sensitive answer is kept in plain',
  async (talk) => {
    const pin = await talk.ask('Your PIN?', text({ sensitive: true }))
    await talk.once(`card-${pin}`, order)
    return talk.end('Ordered')
  },
  { answers: ['1234'], does: ['order'] },
)
mistake(
  'talk.about(`Card $' + '{pin}`)',
  'first run',
  'a sensitive answer is kept in plain',
  async (talk) => {
    const pin = await talk.ask('Your PIN?', text({ sensitive: true }))
    talk.about(`Card ${pin}`)
    return talk.end('Goodbye')
  },
  { answers: ['1234'] },
)
mistake(
  "talk.choose('Pupil?', pupils), of 20,000 characters",
  'first run',
  'a list is too long to be kept whole',
  async (talk) => {
    const pupils = Array.from({ length: 200 }, (_, at) => ({ label: `Pupil ${at}`, about: 'x'.repeat(90), group: 'A' }))
    return talk.end((await talk.choose('Pupil?', pupils)).label)
  },
)

// What a step is given

mistake(
  "talk.once('order', order())",
  'first turn',
  'FMW_TALK_STEP the effect must be a function',
  async (talk) => {
    await talk.once('order', untyped(order()))
    return talk.pay('Approve', fees)
  },
  { does: ['order'] },
)
mistake("talk.once('the order', order)", 'first turn', 'FMW_TALK_STEP its name must be', async (talk) => {
  await talk.once('the order', order)
  return talk.pay('Approve', fees)
})
mistake(
  "talk.once('order', order, { recovers: order })",
  'first turn',
  'FMW_QUESTION_NAME "recover" may be meant',
  async (talk) => {
    await talk.once('order', order, untyped({ recovers: order }))
    return talk.pay('Approve', fees)
  },
)
mistake(
  "talk.once('order', order, { recover: true })",
  'first turn',
  'FMW_QUESTION_VALUE recover of talk.once must be a function',
  async (talk) => {
    await talk.once('order', order, untyped({ recover: true }))
    return talk.pay('Approve', fees)
  },
)
mistake("talk.load('price', read())", 'first turn', 'FMW_TALK_STEP what reads it must be a function', async (talk) => {
  await talk.load('price', untyped(Promise.resolve(5)))
  return talk.pay('Approve', fees)
})
mistake("talk.choose('Shop', [])", 'first turn', 'FMW_TALK_STEP there is nothing to choose', async (talk) => {
  return talk.end(await talk.choose('Shop', []))
})
mistake(
  "talk.choose('Shop', [{ name: 'Rice' }])",
  'first turn',
  'FMW_TALK_STEP option 1 has no label',
  async (talk) => {
    return talk.end(await talk.choose('Shop', untyped([{ name: 'Rice' }])))
  },
)
mistake(
  "talk.choose('Shop', { label: 'Rice' })",
  'first turn',
  'FMW_TALK_STEP its options must be a list',
  async (talk) => {
    return talk.end(await talk.choose('Shop', untyped({ label: 'Rice' })))
  },
)
mistake("talk.choose('Amount?', [5, 10])", 'first turn', 'FMW_TALK_STEP option 1 has no label', async (talk) => {
  return talk.end(await talk.choose('Amount?', untyped([5, 10])))
})
mistake("talk.choose('Shop', [null])", 'first turn', 'FMW_TALK_STEP option 1 has no label', async (talk) => {
  return talk.end(await talk.choose('Shop', untyped([null])))
})
mistake(
  "{ label: 'Rice', price: priceOf('rice') }, a promise",
  'first turn',
  'FMW_TALK_STEP option 1, Rice, has a promise in it: await price',
  async (talk) => {
    const { label } = await talk.choose('Shop', [{ label: 'Rice', price: Promise.reject(new Error('no price')) }])
    return talk.end(label)
  },
)
mistake("{ label: 'Rice', price: NaN }", 'first turn', 'FMW_TALK_STEP option 1, Rice, has NaN in it', async (talk) => {
  return talk.end((await talk.choose('Shop', [{ label: 'Rice', price: Number.NaN }])).label)
})
mistake("{ label: 'Rice', get price() { throw … } }", 'first turn', 'no such price', async (talk) => {
  const rice = {
    label: 'Rice',
    get price(): number {
      throw new Error('no such price')
    },
  }
  return talk.end((await talk.choose('Shop', [rice])).label)
})
mistake("{ label: 'Rice', amount: -1 }", 'first turn', 'FMW_REPLY_AMOUNT amount of option 1, Rice,', async (talk) => {
  return talk.end((await talk.choose('Shop', [{ label: 'Rice', amount: -1 }])).label)
})
mistake("{ label: 'Rice', amount: '5' }", 'first turn', 'FMW_REPLY_AMOUNT amount of option 1, Rice,', async (talk) => {
  return talk.end((await talk.choose('Shop', [{ label: 'Rice', amount: untyped('5').concat() }])).label)
})
mistake("{ label: 'Rice', amount: NaN }", 'first turn', 'FMW_REPLY_AMOUNT amount of option 1, Rice,', async (talk) => {
  return talk.end((await talk.choose('Shop', [{ label: 'Rice', amount: Number.NaN }])).label)
})
mistake(
  'talk.ask(user.question, …), which is undefined',
  'first turn',
  'FMW_TALK_STEP its text must be a string',
  async (talk) => {
    return talk.end(await talk.ask(nothing, text()))
  },
)
mistake("talk.show('')", 'first turn', 'FMW_TALK_STEP its text must be a string', async (talk) => {
  await talk.show('')
  return talk.end('Goodbye')
})
mistake('talk.end(5)', 'first turn', 'FMW_TALK_STEP its text must be a string', async (talk) => talk.end(untyped(5)))
mistake("talk.ask('How many?', whole)", 'first turn', 'FMW_TALK_STEP give a question', async (talk) => {
  return talk.end(`${await talk.ask('How many?', untyped(whole))}`)
})
mistake(
  "talk.ask('How many?', { read: Number })",
  'first turn',
  'FMW_TALK_STEP the field of a question must be one of',
  async (talk) => talk.end(`${await talk.ask('How many?', untyped({ read: Number }))}`),
)
mistake(
  "talk.ask('Code?', { type: 'code', field: 'text', read() {} })",
  'the answer',
  'FMW_TALK_STEP must give { answer }',
  async (talk) => talk.end(await talk.ask('Code?', { type: 'code', field: 'text', read: () => nothing })),
  { answers: ['5'] },
)
for (const [written, told, read] of [
  [
    "{ type: 'code', field: 'text', read: () => ({ answer: undefined }) }",
    'its answer is nothing',
    { answer: nothing },
  ],
  [
    "{ type: 'code', field: 'text', async read(entered) { … } }",
    'must not be async',
    Promise.resolve({ problem: 'No' }),
  ],
  ["{ type: 'code', field: 'text', read: () => ({ lookUp: find(code) }) }", 'must be a function', { lookUp: {} }],
  [
    "{ type: 'code', field: 'text', read: () => ({ lookUp: () => find(code) }) }, which gives nothing",
    'the lookUp of its question must give { answer }',
    { lookUp: async () => nothing },
  ],
  [
    "{ type: 'code', field: 'text', read: () => ({ lookUp: async () => 'wrong' }) }",
    'the lookUp of its question must give { answer }',
    { lookUp: async () => 'wrong' },
  ],
] as const) {
  mistake(
    written,
    'the answer',
    `FMW_TALK_STEP ${told}`,
    async (talk) => {
      await talk.ask('Code?', { type: 'code', field: 'text', read: () => untyped(read) })
      return talk.pay('Approve', fees)
    },
    { answers: ['5'] },
  )
}
for (const [written, told, found] of [
  ["text({ check: (pin) => isRight(pin) ? true : new Error('Wrong PIN') })", 'its answer is an Error', new Error('No')],
  ['text({ check: (code) => db.find({ code }) }), which gives []', 'its check gave an empty list', []],
  ['text({ check: (code) => rows.length })', 'its check gave a number', 3],
  ['text({ check: () => new Map() })', 'its answer is a Map', new Map()],
  ['text({ check: () => new Boolean(false) })', 'its answer is a Boolean', Object(false)],
] as const) {
  mistake(
    written,
    'the answer',
    `FMW_TALK_STEP ${told}`,
    async (talk) => {
      await talk.ask('Code?', text({ check: async () => untyped({ found }).found }))
      return talk.pay('Approve', fees)
    },
    { answers: ['9999'] },
  )
}
mistake(
  "{ label: 'Rice', order: () => talk.once('order', order) }",
  'first run',
  'options.0.order: a function',
  async (talk) => talk.end((await talk.choose('Shop', [{ label: 'Rice', order: () => 5 }])).label),
  { answers: ['1'] },
)
mistake(
  'text({ check: () => ({ name, groups: new Set() }) })',
  'first run',
  'groups: a Set',
  async (talk) => talk.end((await talk.ask('Code?', text({ check: () => ({ name: 'Ama', groups: new Set() }) }))).name),
  { answers: ['7'] },
)
mistake(
  "{ type: 'code', field: 'text', read, problem: '' }",
  'first turn',
  'FMW_TALK_STEP the problem of a question',
  async (talk) => {
    const read = (answer: string) => ({ answer })
    return talk.end(await talk.ask('Code?', { type: 'code', field: 'text', read, problem: '' }))
  },
)
mistake("talk.ask('How many?', null)", 'first turn', 'FMW_TALK_STEP give a question', async (talk) => {
  return talk.end(await talk.ask('How many?', untyped({ question: null }).question))
})
mistake("talk.ask('Your name?', text(), null)", 'first turn', 'FMW_QUESTION_VALUE options of a step', async (talk) => {
  return talk.end(await talk.ask('Your name?', text(), untyped({ options: null }).options))
})
mistake(
  "talk.confirm('Sure?', 'sensitive')",
  'first turn',
  'FMW_QUESTION_VALUE options of talk.confirm',
  async (talk) => {
    return talk.end(`${await talk.confirm('Sure?', untyped('sensitive').concat())}`)
  },
)
mistake(
  "talk.ask('Your PIN?', text(), { sensitve: true })",
  'first turn',
  'FMW_QUESTION_NAME "sensitive" may be meant',
  async (talk) => {
    return talk.end(await talk.ask('Your PIN?', text(), untyped({ sensitve: true })))
  },
)
mistake('whole({ min: 9, max: 1 })', 'built', 'FMW_QUESTION_VALUE min', async (talk) => {
  return talk.end(`${await talk.ask('How many?', whole({ min: 9, max: 1 }))}`)
})
mistake('whole({ minimum: 1 })', 'built', 'FMW_QUESTION_NAME "min" may be meant', async (talk) => {
  return talk.end(`${await talk.ask('How many?', whole(untyped({ minimum: 1 })))}`)
})
mistake("whole({ min: '1' })", 'built', 'FMW_QUESTION_VALUE min', async (talk) => {
  return talk.end(`${await talk.ask('How many?', whole(untyped({ min: '1' })))}`)
})
mistake(
  'whole(), where 0 is Back',
  'the answer',
  'FMW_TALK_STEP takes 0 for an answer',
  async (talk) => {
    await talk.show('Welcome')
    return talk.end(`${await talk.ask('How many?', whole())}`)
  },
  { answers: ['1'], isOfPhones: true },
)
mistake(
  'text({ pattern: /^\\d+$/ }), where 0 is Back',
  'the answer',
  'FMW_TALK_STEP takes 0 for an answer',
  async (talk) => {
    await talk.show('Welcome')
    return talk.end(await talk.ask('Your number?', text({ pattern: /^\d+$/ })))
  },
  { answers: ['1'], isOfPhones: true },
)
mistake(
  "{ type: 'code', field: 'text', read }, where read takes 0",
  'the answer',
  'FMW_TALK_STEP takesKeys: false',
  async (talk) => {
    await talk.show('Welcome')
    return talk.end(await talk.ask('Code?', { type: 'code', field: 'text', read: (answer) => ({ answer }) }))
  },
  { answers: ['1'], isOfPhones: true },
)
mistake("talk.speak({ bak: 'Retour' })", 'first turn', "FMW_CONVERSATION 'back' may be meant", async (talk) => {
  talk.speak(untyped({ bak: 'Retour' }))
  return talk.end('Goodbye')
})

mistake(
  'talk.speak(words.fr), which is undefined',
  'first turn',
  'FMW_CONVERSATION an object of words',
  async (talk) => {
    talk.speak(nothing)
    return talk.end('Goodbye')
  },
)
mistake("text({ optional: 'Leave it out' })", 'built', 'FMW_QUESTION_VALUE optional', async (talk) =>
  talk.end(`${await talk.ask('A note?', text({ optional: 'Leave it out' }))}`),
)
mistake(
  "whole({ optional: '0 to skip' }), which takes 0",
  'first turn',
  'FMW_TALK_STEP 0 skips its question and is an answer to it',
  async (talk) => talk.end(`${await talk.ask('How many?', whole({ optional: '0 to skip' }))}`),
)
mistake("{ label: 'Rice', group: 5 }", 'first turn', 'FMW_TALK_STEP the group of option 1 must be text', async (talk) =>
  talk.end(`${await talk.choose('Shop', untyped([{ label: 'Rice', group: 5 }]))}`),
)
mistake(
  "{ label: 'Rice', number: 'A-1' }",
  'first turn',
  'FMW_TALK_STEP the number of option 1 must be 1 to 8 digits or letters',
  async (talk) => talk.end((await talk.choose('Shop', [{ label: 'Rice', number: 'A-1' }])).label),
)
mistake(
  "{ label: 'Rice', number: 99 }",
  'first turn',
  'FMW_TALK_STEP the number of option 1 is 99, which is the key of a way',
  async (talk) => talk.end((await talk.choose('Shop', [{ label: 'Rice', number: 99 }])).label),
)
mistake(
  "[{ label: 'Rice', number: 7 }, { label: 'Oil', number: 7 }]",
  'first turn',
  'FMW_TALK_STEP the number of option 2 is that of option 1 too',
  async (talk) => {
    const shelf = [
      { label: 'Rice', number: 7 },
      { label: 'Oil', number: 7 },
    ]
    return talk.end((await talk.choose('Shop', shelf)).label)
  },
)

// Money

mistake("talk.pay('Approve')", 'first turn', 'FMW_REPLY_PAYMENT needs what is to be paid', async (talk) =>
  talk.pay('Approve', nothing),
)
mistake("talk.pay('Approve', { amount: 5 })", 'first turn', 'FMW_REPLY_TEXT The description must be', async (talk) => {
  return talk.pay('Approve', untyped({ amount: 5 }))
})
mistake(
  "{ name: 'Fees', quantity: 1, price: '5' }",
  'first turn',
  'FMW_REPLY_AMOUNT The price of the item must be',
  async (talk) => {
    return talk.pay('Approve', { ...fees, price: untyped('5').concat() })
  },
)
mistake(
  "{ name: 'Fees', quantity: 1, price: 0 }",
  'first turn',
  'FMW_REPLY_AMOUNT The price of the item must be',
  async (talk) => {
    return talk.pay('Approve', { ...fees, price: 0 })
  },
)
mistake(
  "{ name: 'Fees', quantity: 1, price: 5.005 }",
  'first turn',
  'FMW_REPLY_AMOUNT The price of the item must be',
  async (talk) => {
    return talk.pay('Approve', { ...fees, price: 5.005 })
  },
)
mistake("{ amount: 10 / 3, description: 'Fees' }", 'first turn', 'FMW_REPLY_AMOUNT about 3.333', async (talk) =>
  talk.pay('Approve', { amount: 10 / 3, description: 'Fees' }),
)
mistake(
  "{ name: 'Fees', quantity: '3', price: 5 }",
  'first turn',
  'FMW_REPLY_QUANTITY Convert strings with Number()',
  async (talk) => talk.pay('Approve', { ...fees, quantity: untyped('3').concat() }),
)
mistake(
  "{ name: 'Fees', quantity: 0, price: 5 }",
  'first turn',
  'FMW_REPLY_QUANTITY The quantity of the item must be',
  async (talk) => {
    return talk.pay('Approve', { ...fees, quantity: 0 })
  },
)

mistake(
  '{ …, reference: order.ref }, which is undefined',
  'first turn',
  'FMW_REPLY_TEXT leave it out',
  async (talk) => {
    return talk.pay('Approve', { ...fees, reference: nothing })
  },
)
mistake(
  "if (await talk.choose('Pay 500?', ['Yes', 'No'])) return talk.pay(…)",
  'first run',
  'a yes or a no to a payment is asked for with talk.choose',
  async (talk) => {
    if (await talk.choose('Pay 500?', ['Yes', 'No'])) return talk.pay('Approve', fees)
    return talk.end('No')
  },
  { answers: ['2'], pays: true },
)
mistake(
  "await talk.confirm('Pay GHS 500?'); return talk.pay(…)",
  'first run',
  'a payment follows a No',
  async (talk) => {
    await talk.confirm('Pay GHS 500?')
    return talk.pay('Approve', fees)
  },
  { answers: ['2'], pays: true },
)
mistake(
  "talk.confirm('Pay GHS 50?'), then a payment of 500",
  'first run',
  'a payment is of another amount than its talk.confirm says',
  async (talk) => {
    if (!(await talk.confirm('Pay GHS 50?'))) return talk.end('No')
    return talk.pay('Approve', fees)
  },
  { answers: ['1'], pays: true },
)
mistake(
  "await talk.choose('Shop', ['Rice', 'Oil']); await talk.once('order', order)",
  'first run',
  'a dialled code, such as *713*1#, leads to this effect or payment',
  async (talk) => {
    await talk.choose('Shop', ['Rice', 'Oil'])
    await talk.once('order', order)
    return talk.end('Ordered')
  },
  { answers: ['1'], does: ['order'], isOfPhones: true },
)

// What subscribers do not see as it is written

const long = (count: number) => 'words '.repeat(count).trim()
mistake(
  'talk.pay(text, …), of 200 characters',
  'first run',
  'a payment stands behind "More"',
  async (talk) => talk.pay(`Approve the fees. ${long(30)}`, fees),
  { isOfPhones: true },
)
mistake(
  "talk.choose('Shop', items), of 30 items",
  'first run',
  'an option stands behind "More"',
  async (talk) =>
    talk.end(
      await talk.choose(
        'Shop',
        Array.from({ length: 30 }, (_, at) => `Rice ${at + 1} kg`),
      ),
    ),
  { isOfPhones: true },
)
mistake(
  '{ label }, of 200 characters',
  'first run',
  'a text was shortened',
  async (talk) => talk.end(await talk.choose('Shop', [long(34)])),
  { isOfPhones: true },
)
mistake(
  'talk.about(what), of 80 characters',
  'first run',
  'a text was shortened',
  async (talk) => {
    talk.about(long(14))
    return talk.end(await talk.ask('Your name?', text()))
  },
  { isOfPhones: true },
)
mistake(
  'talk.speak({ waiting }), of 200 characters',
  'first run',
  'shorten it to 160 characters',
  async (talk) => {
    talk.speak({ waiting: long(34) })
    return talk.end(await talk.ask('Your name?', text()))
  },
  { isOfPhones: true },
)
mistake(
  'talk.pay(text, { items, … }), whose names have 120 characters',
  'first run',
  'give a description of at most 100 characters',
  async (talk) => talk.pay('Approve', { ...fees, name: long(20) }),
  { isOfPhones: true, pays: true },
)
mistake(
  'text({ problem }), of 150 characters',
  'first run',
  'under a line that tells of a wrong answer its question stands behind "More"',
  async (talk) => talk.end(await talk.ask('What is your name?', text({ problem: long(25) }))),
  { isOfPhones: true },
)
mistake(
  "talk.end('Ɛte sɛn?')",
  'first run',
  'characters were folded or dropped',
  async (talk) => talk.end('Ɛte sɛn?'),
  { isOfPhones: true },
)
mistake(
  "talk.end('Ɛte sɛn? …'), with characters: 'keep'",
  'first run',
  'a letter outside GSM 7-bit takes more than half of the page',
  async (talk) => talk.end(`Ɛte sɛn? ${long(15)}`),
  { isOfPhones: true, settings: { characters: 'keep' } },
)
mistake(
  "talk.ask('Your number?', phone()), without a country",
  'first run',
  'a phone number as it is dialled at home cannot be read',
  async (talk) => talk.end(await talk.ask('Your number?', phoneNumber())),
)
mistake(
  "{ label: 'Adult', amount: 5 }",
  'first run',
  'a screen is not shown in whole on every channel',
  async (talk) => talk.end((await talk.choose('Tickets', [{ label: 'Adult', amount: 5 }])).label),
  { isOfPhones: true },
)

// What is thrown, and what has no end

mistake("(talk) => { throw new Error('no such table') }", 'first turn', 'no such table', () => {
  throw new Error('no such table')
})
mistake(
  "throw 'sold out'",
  'first turn',
  'sold out',
  async () => {
    throw 'sold out'
  },
  { isWithoutLine: true },
)
mistake(
  'throw null',
  'first turn',
  'null',
  async () => {
    throw null
  },
  { isWithoutLine: true },
)
const unreadable = 'what was thrown cannot be read'
mistake(
  'throw revoked, a proxy',
  'first turn',
  unreadable,
  async () => {
    throw revoked()
  },
  { isWithoutLine: true },
)
mistake(
  "talk.load('price', () => { throw revoked })",
  'first turn',
  'FMW_LOAD_FAILED cannot be shown',
  async (talk) => {
    await talk.load('price', () => {
      throw revoked()
    })
    return talk.end('Goodbye')
  },
)
mistake(
  'onTooMany: () => { throw revoked }',
  'the answer',
  unreadable,
  async (talk) => {
    const onTooMany = () => {
      throw revoked()
    }
    return talk.end(await talk.ask('Your PIN?', text({ check: () => false, tries: 1 }), { onTooMany }))
  },
  { answers: ['1'] },
)
mistake("for (;;) await talk.load('price', read)", 'first turn', 'FMW_TALK_STEP at most 1000 steps', async (talk) => {
  for (;;) await talk.load('price', () => 5)
})
mistake('a function that calls itself for ever', 'first turn', 'Maximum call stack', (talk) => {
  const again = (): ReturnType<Script> => again()
  talk.home()
  return again()
})

const unawaited = 'a promise of a script failed while nothing awaited it'
mistake('const rate = readRate(); await talk.ask(…); await rate', 'logged', unawaited, async (talk) => {
  const readRate = async () => {
    await setImmediate()
    throw new Error('no rate')
  }
  const rate = readRate()
  await talk.ask('How many?', whole({ min: 1 }))
  return talk.end(`${await rate}`)
})
mistake('db.insert(row), which fails', 'logged', unawaited, async (talk) => {
  const insert = async () => {
    throw new Error('no such table')
  }
  insert()
  return talk.end('Saved')
})
mistake("talk.once('order', () => { notify() })", 'logged', unawaited, async (talk) => {
  await talk.once('order', () => {
    Promise.reject(new Error('nobody to notify'))
  })
  return talk.end('Ordered')
})
mistake('setImmediate(async () => await fetch(url))', 'logged', unawaited, async (talk) => {
  globalThis.setImmediate(async () => {
    throw new Error('no answer')
  })
  return talk.end('Thanks')
})

const uncaught = 'a callback of a script threw'
mistake("setTimeout(() => { throw new Error('no rate') })", 'logged', uncaught, async (talk) => {
  setTimeout(() => {
    throw new Error('no rate')
  })
  return talk.end(await talk.ask('How many?', text()))
})
mistake("queueMicrotask(() => { throw new Error('no rate') })", 'logged', uncaught, async (talk) => {
  queueMicrotask(() => {
    throw new Error('no rate')
  })
  return talk.end(await talk.ask('How many?', text()))
})
mistake("process.nextTick(() => { throw new Error('no rate') })", 'logged', uncaught, async (talk) => {
  process.nextTick(() => {
    throw new Error('no rate')
  })
  return talk.end(await talk.ask('How many?', text()))
})
mistake(
  'text({ check: () => { setTimeout(() => { throw … }); return true } })',
  'logged',
  uncaught,
  async (talk) => {
    const check = () => {
      setTimeout(() => {
        throw new Error('no rate')
      })
      return true
    }
    await talk.ask('How many?', text({ check }))
    return talk.end(await talk.ask('Your name?', text()))
  },
  { answers: ['1'] },
)
mistake(
  "help: { key: '#', show: () => { setTimeout(() => { throw … }); … } }",
  'logged',
  uncaught,
  async (talk) => talk.end(await talk.ask('How many?', text())),
  {
    answers: ['#'],
    isOfPhones: true,
    settings: {
      help: {
        key: '#',
        show: () => {
          setTimeout(() => {
            throw new Error('no agent')
          })
          return 'Call us'
        },
      },
    },
  },
)
mistake(
  'readFile(file, (error) => { if (error) throw error })',
  'logged',
  uncaught,
  async (talk) => {
    readFile('/no-such-file', (error) => {
      if (error) throw error
    })
    return talk.end(await talk.ask('How many?', text()))
  },
  { isWithoutLine: true },
)
mistake(
  "talk.once('order', () => { createReadStream(file) })",
  'logged',
  uncaught,
  async (talk) => {
    await talk.once('order', () => {
      createReadStream('/no-such-file')
    })
    return talk.end(await talk.ask('How many?', text()))
  },
  { isWithoutLine: true },
)
mistake("new EventEmitter(), which emits 'error' later", 'logged', uncaught, async (talk) => {
  const emitter = new EventEmitter()
  process.nextTick(() => emitter.emit('error', new Error('no answer')))
  return talk.end(await talk.ask('How many?', text()))
})
mistake("talk.signal.addEventListener('abort', () => { throw … })", 'logged', uncaught, async (talk) => {
  talk.signal.addEventListener('abort', () => {
    throw new Error('no release')
  })
  return talk.end(await talk.ask('How many?', text()))
})
mistake("talk.signal.addEventListener('abort', async () => await release())", 'logged', uncaught, async (talk) => {
  talk.signal.addEventListener('abort', async () => {
    await null
    throw new Error('no release')
  })
  return talk.end(await talk.ask('How many?', text()))
})

// What nobody can tell

mistake("try { await talk.once('order', order) } catch {}", 'not found', 'nothing', async (talk) => {
  await talk.once('order', () => Promise.reject(new Error('no stock'))).catch(() => undefined)
  return talk.end('Ordered')
})
mistake('try { await talk.ask(…) } finally { db.release() }', 'not found', 'nothing', async (talk) => {
  try {
    return talk.end(await talk.ask('Your name?', text()))
  } finally {
    done.push('released')
  }
})
mistake(
  "(await talk.confirm('Pay?')) === 'yes'",
  'not found',
  'nothing',
  async (talk) => {
    if (untyped(await talk.confirm('Pay?')) === 'yes') return talk.pay('Approve', fees)
    return talk.end('Cancelled')
  },
  { answers: ['1'] },
)
mistake(
  "while (pin !== right) pin = await talk.ask('Your PIN?', secret)",
  'not found',
  'nothing',
  async (talk) => {
    let pin = ''
    while (pin !== '1234') pin = await talk.ask('Your PIN?', text({ sensitive: true, tries: 1 }))
    return talk.end('Welcome')
  },
  { answers: ['1111', '2222', '3333', '1234'] },
)
mistake('talk.home() before the PIN', 'not found', 'nothing', async (talk) => {
  talk.home()
  await talk.ask('Your PIN?', text({ sensitive: true }))
  return talk.end('Goodbye')
})
mistake(
  "for (const item of cart) await talk.once('order', order)",
  'not found',
  'nothing',
  async (talk) => {
    for (const item of ['rice', 'oil']) await talk.once('order', () => done.push(item))
    return talk.end('Ordered')
  },
  { does: ['rice', 'oil'] },
)

describe('A mistake in a script', () => {
  const asPhone = (held: Held) => held.phone()
  const asUser = (held: Held) => held.user()

  // What hears of a mistake knows no channel: every third is made in a rich one too.
  it.each(
    mistakes.map((mistaken, at) => ({
      ...mistaken,
      ways: at % 3 > 0 || mistaken.isOfPhones ? [asPhone] : [asPhone, asUser],
    })),
  )('$written is told: $when', async ({ ways, ...mistaken }) => {
    for (const by of ways) await hear(mistaken, by)
  })

  it('stands in the page for authors, with what they are told', () => {
    const rows = rowsOf('docs/reference/mistakes.md')
    const plain = (cell = '') => cell.replaceAll('`', '').trim()
    const expected = mistakes.map(({ written, when, told }) => [plain(written), when, plain(told)])
    expect(rows.map(([written, when, told]) => [plain(written), plain(when), plain(told)])).toEqual(expected)
    expect(rows.filter((cells) => cells.length !== 4 || plain(cells[3]) === '')).toEqual([])
    expect(new Set(mistakes.map(({ written }) => written)).size).toBe(mistakes.length)
  })

  it('has a row, whatever the plugin warns of at the desk', () => {
    const lines = [...Object.values(stepLines), ...Object.values(findingLines), ...Object.values(differenceLines)]
    const rows = mistakes.filter(({ when }) => when === 'first run' || when === 'second run')
    expect(lines.filter((line) => !rows.some(({ told }) => line.includes(told)))).toEqual([])
  })

  it('is told late in production as soon as a part asks that waits first, and no other subscriber pays', async () => {
    const waited = Promise.withResolvers<void>()
    const held = await hold(async (talk) => {
      if (talk.caller.mobile === '+233000000008') return talk.end('Closed')
      const sure = async () => {
        await waited.promise
        return await talk.confirm('Pay GHS 500?')
      }
      if (!sure()) return talk.end('Nothing was paid')
      return talk.pay('Approve', fees)
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/Approve/)
    waited.resolve()
    await pass()
    const [line] = held.lines.saying('a script went on while its screen was out')
    expect(line?.err).toMatchObject({
      message: expect.stringContaining('talk.confirm: the script has ended before it'),
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/^Sorry, something went wrong\. Nothing was paid\./)
    await held.phone('+233000000008').dial('*713#').expectScreen('Closed')
  })

  it('is forgotten of all but the last 1,000 sessions that it went on in', () => {
    const faults = new ScriptFaults()
    expect(faults.of('0')).toBeUndefined()
    const error = new Error('went on')
    for (let session = 0; session <= 1_000; session++) faults.stop(`${session}`, error)
    expect([faults.of('0'), faults.of('1'), faults.of('1000')]).toEqual([undefined, error, error])
  })

  it.each([
    ['in the script', false],
    ['in a step', true],
  ])('is none of a part that is over soon, or is begun %s: the payment is asked for', async (_where, isInStep) => {
    const over: string[] = []
    const part = async () => {
      await setImmediate()
      await setImmediate()
      over.push('over')
    }
    const goesOn = async () => await new Promise(() => undefined)
    const held = await hold(
      async (talk) => {
        part()
        if (isInStep) await talk.once('order', () => void goesOn())
        await talk.load('price', () => Promise.race([5, new Promise(() => undefined)]))
        part().finally(() => undefined)
        return talk.pay('Approve', fees)
      },
      { rehearse: true },
    )
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/Approve/)
    expect(over.slice(0, 2)).toEqual(['over', 'over'])
    expect(held.lines.saying('the handler of a turn failed')).toEqual([])
  })

  it.each([
    ['conversation({})', () => conversation(untyped({}))],
    ['conversation(script())', () => conversation(untyped(Promise.resolve()))],
    ['conversation(script, { trys: 3 })', () => conversation(() => nothing, untyped({ trys: 3 }))],
  ])('%s is told when the application starts', (_written, build) => {
    expect(build).toThrow(expect.objectContaining({ code: 'FMW_CONVERSATION' }))
  })
})

async function hear(mistaken: Mistake, by: (held: Held) => Phone): Promise<void> {
  const { script, when, told, answers, does, isWithoutLine, pays, settings, waits, line } = mistaken
  const ended: unknown[] = []
  const note = (error: unknown) => void ended.push(error)
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, note)
  onTestFinished(() => {
    for (const event of ['unhandledRejection', 'uncaughtException']) process.off(event, note)
  })
  done = []
  outside = { count: 0, name: '' }
  const held = await hold(script, { ...settings, rehearse: true }, waits ? { clock: quickClock } : {})
  const caller = by(held)
  const screens: Screen[] = [await caller.dial('*713#')]
  await pass()
  for (const answer of answers) screens.push(await caller.reply(answer))
  await pass()
  const failures = screens.map(({ text }) => /^(Sorry, something went wrong|We could not confirm)/.test(text))
  const fails = when === 'built' || when === 'first turn' || when === 'the answer'
  expect(failures).toEqual(screens.map((_, turn) => fails && turn === answers.length))
  expect(screens.some(({ payment, item }) => payment !== undefined || item !== undefined)).toBe(pays)
  expect(done).toEqual(does)
  // A timer and a file take their time.
  if (when === 'logged') await expect.poll(() => held.lines.all().filter(({ msg }) => isTold(msg))).not.toEqual([])
  const lines = held.lines.all().filter(({ msg }) => isTold(msg))
  const [code = '', ...words] = told.split(/(?<=^FMW_\w+) /)
  const said = lines
    .map((one) => JSON.stringify(one))
    .filter((one) => [code, ...words].every((part) => one.includes(JSON.stringify(part).slice(1, -1))))
  if (when === 'not found') expect(lines).toEqual([])
  else if (when === 'logged') expect(said).not.toEqual([])
  else expect({ lines, said }).toMatchObject({ said: [expect.anything()] })
  const named = lineIn(said[0])
  const next = mistakes.find((later) => later.line > line)?.line ?? Number.POSITIVE_INFINITY
  expect(named === undefined).toBe(when === 'not found' || isWithoutLine)
  if (named !== undefined) expect(named >= line && named < next).toBe(true)
  // Another subscriber gets a screen, and the process lives.
  const other = phone(held.app, { mobile: '+233000000007' })
  expect(await other.dial('*713#')).toMatchObject({ status: 200, text: expect.stringMatching(/\S/) })
  await pass()
  // The application's own listener hears of it too.
  expect(ended.length > 0).toBe(when === 'logged')
}

/** Lines by which an author hears of a mistake. */
function isTold(msg: string): boolean {
  return /the handler of a turn failed|an effect may have happened|a script went on while|the script (drew|took|waited)|a step gave|a screen says|a sensitive answer|a PIN or|two options|a step takes|a yes or a no|a promise of a script|a callback of a script|a payment (stands|follows|is of)|an option stands|under a line|a text was|characters were|a letter outside|a phone number as|a screen is|a dialled code|a list is/.test(
    msg,
  )
}

/** Lets a second run happen, and what a script left behind it. */
async function pass(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await setImmediate()
}
