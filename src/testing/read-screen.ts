import { type AnsweredPush, readReply } from '../simulator/gateway/read-reply.ts'
import type { Screen } from '../simulator/phone/screen.ts'
import { longestAnswer } from '../simulator/wire/lines/line.ts'
import { FMW_PHONE_REPLY } from './errors.ts'
import { longestWait } from './phone/answer-time.ts'
import type { WireAnswer } from './target.ts'

/** A push of a phone, for errors. */
export interface AnsweredStep extends AnsweredPush {
  /** `dial *713#`. */
  readonly label: string
  /** What the application's store failed with; undefined where it didn't, or nobody knows. */
  readonly storeFailure?: string | undefined
  /** A text without what was entered at sensitive screens: errors show what came. */
  readonly hide: (text: string) => string
}

/** Reads a reply as the service does. @throws FMW_PHONE_REPLY where the service would refuse it */
export function readScreen(answer: WireAnswer, step: AnsweredStep): Screen {
  const because = answer.status === 503 && step.storeFailure !== undefined ? `: ${step.hide(step.storeFailure)}` : ''
  const refuse = (problem: string, section: string): never => {
    throw new FMW_PHONE_REPLY(
      step.label,
      problem + because,
      section,
      step.hide(answer.body.slice(0, longestAnswer)).slice(0, shownLength),
    )
  }
  if (step.ms >= longestWait) refuse(`it took longer than the ${longestWait} ms that the service waits`, '8')
  if (Buffer.byteLength(answer.body) > longestAnswer) refuse(`it is longer than ${longestAnswer} bytes`, '4.12')
  return readReply(answer, step, refuse)
}

// Enough to see what came, short enough for a terminal.
const shownLength = 500
