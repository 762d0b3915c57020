import { foldName } from '../text/fold-name.ts'
import { toInternational } from '../text/phone.ts'
import type { Incoming, PushEvent, ReadContext } from './event.ts'
import type { TurnKind } from './kinds.ts'
import { readDialledAnswers } from './reading/dial-string.ts'
import {
  findNames,
  givesAllOf,
  identifierFault,
  readIdentifier,
  readOptionalText,
  readText,
  readWhole,
} from './reading/field-reader.ts'
import type { Fields } from './reading/json.ts'
import { missing, type Notes, PushProblem } from './reading/push-problem.ts'

/**
 * What a push of a session says: the fields that USSD (reference 2.7) and programmable services (2.5) share.
 *
 * @example
 * const isFirst = ({ type, sequence }: SessionEvent) => type === 'initiation' || sequence === 1
 */
export interface SessionEvent<K extends TurnKind = TurnKind> extends PushEvent {
  readonly kind: K
  /** Identifies the session; never empty. */
  readonly sessionId: string
  /** Known words in one spelling, others as they came. */
  readonly type: Open<TypeWord>
  /** What the user entered; at initiation the dialled string, or empty on rich channels. */
  readonly message: string
  /** Answers dialled with the code: `*714*5*3#` gives `['5', '3']`. Empty on every later push. */
  readonly answers: readonly string[]
  /** As it was sent: a phone number on USSD, an opaque identifier elsewhere, or whatever an attacker wrote. */
  readonly mobile: string
  /** `+` and digits where that is certain, else null. */
  readonly mobileInternational: string | null
  /** The dialled short code, or the identifier of the service. */
  readonly serviceCode: string
  /** Network operator or channel; an open list. */
  readonly operator: string
  /** Position in the session from 1; null where it was not sent. */
  readonly sequence: number | null
  /** What the last reply asked to have returned, once. It passes through the user's line: never trust it. */
  readonly clientState: string | null
}

// The order is that of the destructuring below.
const find = findNames(['SessionId', 'Type', 'Message', 'Mobile', 'ServiceCode', 'Operator', 'Sequence', 'ClientState'])

const deciding = new Map([
  [0, 'SessionId'],
  [1, 'Type'],
  [2, 'Message'],
  [6, 'Sequence'],
])
const others = new Map([
  [3, 'Mobile'],
  [4, 'ServiceCode'],
  [5, 'Operator'],
  [7, 'ClientState'],
])

/**
 * Reads a push of a session. Only SessionId and Type are needed; what else is missing becomes empty or null,
 * because refusing it is a dead line to the subscriber.
 *
 * @throws PushProblem
 */
export function readSessionPush<K extends TurnKind>(
  kind: K,
  { fields, raw }: Incoming,
  { receivedAt, country, dialCodes, notes }: ReadContext,
): SessionEvent<K> {
  const { values, conflicts } = find(fields)
  // By position: taking the array apart asks its iterator for each value.
  const type = values[1]
  const message = values[2]
  const mobile = values[3]
  const serviceCode = values[4]
  const operator = values[5]
  const sequence = values[6]
  if (conflicts.length > 0) checkConflicts(conflicts, notes)

  const id = readIdentifier('SessionId', values[0])
  if (id === null) throw missing('SessionId', 'the identifier of the session')
  const word = readText('Type', type).trim()
  if (word === '') throw missing('Type', 'one of Initiation, Response, Release, Timeout')
  noteMissing('Mobile', mobile, notes)
  noteMissing('ServiceCode', serviceCode, notes)
  noteMissing('Operator', operator, notes)
  if (kind === 'ussd') {
    // Programmable services have no Sequence, and their Message may be blank (reference 2.5).
    noteMissing('Message', message, notes)
    noteMissing('Sequence', sequence, notes)
  }
  const phone = readText('Mobile', mobile)
  const read = readTypeWord(word)
  const text = readText('Message', message)
  const code = orNothing(readText, 'ServiceCode', serviceCode, notes) ?? ''
  return {
    kind,
    receivedAt,
    raw,
    sessionId: id,
    type: read,
    message: text,
    answers: read === 'initiation' ? readDialledAnswers(text, code, dialCodes) : none,
    mobile: phone,
    mobileInternational: toInternational(phone, country),
    serviceCode: code,
    operator: orNothing(readText, 'Operator', operator, notes) ?? '',
    sequence: orNothing(readWhole, 'Sequence', sequence, notes),
    clientState: orNothing(readOptionalText, 'ClientState', values[7], notes),
  }
}

const none: readonly string[] = Object.freeze([])

/** What cannot be read is nothing, with a note: no subscriber's session ends for it (field notes, "Operator"). */
function orNothing<Value>(
  read: (field: string, value: unknown, notes: Notes) => Value,
  field: string,
  value: unknown,
  notes: Notes,
): Value | null {
  try {
    return read(field, value, notes)
  } catch (error) {
    if (!(error instanceof PushProblem)) throw error
    notes.add(error.message)
    return null
  }
}

/** The session of a push that may be otherwise broken, so that its subscriber gets a polite release. Never throws. */
export function salvageSessionId(fields: Incoming['fields']): string | null {
  const { values, conflicts } = find(fields)
  const [id] = values
  return conflicts.includes(0) || identifierFault(id) !== undefined ? null : readIdentifier('SessionId', id)
}

/** Whether the names are those of a session's push. */
export const looksLikeSession = givesAllOf(['SessionId', 'Type'])

/** Whether its type is a word that only turns have. */
export function hasTurnType(fields: Fields): boolean {
  const { values } = find(fields)
  const type = values[1]
  return typeof type === 'string' && isTypeWord(readTypeWord(type))
}

function checkConflicts(conflicts: readonly number[], notes: Notes): void {
  for (const position of conflicts) {
    const name = deciding.get(position)
    if (name !== undefined) {
      throw new PushProblem({ field: name, expected: 'given once', received: 'two spellings that differ' })
    }
    notes.add(`${others.get(position)} came twice with different values; the reference's spelling was kept`)
  }
}

function noteMissing(name: string, value: unknown, notes: Notes): void {
  if (value === undefined || value === null) notes.add(`${name} is missing`)
}

/**
 * The words of `Type` that the reference knows (2.5, 2.7).
 *
 * @example
 * const endings: readonly TypeWord[] = ['release', 'timeout']
 */
export type TypeWord = 'initiation' | 'response' | 'release' | 'timeout' | 'addToCart'

/**
 * A word list that the service may add to: known words are offered, others are allowed.
 *
 * @example
 * const known: Open<TypeWord> = 'initiation'
 * const newer: Open<TypeWord> = 'transfer' // a word that is younger than this version
 */
export type Open<Word extends string> = Word | (string & {})

const words = new Map<string, TypeWord>([
  ['initiation', 'initiation'],
  ['response', 'response'],
  ['release', 'release'],
  ['timeout', 'timeout'],
  ['addtocart', 'addToCart'],
])
// The spellings of the reference, found without folding.
for (const [folded, word] of [...words]) {
  words.set(word, word)
  words.set(word.charAt(0).toUpperCase() + word.slice(1), word)
  words.set(folded, word)
}

/** Reads `Type` whatever its casing; a word that is not known is kept as it came (field notes, "Type"). */
export function readTypeWord(text: string): Open<TypeWord> {
  return words.get(text) ?? words.get(foldName(text.trim())) ?? text
}

/** Whether a type is one of the words that are known. */
export function isTypeWord(type: string): type is TypeWord {
  return words.get(type) === type
}
