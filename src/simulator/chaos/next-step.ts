import { paymentCodes } from '../../catalogue/payment-codes.ts'
import { isTurnKind, type Kind } from '../../pushes/kinds.ts'
import type { DialoguePayment, DialogueStep } from '../dialogue/dialogue.ts'
import { type FaultName, knownFaults } from '../faults/table.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import { isOn, type KnownAnswer } from '../map/answers.ts'
import { offersOf } from '../phone/offers.ts'
import type { Random } from '../random.ts'

/** What a generator of steps works with. */
export interface Cast {
  readonly random: Random
  /** By their names in the dialogue. */
  readonly phones: readonly (readonly [name: string, phone: SimulatedPhone])[]
  /** What the application receives. */
  readonly kinds: ReadonlySet<Kind>
  /** What an invoice of the application asks for that nobody has paid yet; undefined where there is none. */
  readonly invoice: number | undefined
  /** Whether a payment is pending. */
  readonly isPending: boolean
  readonly dial: string
  /** What is texted to the short code. */
  readonly texts: readonly [string, ...string[]]
  readonly known: readonly KnownAnswer[]
}

/** What somebody does next: mostly what subscribers do, and now and then something else. */
export function nextStep(cast: Cast): DialogueStep {
  const { random, phones } = cast
  const [first] = phones
  if (first === undefined) return { wait: 1_000 }
  const [name, phone] = random.pick([first, ...phones.slice(1)])
  const at = phones.findIndex(([one]) => one === name)
  const act = besideTurns(cast) ?? actOf(phone, at, cast)
  const step: DialogueStep = phones.length > 1 ? { phone: name, ...act } : act
  const fault = faultAt(step, phone, cast)
  return fault === undefined ? step : { ...step, faults: [fault] }
}

/** How a payment ends that is pending. */
export function ending(random: Random, [first]: Cast['phones']): DialogueStep {
  const finishes = random.happens(0.6) ? {} : { fails: random.pick(failures) }
  return first === undefined ? { finishes } : { finishes, phone: first[0] }
}

/** What a customer does beside the screens, where the application takes part in it. Nothing is drawn where it doesn't. */
function besideTurns({ random, phones, kinds, invoice, isPending, texts }: Cast): DialogueStep | undefined {
  if (isPending && random.happens(0.1)) return ending(random, phones)
  if (invoice !== undefined && random.happens(0.3)) return { pays: payment(invoice, random) }
  if (kinds.has('inboundMessage') && random.happens(0.1)) return { texts: random.pick(texts) }
  // Reports of what the application sent come with time.
  if (kinds.has('deliveryReport') && random.happens(0.05)) return { wait: 2_000 }
  return kinds.has('ussd') || kinds.has('programmable') ? undefined : { wait: 65_000 }
}

/** How an invoice is paid, on its page. */
function payment(asked: number, random: Random): DialoguePayment {
  const luck = random.next()
  if (luck < 0.35) return {}
  if (luck < 0.43) return { cancels: true }
  if (luck < 0.56) return { fails: random.pick(failures) }
  if (luck < 0.62) return { fails: random.pick(open) }
  return luck < 0.75 ? { times: 2 } : { amount: halfOf(asked) }
}

function halfOf(amount: number): number {
  return Math.max(0.01, Math.floor(amount * 50) / 100)
}

function actOf(phone: SimulatedPhone, at: number, { random, dial, known }: Cast): DialogueStep {
  const luck = random.next()
  if (phone.prompts.length > 0 && luck < 0.7) return paymentAct(phone, random)
  if (luck > 0.97) return { wait: random.pick([2_000, 65_000, 600_000]) }
  if (!phone.isOpen) {
    const hasDialled = phone.lastScreen !== undefined
    if (hasDialled && luck < 0.15) return { repeatLast: true }
    return hasDialled && luck > 0.85 ? { redial: true } : { dial: phone.channel === 'ussd' ? dial : '' }
  }
  if (luck > 0.955) return { redial: true }
  if (luck > 0.94) return { hangUp: true }
  if (luck > 0.925) return { timeout: true }
  if (luck > 0.87) return { repeatLast: true }
  return { reply: answerOf(phone, at, random, known) }
}

