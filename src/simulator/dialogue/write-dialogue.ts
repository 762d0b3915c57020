import { Document, isMap, isScalar, isSeq, parseDocument, Scalar, visit } from 'yaml'
import { FMW_DIALOGUE } from '../errors.ts'
import { longestDialogue } from './check-dialogue.ts'
import { actionNames, type Dialogue, type DialogueStep, flagActions, paymentActions } from './dialogue.ts'

/**
 * Writes a dialogue as YAML, the same each time: a line for each thing that is done, screens as they are seen. Above one that
 * `recordDialogue` made stand comments with the rows of which it isn't sure what is secret. A copy of it has no such comments.
 *
 * @param comments lines that stand above it too
 * @throws FMW_DIALOGUE for one that is longer than a dialogue may be
 * @example
 * await writeFile('stories/tea.yaml', writeDialogue(dialogue))
 * readDialogue(writeDialogue(dialogue)) // the same again
 */
export function writeDialogue(dialogue: Dialogue, comments: readonly string[] = []): string {
  const { dialogue: title, time, seed, profile, secrets, phones, faults, steps, outcome } = dialogue
  const inOrder = { dialogue: title, time, seed, profile, secrets, phones, faults, steps: steps.map(stepOf), outcome }
  const document = new Document(inOrder, { keepUndefined: false, aliasDuplicateObjects: false })
  const above = [...remarksOf(dialogue), ...comments]
  if (above.length > 0) document.commentBefore = above.map((line) => ` ${line}`).join('\n')
  shape(document)
  const text = document.toString(yamlStyle)
  if (text.length > longestDialogue)
    throw new FMW_DIALOGUE(
      `${title} has ${text.length} characters: a dialogue has at most ${longestDialogue}. Split it`,
    )
  return text
}

/** The text of a dialogue, all else in it kept, with what its screens show now. */
export function updateScreens(yaml: string, before: Dialogue, found: Dialogue): string {
  const document = parseDocument(yaml)
  for (const [at, { screen, ends, asks }] of found.steps.entries()) {
    const expected = before.steps[at]
    if (screen !== expected?.screen) {
      const node = new Scalar(screen)
      if (screen?.includes('\n')) node.type = 'BLOCK_LITERAL'
      document.setIn(['steps', at, 'screen'], node)
    }
    if (ends !== expected?.ends) document.setIn(['steps', at, 'ends'], ends)
    if (asks !== expected?.asks) document.setIn(['steps', at, 'asks'], asks)
  }
  return document.toString(yamlStyle)
}

/** How dialogues are written. */
const yamlStyle = { lineWidth: 0, singleQuote: true, nullStr: '' } as const

/** Screens line by line, short things on one line, and a gap between steps. */
function shape(document: Document): void {
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value !== 'string') return
      if (node.value.includes('\n')) node.type = 'BLOCK_LITERAL'
      // Older readers of YAML take these for true and false.
      else if (/^(?:y|n|yes|no|on|off)$/i.test(node.value)) node.type = 'QUOTE_SINGLE'
    },
    Pair: (_key, { key, value }) => {
      const name = isScalar(key) ? key.value : undefined
      if ((isMap(value) || isSeq(value)) && oneLine.some((known) => known === name)) value.flow = true
      if (name === 'phones' && isMap(value))
        for (const { value: phone } of value.items) if (isMap(phone)) phone.flow = true
      if (name === 'payments' && isSeq(value)) for (const bill of value.items) if (isMap(bill)) bill.flow = true
    },
  })
  const steps = document.get('steps')
  if (isSeq(steps)) for (const [at, step] of steps.items.entries()) if (isMap(step) && at > 0) step.spaceBefore = true
}

const oneLine: readonly string[] = [...paymentActions, 'contains', 'faults']

/** What is done comes first, then what must come of it. */
function stepOf(step: DialogueStep): object {
  const { phone, faults, screen, contains, ends, asks, status } = step
  const done = Object.fromEntries(actionNames.map((name) => [name, step[name]]))
  const { wait } = step
  const short = {
    ...(wait !== undefined && { wait: wait > 0 && wait % 1_000 === 0 ? `${wait / 1_000}s` : wait }),
    ...Object.fromEntries(flagActions.filter((name) => step[name] === true).map((name) => [name, null])),
    ...Object.fromEntries(
      paymentActions
        .filter((name) => Object.keys(Object(step[name])).length === 0 && step[name])
        .map((name) => [name, null]),
    ),
  }
  return { ...done, ...short, phone, faults, screen, contains, ends, asks, status }
}

const remarks = new WeakMap<Dialogue, readonly string[]>()

/** Sentences about a dialogue that stand above it when it's written. They are no part of it, and a copy has none. */
export function withRemarks(dialogue: Dialogue, sentences: readonly string[]): Dialogue {
  remarks.set(dialogue, sentences)
  return dialogue
}

/** None where none are known. */
function remarksOf(dialogue: Dialogue): readonly string[] {
  return remarks.get(dialogue) ?? []
}
