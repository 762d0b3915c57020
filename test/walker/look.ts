import type { Channel } from '../../src/conversation/index.ts'
import type { Screen } from '../../src/testing/index.ts'
import { problemsOfData, problemsOfText } from '../conversation/fuzz/check-screen.ts'
import { holdsPhone, holdsPin, namesIn } from './ledger.ts'

/** Something that a screen offers. */
export interface Offered {
  readonly label: string
  /** What is entered for it. */
  readonly value: string
}

/** A screen as its reader sees it. */
export interface Look {
  readonly options: readonly Offered[]
  readonly ways: readonly Offered[]
  readonly isConfirm: boolean
  readonly amounts: readonly number[]
}

export function lookAt(screen: Screen, channel: Channel): Look {
  const { text, choices = [] } = screen
  const lines = text.split('\n')
  const all =
    channel === 'ussd'
      ? lines.flatMap((line) => {
          const [, value, label] = numbered.exec(line) ?? []
          return value === undefined || label === undefined ? [] : [{ label, value }]
        })
      : choices.map(({ display, value }) => ({ label: display, value }))
  const isWay = ({ value, label }: Offered): boolean => channel !== 'ussd' && wayWords.test(label) && keys.has(value)
  const ways = channel === 'ussd' ? waysIn(lines.at(-1) ?? '') : all.filter(isWay)
  const options = all.filter((one) => !isWay(one))
  const [yes, no, ...more] = options
  const isConfirm = more.length === 0 && yesWords.test(yes?.label ?? '') && noWords.test(no?.label ?? '')
  return { options, ways, isConfirm, amounts: (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number) }
}

/** What is wrong with a screen, whoever reads it. @param own the name of its caller */
export function problemsOf(screen: Screen, channel: Channel, own: string): readonly string[] {
  const { text, type, status, choices = [] } = screen
  const { options, ways } = lookAt(screen, channel)
  const problems = channel === 'ussd' ? problemsOfText(screen, 160, '99') : problemsOfData(screen)
  const all = [text, screen.label ?? '', ...choices.map(({ display }) => display)].join('\n')
  if (status !== 200) problems.push(`status ${status}`)
  if (inside.test(all)) problems.push(`a screen shows what is inside: ${inside.exec(all)?.[0]}`)
  if (holdsPin(all)) problems.push('a PIN is on a screen')
  if (holdsPhone(all)) problems.push('a phone number is on a screen')
  if (namesIn(all).some((name) => name !== own)) problems.push("another caller's name is on the screen")
  if (type !== 'response' && (ways.length > 0 || choices.length > 0)) problems.push('a last screen has ways')
  const values = [...options, ...ways].map(({ value }) => value)
  if (new Set(values).size < values.length) problems.push('two of what is offered have one number')
  if (channel === 'ussd' && type === 'response' && !isInOrder(options)) problems.push('numbers with a gap')
  return problems
}

/** The same screen for whoever sees it. */
export function sameForAll(screen: Screen, name: string): string {
  const { type, text, dataType = '', fieldType = '', choices = [] } = screen
  const shown = [type, dataType, fieldType, text, ...choices.map(({ display, value }) => `${display}=${value}`)]
  return shown.join('\n').replaceAll(name, '@')
}

/** Codes of nominees are no count. */
function isInOrder(options: readonly Offered[]): boolean {
  const numbers = options.map(({ value }) => Number(value))
  if ((numbers[0] ?? 0) > 100) return true
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
}

function waysIn(line: string): readonly Offered[] {
  const words = line.split(' ')
  if (!keys.has(words[0] ?? '')) return []
  const ways: Offered[] = []
  for (const word of words) {
    const last = ways.at(-1)
    if (keys.has(word)) ways.push({ label: '', value: word })
    else if (last !== undefined) ways.splice(-1, 1, { ...last, label: `${last.label} ${word}`.trim() })
  }
  return ways
}

const numbered = /^(\d{1,3})\. (\S.*)$/
const keys: ReadonlySet<string> = new Set(['0', '00', '99', '#', '*0', '*00', '*99'])
const wayWords = /^(?:Back|Menu|More|Help|Retour|Accueil|Suite|Aide|San k[oɔ]|Fi ase[eɛ]|Toa so)/
const yesWords = /^(?:Yes|Oui|Aane)$/
const noWords = /^(?:No|Non|Daabi)$/
const inside =
  /undefined|\[object|\bNaN\b|\bnull\b|FMW_|Error\b|\{(?:min|max|example|about|decimals)\}|the register is down/