function paymentAct({ prompts: [prompt], kind }: SimulatedPhone, random: Random): DialogueStep {
  const luck = random.next()
  if (luck < 0.42) return { approve: {} }
  if (luck < 0.52) return { refuse: true }
  // The notice of a cart has no code: it can't say that nobody knows.
  if (luck < 0.67 && kind === 'ussd') return { approve: { fails: random.pick(open) } }
  if (luck < 0.76) return { approve: { fails: random.pick(failures) } }
  if (luck < 0.84) return { approve: { times: 2 } }
  return { approve: { amount: halfOf(prompt?.amount ?? 1) } }
}

const [someCode = '2001', ...moreCodes] = paymentCodes
  .filter(({ result }) => result === 'failure')
  .map(({ code }) => code)
const failures: readonly [string, ...string[]] = [someCode, ...moreCodes]

/** After these the payment is pending: it may be paid yet. */
const [openCode = '0005', ...openCodes] = paymentCodes
  .filter(({ result }) => result !== 'failure' && result !== 'success')
  .map(({ code }) => code)
const open: readonly [string, ...string[]] = [openCode, ...openCodes]

function answerOf(phone: SimulatedPhone, at: number, random: Random, known: readonly KnownAnswer[]): string {
  const screen = phone.lastScreen
  if (screen === undefined) return '1'
  const { choices, ways } = offersOf(screen, phone.channel)
  const offered = [...choices, ...ways].map(({ value }) => value)
  const luck = random.next()
  const own = known.filter(([shown]) => isOn(screen.text, shown)).map(([, answer]) => answer)
  const [first, ...more] = luck < 0.85 && choices.length > 0 ? choices.map(({ value }) => value) : offered
  if (own.length > 0 && luck < 0.8) return own[random.below(own.length)] ?? '1'
  // What is offered first leads on to a payment most often.
  if (choices.length > 0 && first !== undefined && luck < 0.55) return first
  if (first !== undefined && (choices.length > 0 || luck < 0.1)) return random.pick([first, ...more])
  const [name = 'Ama', ...others] = [
    ownWords[at % ownWords.length] ?? 'Ama',
    '2',
    '3',
    '10',
    '5.50',
    '0240000000',
    'ama@example.com',
    '1234',
  ]
  if (luck < 0.6) return '1'
  return luck < 0.8 ? name : random.pick([name, ...others])
}

/** What each subscriber types that nobody else may read. */
export const ownWords: readonly string[] = ['Abenaakoma', 'Kwabenadua', 'Yaaserwaa', 'Kofinyame']

/** What breaks at a step: only what an application must stand. */
function faultAt(step: DialogueStep, phone: SimulatedPhone, { random, kinds }: Cast): string | undefined {
  if (random.next() > 0.25) return undefined
  const kind = struckAt(step, phone, kinds)
  if (kind === undefined) return undefined
  const name: FaultName = random.pick(
    isTurnKind(kind) ? turnFaults : kind === 'checkout' ? callbackFaults : noticeFaults,
  )
  // With its way, so that the same step breaks in the same way again.
  const [way, ...ways] = knownFaults.find((fault) => fault.name === name)?.ways[kind] ?? []
  if (way === undefined) return undefined
  return ways.length === 0 ? name : `${name}.${random.pick([way, ...ways])}`
}

/** What a step pushes. */
function struckAt(step: DialogueStep, { kind }: SimulatedPhone, kinds: ReadonlySet<Kind>): Kind | undefined {
  if (step.hangUp !== undefined || step.timeout !== undefined) return undefined
  if (step.approve !== undefined || step.refuse !== undefined) return kind === 'ussd' ? 'ussdPayment' : 'fulfilment'
  if (step.pays !== undefined) return 'checkout'
  if (step.finishes !== undefined) return undefined
  if (step.texts !== undefined) return 'inboundMessage'
  if (step.wait !== undefined) return kinds.has('deliveryReport') ? 'deliveryReport' : undefined
  return kind
}

const turnFaults = ['sameTurnTwice', 'duplicate', 'timeoutDuringTurn', 'drop', 'cutAfterRequest'] as const
const noticeFaults = [
  'duplicate',
  'burst',
  'forge',
  'drop',
  'cutAfterRequest',
  'reorder',
  'contradict',
  'probe',
] as const
// So late that the application asks by itself.
const callbackFaults = [...noticeFaults, 'delayPastLimit'] as const
