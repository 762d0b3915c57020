import { limits } from '../../../catalogue/limits.ts'
import type { TurnKind } from '../../../pushes/kinds.ts'
import { type ReadAnswer, readAnswer } from '../../../simulator/gateway/read-answer.ts'
import { readRichRules, readUssdRules } from '../../../simulator/gateway/rules.ts'
import type { LineAnswer } from '../../../simulator/wire/lines/line.ts'
import type { Casing, WireFields } from '../../../simulator/wire/names.ts'
import { saysSomething } from '../../../text/clean-text.ts'
import { defaultScreens } from '../../../turns/screens.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { type Asked, ask, isTaken, wordsOf } from './ask.ts'
import { markedPush, writtenPush } from './marked.ts'
import { remedyOf } from './notices.ts'
import type { Target } from './target.ts'

/** A target whose replies are screens. */
export type TurnTarget = Target & { readonly kind: TurnKind }

/** What a first screen came of. */
export interface FirstScreen {
  readonly fields: WireFields
  readonly asked: Asked
  /** Whether the service shows one. */
  readonly isShown: boolean
  readonly findings: readonly Finding[]
}

/** Dials once: nothing was sent before, so what was asleep has to wake. */
export async function dialFirst(target: TurnTarget, dialled: string): Promise<FirstScreen> {
  const fields = markedPush(target.kind, dialled)
  const asked = await send(target, fields)
  const isShown = shownOf(target.kind, fields, asked) !== undefined
  return { fields, asked, isShown, findings: screenFindings(target.kind, fields, asked) }
}

/** Dials again and again, in every way in which the service may. @param count how many times are measured */
export async function turnFindings(
  target: TurnTarget,
  dialled: string,
  first: FirstScreen,
  count: number,
): Promise<readonly Finding[]> {
  const { kind } = target
  // What is too late now is too late for all, and each would be waited for.
  if (first.asked.ms > limits.applicationResponse.max)
    return [...timeFindings([first.asked]), await leaveAll(target, [first.fields])]
  const again = await send(target, first.fields)
  const camelFields = markedPush(kind, dialled)
  const camel = await send(target, camelFields, 'camel')
  const opened = [first.fields, camelFields]
  const dialAgain = async () => {
    const fields = markedPush(kind, dialled)
    opened.push(fields)
    return shownOf(kind, fields, await send(target, fields))
  }
  const shown = shownOf(kind, first.fields, first.asked)
  const isOther = isTaken(camel) && shownOf(kind, camelFields, camel) !== shown
  // A screen that is another at each dial says nothing of casings.
  const isMisread = isOther && (await dialAgain()) === shown
  const foreignFields = { ...markedPush(kind, dialled), Operator: 'Réseau 茶' }
  const foreign = await send(target, foreignFields)
  const oddFields = { ...markedPush(kind, dialled), Type: 'Query', Message: 'é茶🙂' }
  const odd = await send(target, oddFields)
  opened.push(foreignFields, oddFields)
  const times = [first.asked]
  while (times.length < count && times.every(isTaken)) {
    const fields = markedPush(kind, dialled)
    opened.push(fields)
    times.push(await send(target, fields))
  }
  return [
    casingFinding(camel, isMisread),
    duplicateFinding(first.asked, again),
    isTaken(foreign)
      ? fine('non-ASCII', 'a push with such characters is answered')
      : failure(
          'non-ASCII',
          `A push with such characters fails: ${wordsOf(foreign)}.`,
          'Read bodies as UTF-8, and reject no operator.',
        ),
    isTaken(odd)
      ? fine('odd types', 'a push of an unknown Type is answered')
      : failure(
          'odd types',
          `A push of an unknown Type fails: ${wordsOf(odd)}.`,
          'Answer it with a release; the service has more types than it says.',
        ),
    ...timeFindings(times),
    await leaveAll(target, opened),
  ]
}

function send(target: TurnTarget, fields: WireFields, casing?: Casing): Promise<Asked> {
  return ask(target, writtenPush(target.kind, fields, casing))
}

function screenFindings(kind: TurnKind, fields: WireFields, asked: Asked): readonly Finding[] {
  const { answer } = asked
  if (answer === null) return [failure('screen', `No screen came: ${wordsOf(asked)}.`, remedyOf(asked))]
  const { screen, problem } = readScreen(kind, fields, answer)
  if (screen === undefined) return [failure('screen', `${problem}.`, remedyOf(asked))]
  if (!saysSomething(screen.text)) {
    return [failure('screen', 'The first one says nothing: the subscriber sees an empty screen.', 'Give it a Message.')]
  }
  const standIn = standInFinding(screen.text)
  if (standIn !== undefined) return [standIn]
  const isCut = screen.cutOff !== undefined
  const isWrong = problem !== null && !isCut
  const found: Finding[] = [
    isWrong
      ? failure('screen', `The first is shown. Still, ${problem}.`, 'Leave out what the service has no use for.')
      : fine('screen', `the first has ${screen.text.length} characters`),
  ]
  if (kind !== 'ussd') return found
  if (isCut)
    found.push(failure('screen length', `${problem}.`, 'Shorten it: talk.choose and talk.show page by themselves.'))
  else found.push(fine('screen length', 'it fits one USSD message'))
  if (!/^[\n\r\x20-\x7e]*$/.test(screen.text)) {
    found.push(
      warning(
        'characters',
        'The screen has characters outside ASCII: on some networks it fails as UUE.',
        'Write it in plain letters.',
      ),
    )
  }
  return found
}

