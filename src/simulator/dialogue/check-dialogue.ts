import { paymentCodes } from '../../catalogue/payment-codes.ts'
import { networkMessages, ussdErrorCodes } from '../../catalogue/ussd-error-codes.ts'
import { kinds, turnKinds } from '../../pushes/kinds.ts'
import { hintOf } from '../../text/nearest-word.ts'
import { isRecord } from '../check-arguments.ts'
import { callNames } from '../faults/answers.ts'
import { faultTable, hintOfFault, isFaultName } from '../faults/table.ts'
import { channels } from '../phone/screen.ts'
import { profiles } from '../wire/profiles.ts'
import { actionNames, type Dialogue } from './dialogue.ts'

/** What is wrong with a dialogue, and where. */
export interface DialogueProblem {
  readonly path: readonly (string | number)[]
  /** Whether the name at the end of the path is meant, and not what it holds. */
  readonly isName: boolean
  /** Follows the name of the field. */
  readonly problem: string
}

/** Whether it is a dialogue. */
export function isDialogue(value: unknown): value is Dialogue {
  return problemsOf(value).length === 0
}

/** Everything that is wrong with a dialogue, in the order of its fields. */
export function problemsOf(value: unknown): readonly DialogueProblem[] {
  const problems: DialogueProblem[] = []
  dialogue(value, (problem, path = [], isName = false) => problems.push({ problem, path, isName }))
  return problems
}

type Path = readonly (string | number)[]
type Say = (problem: string, path?: Path, isName?: boolean) => void
type Check = (value: unknown, say: Say) => void

function within(say: Say, name: string | number): Say {
  return (problem, path = [], isName) => say(problem, [name, ...path], isName)
}

function must(what: string, isRight: (value: unknown) => boolean): Check {
  return (value, say) => {
    if (!isRight(value)) say(`must be ${what}, and is ${inWords(value)}`)
  }
}

const text = must('a text', (value) => typeof value === 'string')
const flag = must('left empty, or true', (value) => value === true)
const yesOrNo = must('true or false', (value) => typeof value === 'boolean')
const amount = must('a number of major currency units', (value) => typeof value === 'number' && value >= 0)
const span = must('a time such as 500, 65s or 10m', (value) => typeof value === 'number' && value >= 0)
const whole = must('a whole number', Number.isInteger)
const moment = must(
  'a time such as 2026-11-23T12:00:00Z',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
)

function oneOf(words: readonly string[]): Check {
  return (value, say) => {
    if (typeof value === 'string' && words.includes(value)) return
    say(`is ${inWords(value)}: ${hintOf(typeof value === 'string' ? value : '', words)}`)
  }
}

function list(of: Check, isFilled = false): Check {
  return (value, say) => {
    if (!Array.isArray(value)) say(`must be a list, each line of it with a dash, and is ${inWords(value)}`)
    else if (isFilled && value.length === 0) say('is empty')
    else if (value.length > mostItems) say(`has ${value.length} items: the most are ${mostItems}`)
    else for (const [at, item] of value.entries()) of(item, within(say, at))
  }
}

/** Characters of a file. */
export const longestDialogue = 1_000_000
/** Of each list of a dialogue. */
export const mostItems = 10_000

function mapOf(of: Check, name: Check = () => undefined): Check {
  return (value, say) => {
    if (!isRecord(value)) return say(`must have names and what belongs to them, and is ${inWords(value)}`)
    for (const [key, held] of Object.entries(value)) {
      name(key, within(say, key))
      of(held, within(say, key))
    }
  }
}

