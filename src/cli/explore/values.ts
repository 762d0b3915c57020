import { printable } from '../../text/clean-text.ts'
import { UsageError } from '../terminal.ts'

/** Answers by words of their screens, as in `PIN=2580`. @throws UsageError */
export function readAnswers(given: readonly string[] = []): readonly (readonly [screen: string, answer: string])[] {
  return given.map((words) => {
    const [, screen = '', answer = ''] = /^(.+?)=(.+)$/s.exec(words) ?? []
    if (screen === '')
      throw new UsageError(`--answer takes words of the screen, = and the answer, not '${printable(words)}'.`)
    return [screen, answer]
  })
}

/** What is dialled, as in `*713#` or `*713*1#`. @throws UsageError */
export function readDial(given: string): string {
  if (/^\*[\d*]+#$/.test(given)) return given
  throw new UsageError(`--dial takes a code such as '*713#', not '${printable(given)}'.`)
}
