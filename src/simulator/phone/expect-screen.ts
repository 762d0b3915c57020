import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import type { Screen } from './screen.ts'
import { blame, indent, type Mishap } from './transcript.ts'

/**
 * The expected screen: its whole text, a pattern, or a function of the screen. The function passes if it returns `true`
 * or nothing. It fails if it returns anything else or throws. It may be async.
 *
 * @example
 * const asksToPay: ExpectedScreen = ({ payment }) => payment?.amount === 5
 * await phone(app).dial('*713#').expectScreen(/Tea/).reply('1').expectScreen(asksToPay)
 */
export type ExpectedScreen = string | RegExp | ((screen: Screen) => unknown)

/** What led to a screen. */
export interface Course {
  /** How an error ends. */
  readonly story: string
  readonly mishap: Mishap | undefined
  /** A text without what was entered at sensitive screens. */
  readonly hide: (text: string) => string
}

/**
 * Compares a screen with what is expected of it.
 *
 * @throws AssertionError of `node:assert`, which every test runner shows, with the transcript, and what the handler failed with
 */
export async function expectScreen(screen: Screen, expected: ExpectedScreen, course: Course): Promise<void> {
  if (typeof expected === 'function') {
    await expectFunction(screen, expected, course)
  } else if (expected instanceof RegExp) {
    // search, because test remembers where a global pattern left off
    if (screen.text.search(expected) === -1) throw failure(`match ${expected}`, screen, course, expected)
  } else if (screen.text !== expected) {
    throw failure(`be\n${indent(expected)}`, screen, course, expected)
  }
}

/**
 * Expects that there is something to read.
 *
 * @throws AssertionError as `expectScreen` does
 */
export function expectAnyScreen(screen: Screen, course: Course): void {
  if (!/\S/.test(screen.text)) throw failure('show something', screen, course)
}

async function expectFunction(screen: Screen, expected: (screen: Screen) => unknown, course: Course): Promise<void> {
  let verdict: unknown
  try {
    verdict = await expected(screen)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failed = failure(`pass a function, which threw: ${reason}`, screen, course)
    failed.cause = error
    throw failed
  }
  if (verdict !== true && verdict !== undefined) {
    const returned = inspect(verdict, { depth: 0 })
    throw failure(`pass a function, which returned ${returned} in place of true or nothing`, screen, course)
  }
}

function failure(
  wanted: string,
  { text }: Screen,
  { story, mishap, hide }: Course,
  expected?: string | RegExp,
): AssertionError {
  const message = hide(`The screen must ${wanted}\nbut it is\n${indent(text)}${story}`)
  const shown = typeof expected === 'string' ? hide(expected) : expected
  const given = { message, actual: hide(text), expected: shown, operator: 'expectScreen' }
  return blame(new AssertionError(given), mishap)
}