function readScreen(kind: TurnKind, { SessionId }: WireFields, answer: LineAnswer): ReadAnswer {
  const channel = kind === 'ussd' ? 'ussd' : 'webstore'
  return readAnswer(answer, { id: String(SessionId), kind, channel, operator: 'network-a' }, rules)
}

/** What the subscriber sees, to be compared. */
function shownOf(kind: TurnKind, fields: WireFields, { answer }: Asked): string | undefined {
  return answer === null ? undefined : readScreen(kind, fields, answer).screen?.text
}

const rules = { ussd: readUssdRules(), rich: readRichRules() }

/** @param isMisread whether another screen came than to names with a capital */
function casingFinding(camel: Asked, isMisread: boolean): Finding {
  if (isTaken(camel) && !isMisread) return fine('casings', 'names in both casings are read')
  const says = isMisread ? 'get another screen, as of an error' : `are not read: ${wordsOf(camel)}`
  const remedy = 'The service writes both: read names in any casing.'
  return failure('casings', `Names with a small first letter ${says}.`, remedy)
}

function duplicateFinding(first: Asked, again: Asked): Finding {
  const isSame = first.answer?.body.toString() === again.answer?.body.toString()
  if (isTaken(again) && isSame) return fine('duplicates', 'the same turn gets the same screen again')
  const says = isTaken(again) ? 'The same turn gets another screen.' : `The same turn fails: ${wordsOf(again)}.`
  return failure('duplicates', says, 'Keep the answer of a turn, and give it again: a turn is sent twice at times.')
}

/** Hangs up everywhere, so that nothing stays open. */
async function leaveAll(target: TurnTarget, opened: readonly WireFields[]): Promise<Finding> {
  const left: Asked[] = []
  for (const fields of opened) {
    // After one that isn't answered, no other waits as long.
    if (left.some(({ answer }) => answer === null)) break
    const next = 'Sequence' in fields ? { Sequence: 2 } : {}
    left.push(await send(target, { ...fields, Type: 'Release', Message: '', ClientState: null, ...next }))
  }
  const bad = left.find((asked) => !isTaken(asked))
  if (left.length === 0) return skipped('hanging up', 'No session was open.')
  if (bad === undefined) return fine('hanging up', `${left.length} sessions were ended`)
  return failure('hanging up', `A Release is not taken: ${wordsOf(bad)}.`, 'Answer Release and Timeout with 200.')
}

/**
 * What it means that a first screen is one of the plugin's own: it stands in the place of what the handler should have said.
 * Nothing else in an answer says so, so an application that sets other words isn't found out.
 */
function standInFinding(screen: string): Finding | undefined {
  return findings.get(screen)
}

const { failed, unreadable, paused, busy } = defaultScreens

const findings: ReadonlyMap<string, Finding> = new Map([
  [
    failed,
    failure(
      'screen',
      'The first is the one of a handler that failed: it is all that subscribers see.',
      'Its log has the error, and so has dial.',
    ),
  ],
  [
    unreadable,
    failure(
      'screen',
      'The first says that the push could not be read, as every subscriber sees.',
      'Does something in between change the body or its Content-Type? Its log says what was wrong.',
    ),
  ],
  [
    paused,
    warning(
      'screen',
      'The first says that somebody has stopped this kind of push.',
      'npx fastify-merchant-webhooks stops says who, and why.',
    ),
  ],
  [busy, warning('screen', 'The first says that there are too many sessions.', 'Try again; see sessions.max.')],
])

/** How long turns took; the first one may have had to wake the application. */
export function timeFindings(times: readonly Asked[]): readonly Finding[] {
  const [first, ...others] = times
  if (first === undefined) return []
  const sorted = times.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const slowest = Math.max(...others.map(({ ms }) => ms), 0)
  const lost = times.find((asked) => !isTaken(asked))
  const all = `${times.length} turns: half within ${median} ms, the slowest after the first ${slowest} ms`
  return [
    judged('first answer', first.ms, `it took ${first.ms} ms`, asleep),
    lost === undefined
      ? judged('answer time', slowest, all, waiting)
      : failure('answer time', `Turn ${times.indexOf(lost) + 1} of a row failed: ${wordsOf(lost)}.`, waiting),
  ]
}

function judged(check: string, ms: number, says: string, remedy: string): Finding {
  if (ms > limits.applicationResponse.max)
    return failure(
      check,
      `${says}: the service waits ${limits.applicationResponse.max} ms, and the caller sees UUT.`,
      remedy,
    )
  if (ms > narrow)
    return warning(check, `${says}: there is not much left of ${limits.applicationResponse.max} ms.`, remedy)
  return fine(check, says)
}

// ms. One library of the service gives up after so long (field notes, "Transport").
const narrow = 5_000

const asleep = 'Keep an instance awake: no sleeping plan, no start on demand.'
const waiting = 'See what the turn waits for: docs/guides/deadline.md.'
