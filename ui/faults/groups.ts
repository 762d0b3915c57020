import type { FaultName } from '../../src/simulator/faults/table.ts'
import type { KnownFault } from '../state/types.ts'
import type { texts } from '../texts/later.ts'

/** What a fault is about. */
export type FaultGroup = keyof typeof texts.faultGroups

const groupOf: Readonly<Record<FaultName, FaultGroup>> = {
  duplicate: 'time',
  burst: 'time',
  sameTurnTwice: 'time',
  timeoutDuringTurn: 'time',
  delayPastLimit: 'time',
  reorder: 'time',
  slowNetwork: 'time',
  slowAnswer: 'time',
  forge: 'money',
  contradict: 'money',
  failureCode: 'money',
  unknownOutcome: 'money',
  codeSpelling: 'money',
  statusWord: 'money',
  cardPayment: 'money',
  numbersAsText: 'money',
  noAmounts: 'money',
  impossibleAmount: 'money',
  jsonString: 'money',
  browserForm: 'money',
  arrayEnvelope: 'money',
  flatEnvelope: 'money',
  otherEnvelope: 'money',
  badEnvelope: 'money',
  strangeNotice: 'money',
  oneItemForm: 'money',
  statusDown: 'money',
  statusLies: 'money',
  statusObject: 'money',
  statusAmountsAsText: 'money',
  missingFields: 'text',
  missingIdentity: 'text',
  extraFields: 'text',
  longIds: 'text',
  tooLongId: 'text',
  idsAsNumbers: 'text',
  phonesWithoutPlus: 'text',
  nationalPhones: 'text',
  hostileText: 'text',
  typeWord: 'text',
  sequenceForm: 'text',
  emptyState: 'text',
  operatorName: 'text',
  initiationAnswers: 'text',
  serviceCodeForm: 'text',
  objectForText: 'text',
  dateForm: 'text',
  changeCasing: 'text',
  repeatName: 'text',
  brokenCharacters: 'text',
  asciiOnly: 'text',
  oneMaskForm: 'text',
  drop: 'line',
  cutAfterRequest: 'line',
  answerLost: 'line',
  serviceDown: 'line',
  htmlAnswer: 'line',
  truncate: 'line',
  corrupt: 'line',
  contentType: 'line',
  otherMethod: 'line',
  twoPlaces: 'line',
  repeatParameter: 'line',
  probe: 'line',
}

/** Faults by what they are about, in the order of the groups' names; those without any are left out. */
export function grouped(faults: readonly KnownFault[]): readonly (readonly [FaultGroup, readonly KnownFault[]])[] {
  return groups
    .map((group) => [group, faults.filter(({ name }) => groupOf[name] === group)] as const)
    .filter(([, own]) => own.length > 0)
}

const groups: readonly FaultGroup[] = ['time', 'money', 'text', 'line']
