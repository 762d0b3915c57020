import { fitText, readUssdRules } from '../../../simulator/gateway/rules.ts'
import type { Channel, Screen } from '../../../simulator/phone/screen.ts'
import { drawRichFields } from '../../../simulator/phone/transcript.ts'
import { printable } from '../../../text/clean-text.ts'
import { hanging, usualColumns } from '../../look/table.ts'
import type { Terminal, Tone } from '../../terminal.ts'
import { againstLimit } from '../row-line.ts'
import { type Turn, turnLimit } from './phone-call.ts'

/** Shows a turn as people read it: what was done, how long the answer took, the screen, and what is wrong with it. */
export function showTurn(turn: Turn, channel: Channel, operator: string, terminal: Terminal): void {
  for (const { text, tone } of drawTurn(turn, channel, operator, terminal.columns)) terminal.out(text, tone)
}

interface TurnPart {
  readonly text: string
  readonly tone?: Tone
}

function drawTurn(turn: Turn, channel: Channel, operator: string, columns = usualColumns): readonly TurnPart[] {
  const { act, entered, screen, ms, problem, notices } = turn
  const took = ms === null || ms === 0 ? '' : againstLimit(ms, turnLimit)
  const done = `${act} ${printable(entered ?? '')}`.trimEnd()
  return [
    { text: took === '' ? done : `${done.padEnd(columns - took.length - 1)} ${took}`, tone: 'done' },
    ...(screen === null || screen.text === ''
      ? []
      : drawBox(screen, channel, operator, columns).map((text) => ({ text }))),
    ...(problem === null ? [] : [{ text: hanging('  ', printable(problem), columns), tone: 'bad' } as const]),
    ...notices.map(({ kind, ms, verdict }) => ({
      text: hanging('  ', `The notice (${kind}) took ${Math.round(ms)} ms: ${verdict}`, columns),
      ...(verdict !== 'ok' && { tone: 'bad' as const }),
    })),
    ...endOf(turn).map((text) => ({ text: hanging('  ', text, columns) })),
  ]
}

/** What follows once the session is over. */
function endOf({ screen, prompt, isOpen }: Turn): readonly string[] {
  if (isOpen || screen === null) return []
  const items = screen.item?.map(({ quantity, name, price }) => `${quantity} x ${name} at ${price}`).join(', ')
  return [
    items === undefined ? 'The session is over.' : `The session ends in the checkout of ${printable(items)}.`,
    ...(prompt === null ? [] : [`The phone asks to pay ${prompt.amount} for ${printable(prompt.description)}.`]),
  ]
}

function drawBox(screen: Screen, channel: Channel, operator: string, columns: number): readonly string[] {
  const texts = channel === 'ussd' ? screen.text.split('\n') : drawRichFields(screen)
  const room = Math.min(widest, columns - 6)
  const lines = texts.flatMap((text) => hanging('', printable(text), room).split('\n'))
  const width = Math.max(narrowest, ...lines.map((line) => line.length))
  const foot = channel === 'ussd' && screen.gatewayError === undefined ? lengthOf(screen, operator) : ''
  return [
    `  ┌${'─'.repeat(width + 2)}┐`,
    ...lines.map((line) => `  │ ${line.padEnd(width)} │`),
    `  └${'─'.repeat(width + 2)}┘${foot === '' ? '' : ` ${foot}`}`,
  ]
}

/** How much of what a screen holds is used. */
function lengthOf({ text, cutOff = '' }: Screen, operator: string): string {
  const { length, limit } = fitText(text + cutOff, operator, rules)
  return `${length} of ${limit}`
}

const rules = readUssdRules()
// What a handset shows in a line, more or less.
const widest = 40
const narrowest = 20
