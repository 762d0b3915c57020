import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import type { Screen } from './screen.ts'

/**
 * What a screen must be: its whole text, a pattern that its text has, or a function of the screen. A function
 * passes by returning `true` or nothing, and fails by returning anything else or by throwing; it may be async.
 *
 * @example
 * const asksToPay: ExpectedScreen = ({ payment }) => payment?.amount === 5
 * await phone(app).dial('*713#').expectScreen(/Tea/).reply('1').expectScreen(asksToPay)
 */
export type ExpectedScreen = string | RegExp | ((screen: Screen) => unknown)

/**
 * Compares a screen with what is expected of it.
 *
 * @throws AssertionError of `node:assert`, which every test runner shows, with the transcript
 */
export async function expectScreen(screen: Screen, expected: ExpectedScreen, transcript: string): Promise<void> {
  if (typeof expected === 'function') {
    await expectFunction(screen, expected, transcript)
  } else if (expected instanceof RegExp) {
    // search, because test remembers where a global pattern left off
    if (screen.text.search(expected) === -1) throw failure(`match ${expected}`, screen, transcript, expected)
  } else if (screen.text !== expected) {
    throw failure(`be\n${indent(expected)}`, screen, transcript, expected)
  }
}

async function expectFunction(
  screen: Screen,
  expected: (screen: Screen) => unknown,
  transcript: string,
): Promise<void> {
  let verdict: unknown
  try {
    verdict = await expected(screen)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failed = failure(`pass a function, which threw: ${reason}`, screen, transcript)
    failed.cause = error
    throw failed
  }
  if (verdict !== true && verdict !== undefined) {
    const returned = inspect(verdict, { depth: 0 })
    throw failure(`pass a function, which returned ${returned} in place of true or nothing`, screen, transcript)
  }
}

function failure(wanted: string, { text }: Screen, transcript: string, expected?: string | RegExp): AssertionError {
  const message = `The screen must ${wanted}\nbut it is\n${indent(text)}\nafter\n${indent(transcript)}`
  return new AssertionError({ message, actual: text, expected, operator: 'expectScreen' })
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
