import { printable } from '../../../text/clean-text.ts'
import { hintOf } from '../../../text/nearest-word.ts'
import { UsageError } from '../../terminal.ts'
import type { Act, PhoneCall, Turn } from './phone-call.ts'

/** What a line can say in place of an answer. */
export const words: Readonly<Record<string, Act>> = {
  ':hangup': 'hang up',
  ':timeout': 'time out',
  ':twice': 'send twice',
  ':redial': 'dial again',
  ':approve': 'approve',
  ':refuse': 'refuse',
}

/**
 * Dials, and answers with a line for each screen.
 *
 * @param show hears each turn
 * @throws an error where lines are left that nobody asks for
 */
export async function dialWithLines(
  call: PhoneCall,
  lines: AsyncIterable<string> | Iterable<string>,
  show: (turn: Turn) => void,
): Promise<void> {
  show(await call.do('dial'))
  let number = 0
  for await (const line of lines) {
    number += 1
    const { act, text } = readLine(line)
    // The line isn't repeated: it may be a PIN.
    if (!isPossible(act, call)) throw new Error(`Line ${number} of the answers is not asked for: ${stateOf(call)}.`)
    show(await call.do(act, text))
  }
}

/** A line that begins with two colons is an answer that begins with one. */
function readLine(line: string): { readonly act: Act; readonly text: string } {
  if (!line.startsWith(':') || line.startsWith('::')) return { act: 'answer', text: line.replace(/^::/, ':') }
  const act = words[line.trim()]
  if (act !== undefined) return { act, text: '' }
  const hint = hintOf(line, Object.keys(words))
  throw new UsageError(`A line says '${printable(line)}': ${hint}. An answer that begins with a colon is written ::.`)
}

function isPossible(act: Act, { phone }: PhoneCall): boolean {
  if (act === 'approve' || act === 'refuse') return phone.prompts.length > 0
  return act === 'dial again' || act === 'send twice' || phone.isOpen
}

function stateOf({ phone }: PhoneCall): string {
  if (phone.isOpen) return 'the phone has no payment to approve'
  return phone.prompts.length > 0 ? 'the phone asks to :approve or to :refuse a payment' : 'the session is over'
}
