import type { Kind } from '../src/pushes/kinds.ts'
import { greet, personalCode, type Screen, screens, thank } from './menu.ts'
import type { PeerName } from './peers.ts'
import { surveyAnswers, surveyEnd, surveyScreens } from './survey.ts'

/** One request of a session, and the answer that counts. */
export interface Step {
  /** Holds the places that differ from session to session: `sessionDigits`, `phoneDigits`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Fields that the answer must have, with the same places in them; it may have others. */
  readonly answer: Readonly<Record<string, string>>
}

/** How many times faster one peer has to be than another. */
export interface Ratio {
  readonly of: PeerName
  readonly to: PeerName
  /** Undefined: a figure without a target. */
  readonly atLeast: number | undefined
}

/** What is sent, to whom, and what is compared. */
export interface Workload {
  readonly name: string
  readonly title: string
  readonly kind: Kind
  readonly steps: readonly Step[]
  readonly peers: readonly PeerName[]
  readonly ratios: readonly Ratio[]
}

/** Where a body takes the number of its session, and its last phone digits. As long as what goes there. */
export const sessionDigits = 'SSSSSSSSSSSS'
export const phoneDigits = 'PPPPPPPP'
/** Where a body takes the time at which it is sent. */
export const stampDigits = 'TTTTTTTTTTTTTTTTTTTT'

const sessionId = `5f0c1d9e-2b7a-4c83-9a61-${sessionDigits}`
const caller = { Mobile: `+2330${phoneDigits}`, SessionId: sessionId, ServiceCode: '713', Operator: 'network' }

function ussdStep(sequence: number, message: string, screen: Screen, serviceCode = caller.ServiceCode): Step {
  const body = {
    ...caller,
    ServiceCode: serviceCode,
    Type: sequence === 1 ? 'Initiation' : 'Response',
    Message: message,
    Sequence: sequence,
    ClientState: null,
  }
  return { body, answer: answerOf(screen) }
}

function programmableStep(message: string, screen: Screen): Step {
  return { body: { ...caller, Type: 'initiation', Message: message, ClientState: null }, answer: answerOf(screen) }
}

function answerOf({ ends, text }: Screen): Step['answer'] {
  return { Type: ends ? 'Release' : 'Response', Message: text }
}

const dialled = ussdStep(1, '*713#', screens.welcome)
const threeTurns = [dialled, ussdStep(2, '1', screens.quantity), ussdStep(3, '2', thank(sessionId))]

const report: Step = {
  body: {
    From: 'Shop',
    To: `+2330${phoneDigits}`,
    MessageId: `5f0c1d9e2b7a4c839a61${sessionDigits}`,
    ClientReference: 'order-1',
    Status: 'Delivered',
  },
  answer: { status: 'received' },
}

const surveyTurns = [
  ussdStep(1, '*713#', { text: surveyScreens[0], ends: false }),
  ...surveyAnswers.map((answer, place) => ussdStep(place + 2, answer, screenAfter(place))),
]

function screenAfter(place: number): Screen {
  const text = surveyScreens[place + 1]
  return text === undefined ? { text: surveyEnd, ends: true } : { text, ends: false }
}

// What the issues ask for.
const againstHandler = 0.7
const againstBare = 0.88
const againstExpress = 2

const ussdPeers: readonly PeerName[] = ['bare', 'hooks', 'plugin', 'pluginOpen', 'express', 'expressBuilder']
const ussdRatios: readonly Ratio[] = [
  { of: 'plugin', to: 'bare', atLeast: againstBare },
  { of: 'pluginOpen', to: 'bare', atLeast: againstBare },
  { of: 'hooks', to: 'bare', atLeast: undefined },
  { of: 'plugin', to: 'hooks', atLeast: undefined },
  { of: 'plugin', to: 'express', atLeast: againstExpress },
  { of: 'plugin', to: 'expressBuilder', atLeast: undefined },
]

/** Everything that is measured under load, the rows with a target first. */
export const workloads: readonly Workload[] = [
  {
    name: 'ussd-one-turn',
    title: 'USSD, sessions of one turn',
    kind: 'ussd',
    steps: [dialled],
    peers: ussdPeers,
    ratios: ussdRatios,
  },
  {
    name: 'ussd-three-turns',
    title: 'USSD, sessions of three turns',
    kind: 'ussd',
    steps: threeTurns,
    peers: ussdPeers,
    ratios: ussdRatios,
  },
  {
    name: 'five-questions',
    title: 'USSD, five questions and an end, memoryStore()',
    kind: 'ussd',
    steps: surveyTurns,
    peers: ['script', 'byHand'],
    ratios: [{ of: 'script', to: 'byHand', atLeast: againstHandler }],
  },
  {
    name: 'ussd-own-screens',
    title: 'USSD, sessions of one turn, each with a screen of its own',
    kind: 'ussd',
    steps: [ussdStep(1, `*${personalCode}#`, greet(sessionId), personalCode)],
    peers: ['bare', 'plugin', 'pluginOpen'],
    ratios: [
      { of: 'plugin', to: 'bare', atLeast: undefined },
      { of: 'pluginOpen', to: 'bare', atLeast: undefined },
    ],
  },
  {
    name: 'programmable',
    title: 'Programmable services, sessions of one turn',
    kind: 'programmable',
    steps: [programmableStep('*713#', screens.welcome)],
    peers: ['bare', 'plugin'],
    ratios: [{ of: 'plugin', to: 'bare', atLeast: undefined }],
  },
  {
    name: 'logging',
    title: 'USSD, sessions of three turns, logging at info',
    kind: 'ussd',
    steps: threeTurns,
    peers: ['plugin', 'pluginLogging', 'bareLogging'],
    ratios: [
      { of: 'pluginLogging', to: 'plugin', atLeast: undefined },
      { of: 'pluginLogging', to: 'bareLogging', atLeast: undefined },
    ],
  },
  {
    name: 'notifications',
    title: 'Delivery reports accepted, memoryStore()',
    kind: 'deliveryReport',
    steps: [report],
    peers: ['bare', 'plugin'],
    ratios: [{ of: 'plugin', to: 'bare', atLeast: undefined }],
  },
]