function object(fields: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check {
  return (value, say) => {
    if (!isRecord(value)) return say(`must have fields, and is ${inWords(value)}`)
    for (const [name, held] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (check === undefined) within(say, name)(`is no field here: ${hintOf(name, Object.keys(fields))}`, [], true)
      else if (held !== undefined) check(held, within(say, name))
    }
    for (const name of needed) if (Reflect.get(value, name) === undefined) say(`lacks ${name}`)
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return JSON.stringify(value).slice(0, 40)
}

const faultName: Check = (value, say) => {
  const name = String(value)
  if (!isFaultName(name)) say(`is ${inWords(name)}: ${hintOfFault(name)}`)
}

const fault: Check = (value, say) => {
  const [name = '', way] = String(value).split('.')
  if (!isFaultName(name)) return faultName(name, say)
  const ways = new Set(Object.values(faultTable[name].ways).flatMap((own) => Object.keys(own)))
  if (way !== undefined && !ways.has(way)) say(`is '${value}': ${name} has the ways ${[...ways].join(', ')}`)
}

const endingFields = {
  reference: text,
  amount,
  fails: oneOf(paymentCodes.filter(({ result }) => result !== 'success').map(({ code }) => code)),
  cancels: flag,
}

const ending = object(endingFields)

const payment = object({
  ...endingFields,
  leaves: flag,
  hangs: flag,
  times: whole,
  takes: span,
  method: oneOf(['mobile money', 'card', 'qr', 'wallet']),
})

const anything: Check = () => undefined

const actions: Readonly<Record<(typeof actionNames)[number], Check>> = {
  dial: text,
  redial: flag,
  reply: text,
  secret: text,
  choose: text,
  hangUp: flag,
  timeout: flag,
  repeatLast: flag,
  push: text,
  approve: payment,
  refuse: flag,
  pays: payment,
  finishes: ending,
  texts: text,
  receives: text,
  wait: span,
  trigger: object({ kind: oneOf(kinds), fields: mapOf(anything) }, ['kind']),
  gateway: oneOf(['none', ...[...ussdErrorCodes, ...networkMessages].map(({ code }) => code)]),
}

const stepFields = {
  phone: text,
  ...actions,
  faults: list(fault),
  screen: text,
  contains: list(text),
  ends: yesOrNo,
  asks: amount,
  status: whole,
}

const fieldsOfStep = object(stepFields)

const step: Check = (value, say) => {
  fieldsOfStep(value, say)
  if (!isRecord(value)) return
  const done = actionNames.filter((name) => Reflect.get(value, name) !== undefined)
  const [, second] = done
  const isMisspelt = Object.keys(value).some((name) => !Object.hasOwn(stepFields, name))
  if (done.length === 0 && !isMisspelt) say(`does nothing: give one of ${actionNames.join(', ')}`)
  if (second !== undefined)
    within(say, second)(`makes a second thing of a step that has ${done[0]}: begin a new step with a dash`, [], true)
}

const fields = object(
  {
    dialogue: text,
    time: moment,
    seed: whole,
    profile: oneOf(Object.keys(profiles)),
    secrets: mapOf(text),
    phones: mapOf(
      object({
        number: must(
          'a number such as +233000000000',
          (value) => typeof value === 'string' && /^\+\d{7,17}$/.test(value),
        ),
        channel: oneOf(channels),
        kind: oneOf(turnKinds),
        operator: text,
        mobile: text,
        serviceCode: text,
      }),
    ),
    faults: mapOf(
      object({
        rate: must('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1),
        kinds: list(oneOf([...kinds, ...callNames])),
        way: text,
      }),
      faultName,
    ),
    steps: list(step, true),
    outcome: object({
      payments: list(object({ asked: amount, paid: amount, handled: text })),
      ledger: oneOf(['clean']),
    }),
  },
  ['dialogue', 'steps'],
)

const dialogue: Check = (value, say) => {
  fields(value, say)
  if (!isRecord(value)) return
  const phones = Object(Reflect.get(value, 'phones'))
  const secrets = Object(Reflect.get(value, 'secrets'))
  const steps: unknown = Reflect.get(value, 'steps')
  for (const [at, one] of Array.isArray(steps) ? steps.entries() : []) {
    for (const [name, known, what] of [
      ['phone', phones, 'phones'],
      ['secret', secrets, 'secrets'],
    ] as const) {
      const given: unknown = Reflect.get(Object(one), name)
      if (typeof given === 'string' && !Object.hasOwn(known, given))
        within(within(within(say, 'steps'), at), name)(`is '${given}', which ${what} at the top doesn't have`)
    }
  }
}
