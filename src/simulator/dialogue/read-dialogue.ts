import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
} from 'yaml'
import { FMW_DIALOGUE } from '../errors.ts'
import { type DialogueProblem, isDialogue, longestDialogue, problemsOf } from './check-dialogue.ts'
import { type Dialogue, type DialogueStep, flagActions, paymentActions } from './dialogue.ts'

/**
 * Reads a dialogue from YAML.
 *
 * @param file named in errors
 * @throws FMW_DIALOGUE with a line for each problem: file, line, column, field, and what would be right
 * @example
 * const dialogue = readDialogue(await readFile('stories/tea.yaml', 'utf8'), 'stories/tea.yaml')
 * dialogue.steps[0]?.dial // '*713#'
 */
export function readDialogue(yaml: string, file = 'the dialogue'): Dialogue {
  return new YamlDialogue(yaml, file).dialogue
}

/** A dialogue, or nothing but a sentence. @throws FMW_DIALOGUE */
export function checkDialogue(value: unknown): Dialogue {
  if (isDialogue(value)) return value
  throw refuse(problemsOf(value).map((problem) => inWords(problem)))
}

/** Where a step stands in its file: `tea.yaml:7`. Undefined for one that came from no file. */
export function placeOf(step: DialogueStep): string | undefined {
  return places.get(step)
}

const places = new WeakMap<object, string>()

/** A dialogue with the text that it was read from. */
export class YamlDialogue {
  readonly dialogue: Dialogue
  readonly #document: Document
  readonly #file: string
  readonly #lines = new LineCounter()

  /** @throws FMW_DIALOGUE */
  constructor(yaml: string, file: string) {
    this.#file = file
    this.#document = this.#parse(yaml)
    const value = normal(this.#document.toJS())
    if (!isDialogue(value)) throw refuse(problemsOf(value).map((problem) => this.#locate(problem)))
    this.dialogue = value
    for (const [at, step] of value.steps.entries()) places.set(step, `${file}:${this.#lineOf(['steps', at])}`)
  }

  #parse(yaml: string): Document {
    if (yaml.length > longestDialogue)
      throw refuse([`${this.#file} has ${yaml.length} characters: a dialogue has at most ${longestDialogue}. Split it`])
    const [document, second] = this.#documents(yaml)
    if (document === undefined || document.contents === null) throw refuse([`${this.#file} is empty: ${start}`])
    if (second !== undefined)
      throw this.#refuseAt(second.range[0], 'a second document begins here: give each dialogue a file of its own')
    visit(document, (_key, node) => {
      if (isAlias(node))
        throw this.#refuseAt(
          node.range?.[0],
          `*${node.source} begins with a star, which YAML takes for a reference: write it in quotes, '*${node.source}'`,
        )
      if (isScalar(node) || isCollection(node)) {
        if (node.anchor !== undefined)
          throw this.#refuseAt(
            node.range?.[0],
            `&${node.anchor} is an anchor of YAML, which no dialogue has: write the text in quotes, or write it out`,
          )
        if (node.tag?.startsWith('!'))
          throw this.#refuseAt(
            node.range?.[0],
            `${node.tag} is a tag of YAML, which no dialogue has: write the text in quotes`,
          )
      }
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) {
      const said = /call stack/.test(problem.message) ? 'it is nested too deeply' : problem.message
      throw this.#refuseAt(problem.pos[0], `this isn't YAML: ${said}`)
    }
    visit(document, {
      Pair: (_key, { key, value }) => {
        if (!isScalar(key)) return undefined
        // What a push says keeps its numbers.
        if (key.value === 'fields') return visit.SKIP
        // A reply such as 0123 is no number.
        if (isText(key.value)) for (const node of isSeq(value) ? value.items : [value]) asWritten(node)
        return undefined
      },
    })
    return document
  }

  #documents(yaml: string) {
    try {
      return parseAllDocuments(yaml, { lineCounter: this.#lines, prettyErrors: false, stringKeys: true })
    } catch (error) {
      throw refuse([
        `${this.#file} can't be read: ${error instanceof RangeError ? 'it is nested too deeply' : String(error)}`,
      ])
    }
  }

  #locate(problem: DialogueProblem): string {
    const { path, isName } = problem
    const line = this.#position(path, isName)
    return `${this.#file}:${line} ${inWords(problem)}`
  }

  #position(path: DialogueProblem['path'], isName: boolean): string {
    for (let end = path.length; end > 0; end -= 1) {
      const known = path.slice(0, end)
      const node = isName ? this.#keyAt(known) : this.#document.getIn(known, true)
      if (isNode(node) && node.range) return this.#lineAndColumn(node.range[0])
    }
    return '1:1'
  }

  #keyAt(path: DialogueProblem['path']): unknown {
    const parent = this.#document.getIn(path.slice(0, -1), true)
    if (!isMap(parent)) return undefined
    return parent.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === path.at(-1))?.key
  }

  #lineOf(path: DialogueProblem['path']): number {
    const node = this.#document.getIn(path, true)
    return isNode(node) && node.range ? this.#lines.linePos(node.range[0]).line : 1
  }

  #lineAndColumn(offset: number): string {
    const { line, col } = this.#lines.linePos(offset)
    return `${line}:${col}`
  }

  #refuseAt(offset: number | undefined, problem: string): Error {
    return refuse([`${this.#file}:${this.#lineAndColumn(offset ?? 0)} ${problem}`])
  }
}

const start = "begin with 'dialogue: ' and a title, then 'steps:' and a list"

function refuse(problems: readonly string[]): Error {
  const shown = problems.slice(0, mostShown)
  if (problems.length > mostShown) shown.push(`and ${problems.length - mostShown} more`)
  return new FMW_DIALOGUE(shown.join('\n'))
}

const mostShown = 5

/** `step 3, reply must be a text, and is empty`. */
function inWords({ path, problem }: DialogueProblem): string {
  const [first, at, ...rest] = path
  const isStep = first === 'steps' && typeof at === 'number'
  const words = isStep ? [`step ${at + 1}${rest.length === 0 ? '' : ','}`, ...dotted(rest)] : dotted(path)
  return [...(words.length === 0 ? ['the dialogue'] : words), problem].join(' ')
}

function dotted(path: DialogueProblem['path']): readonly string[] {
  if (path.length === 0) return []
  return [path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('')]
}

const texts = [
  'dialogue',
  'time',
  'dial',
  'reply',
  'secret',
  'choose',
  'push',
  'texts',
  'receives',
  'gateway',
  'screen',
  'phone',
  'number',
  'operator',
  'mobile',
  'serviceCode',
  'reference',
  'fails',
  'contains',
  'handled',
  'way',
]

function asWritten(node: unknown): void {
  if (isScalar(node) && node.value !== null) node.value = node.source ?? node.value
}

function isText(name: unknown): boolean {
  return texts.some((known) => known === name)
}

/** What may be written shorter, as it is meant. */
function normal(value: unknown): unknown {
  const top = Object(value)
  for (const step of listOf(top.steps)) {
    for (const [name, held] of Object.entries(Object(step))) {
      if (held === null && flagActions.some((one) => one === name)) Reflect.set(Object(step), name, true)
      if (held === null && paymentActions.some((one) => one === name)) Reflect.set(Object(step), name, {})
      if (held === null && name === 'dial') Reflect.set(Object(step), name, '')
      if (typeof held === 'string' && lists.includes(name)) Reflect.set(Object(step), name, [held])
      if (typeof held === 'string' && name === 'wait') Reflect.set(Object(step), name, millisecondsOf(held))
    }
  }
  for (const [name, held] of Object.entries(Object(top.faults))) if (held === null) Reflect.set(top.faults, name, {})
  for (const [name, held] of Object.entries(Object(top.phones))) if (held === null) Reflect.set(top.phones, name, {})
  return value
}

const lists = ['contains', 'faults']

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that is no time stays one, and is refused. */
function millisecondsOf(text: string): number | string {
  const [, digits, unit = 'ms'] = /^(\d{1,9})\s?(ms|s|m|h)?$/.exec(text.trim()) ?? []
  return digits === undefined ? text : Number(digits) * (unitMs[unit] ?? 1)
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
