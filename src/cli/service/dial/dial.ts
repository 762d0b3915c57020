import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { type TurnKind, turnKinds } from '../../../pushes/kinds.ts'
import { fitText, readUssdRules } from '../../../simulator/gateway/rules.ts'
import type { SimulatedPhone } from '../../../simulator/gateway/simulated-phone.ts'
import { type Channel, channels, type Screen } from '../../../simulator/phone/screen.ts'
import { printable } from '../../../text/clean-text.ts'
import { hintOf } from '../../../text/nearest-word.ts'
import { withExamples } from '../../command.ts'
import { levelFor } from '../../load-app.ts'
import { readList, understand } from '../../look/look-args.ts'
import { hanging, usualColumns } from '../../look/table.ts'
import { showJson, type Terminal, type Tone, UsageError } from '../../terminal.ts'
import { moduleHelp, type ServiceValues, secretHelp, withServiceOptions } from '../options.ts'
import { againstLimit } from '../row-line.ts'
import {
  merchantOf,
  notificationsTried,
  type RunningService,
  reportsTried,
  requireTarget,
  withService,
} from '../with-service.ts'
import { KeyedPhone, keysHelp } from './keyed.ts'
import { type Act, PhoneCall, type Turn, turnLimit } from './phone-call.ts'

/** `fastify-merchant-webhooks dial '*713#' app.js`: a phone in the terminal. */
export function define(dial: Command, terminal: Terminal): void {
  dial
    .argument('[code]', "what is dialled, as in '*713#'; nothing on channels that have no keys")
    .argument('[module]', moduleHelp)
    .option('--phone <number>', 'whose phone it is', '+233000000000')
    .option('--network <name>', 'the operator of its pushes')
    .option('--channel <name>', `where it is used: ${channels.join(', ')}`, 'ussd')
    .option('--kind <kind>', `the kind of its pushes on USSD: ${turnKinds.join(' or ')}`)
  withExamples(
    withServiceOptions(dial, '0', 'a line of JSON for each turn'),
    "dial '*713#' app.js",
    "dial '*713#' --app http://127.0.0.1:3000/push",
  )
    .addHelpText(
      'after',
      `\nAnswers may be piped in, one a line: printf '1\\n2\\n' | … dial '*713#' app.js\nA line can also say ${Object.keys(words).join(', ')}.\n${secretHelp}`,
    )
    .action((code, module, values) => dialAt(readPlace(code, module, values), values, terminal))
}

interface DialValues extends ServiceValues {
  readonly phone: string
  readonly network?: string
  readonly channel: string
  readonly kind?: string
}

interface Place {
  readonly code: string
  readonly module: string | undefined
  readonly channel: Channel
  readonly kind: TurnKind | undefined
}

/** On rich channels there is nothing to dial, so the first word is the module there. */
function readPlace(code: string | undefined, module: string | undefined, values: DialValues): Place {
  const [channel = 'ussd'] = readList('--channel', values.channel, channels) ?? []
  const [kind] = readList('--kind', values.kind, turnKinds) ?? []
  const isCode = code !== undefined && /^[*#\d]+$/.test(code)
  if (!isCode && module === undefined && channel !== 'ussd') return { code: '', module: code, channel, kind }
  if (isCode) return { code, module, channel, kind }
  throw new UsageError(
    code === undefined
      ? "Say what is dialled, as in dial '*713#' app.js."
      : `'${printable(code)}' can't be dialled: a code has digits, * and #, in quotes for the shell, as in '*713#'.`,
  )
}

async function dialAt({ code, module, channel, kind }: Place, values: DialValues, terminal: Terminal): Promise<void> {
  requireTarget(module, values)
  const left = Promise.withResolvers<void>()
  let stopWaiting = (): void => undefined
  const work = async (service: RunningService) => {
    await requireStore(service, values)
    const phone = understand(() => service.sim.phone(values.phone, { channel, kind, operator: values.network }))
    const call = new PhoneCall(phone, code, () => service.sim.log.rows({ direction: 'push' }))
    const show = (turn: Turn): void =>
      values.json === true ? terminal.out(showJson(jsonOf(turn))) : showTurn(turn, channel, phone.operator, terminal)
    const { person } = terminal
    if (person === undefined || values.json === true) await dialWithLines(call, terminal.lines?.() ?? [], show)
    else {
      terminal.out(keysHelp)
      const how = await new KeyedPhone(call, terminal, show, () => service.sim.now()).dial(person.input)
      if (how === 'ended') stopWaiting = endsUnless(left.resolve, terminal)
      else left.resolve()
    }
    await notificationsTried(service, values.registration)
    await reportsTried(service, values.registration)
    showReports(service, values, terminal)
    showMessages(phone, values, terminal)
    if (call.hasFailed && person === undefined) throw new Error('The phone showed an error in place of a screen.')
  }
  // Its lines would stand between the screens.
  const ended = withService(module, values, { logLevel: levelFor(values, 'error'), terminal }, work)
  await Promise.race([ended, left.promise.then(() => sleep(longestEnd))]).finally(() => stopWaiting())
}

/** While the application handles what came and closes, a person may leave it. What takes long is said. @returns what stops it */
function endsUnless(leave: () => void, { out }: Terminal): () => void {
  const slow = setTimeout(() => out("  The application is ending. Ctrl-C doesn't wait for it."), longestEnd)
  const onInterrupt = (): void => {
    clearTimeout(slow)
    out('  You left: the application was still ending.')
    leave()
  }
  process.once('SIGINT', onInterrupt)
  return () => {
    clearTimeout(slow)
    process.off('SIGINT', onInterrupt)
  }
}

// ms that an application has to hear that its subscriber hung up, and to close, once a person has left.
const longestEnd = 500

/** Before the first screen: without its store an application shows screens, and keeps nothing. */
async function requireStore(service: RunningService, { registration }: DialValues): Promise<void> {
  const merchant = merchantOf(service, registration)
  if (merchant === undefined) return
  for (let waited = 0; !merchant.health().ok && waited < longestOpening; waited += pause) await sleep(pause)
  const { ok, why = 'it is not ready' } = merchant.health()
  if (ok) return
  throw new Error(
    `The store of ${printable(service.target ?? '')} can't be used now: ${printable(why)}. If the application runs, end it, or dial it with --app and its address.`,
  )
}

// ms, beyond what the application itself waits at its start.
const longestOpening = 2_000
const pause = 20

/** What the application told the service of the carts that were paid. One at an address may tell it later. */
function showReports({ sim, app }: RunningService, { json }: DialValues, terminal: Terminal): void {
  for (const { source, paid, reported } of sim.ledger().rows) {
    if (source !== 'fulfilment' || paid === 0 || (app === undefined && reported.length === 0)) continue
    const statuses = reported.map(({ status }) => status)
    const words =
      statuses.length === 0
        ? 'No delivery of the cart was reported. The service wants to hear of it within an hour: set fulfilment.report.'
        : `The application reported the delivery of the cart: ${statuses.join(', ')}.`
    terminal.out(
      json === true ? showJson({ reports: statuses }) : hanging('  ', words, terminal.columns ?? usualColumns),
      json !== true && statuses.length === 0 ? 'bad' : undefined,
    )
  }
}

/** Messages that the application sent meanwhile. */
function showMessages({ messages }: SimulatedPhone, { json }: DialValues, terminal: Terminal): void {
  for (const { direction, from, text } of messages) {
    if (direction !== 'in') continue
    if (json === true) terminal.out(showJson({ message: { from, text } }))
    else terminal.out(hanging(`Message from ${printable(from)}: `, printable(text), terminal.columns ?? usualColumns))
  }
}

function jsonOf({ screen, ...turn }: Turn): object {
  const { text = null, type = null, gatewayError = null, status = null, raw = null } = screen ?? {}
  return { ...turn, limit: turnLimit, screen: text, type, error: gatewayError, status, reply: raw }
}

/** Shows a turn as people read it: what was done, how long the answer took, the screen, and what is wrong with it. */
function showTurn(turn: Turn, channel: Channel, operator: string, terminal: Terminal): void {
  for (const { text, tone } of drawTurn(turn, channel, operator, terminal.columns)) terminal.out(text, tone)
}

interface TurnPart {
  readonly text: string
  readonly tone?: Tone
}

function drawTurn(turn: Turn, channel: Channel, operator: string, columns = usualColumns): readonly TurnPart[] {
  const { act, entered, screen, ms, problem, notices } = turn
  const took = ms === null || ms === 0 ? '' : againstLimit(ms, turnLimit)
  const done = `${act} ${printable(entered ?? '')}`.trimEnd()
  return [
    { text: took === '' ? done : `${done.padEnd(columns - took.length - 1)} ${took}`, tone: 'done' },
    ...(screen === null || screen.text === ''
      ? []
      : drawBox(screen, channel, operator, columns).map((text) => ({ text }))),
    ...(problem === null ? [] : [{ text: hanging('  ', printable(problem), columns), tone: 'bad' } as const]),
    ...notices.map(({ kind, ms, verdict }) => ({
      text: hanging('  ', `The notice (${kind}) took ${Math.round(ms)} ms: ${verdict}`, columns),
      ...(verdict !== 'ok' && { tone: 'bad' as const }),
    })),
    ...hintOn(turn, channel).map((text) => ({ text: hanging('  ', text, columns) })),
    ...endOf(turn).map((text) => ({ text: hanging('  ', text, columns) })),
  ]
}

/** What may be typed where a screen has no keys: a choice is answered by its value. */
function hintOn({ screen, isOpen }: Turn, channel: Channel): readonly string[] {
  if (channel === 'ussd' || screen === null || !isOpen) return []
  const { choices = [], fieldType } = screen
  const [first] = choices
  if (first !== undefined) return [`Type what stands in [ ], as in: ${printable(first.value)}`]
  return [`Type an answer${fieldType === undefined ? '' : ` (${printable(fieldType)})`}.`]
}

/** What a channel without keys shows: its title only where the text doesn't begin with the same. */
function richTexts({ label, text, choices = [] }: Screen): readonly string[] {
  const lines = text.split('\n')
  const title = label === undefined || label === lines[0] ? [] : [label]
  return [...title, ...lines, ...choices.map(({ display, value }) => `[${value}] ${display}`)]
}

/** What follows once the session is over. */
function endOf({ screen, prompt, isOpen }: Turn): readonly string[] {
  if (isOpen || screen === null) return []
  const items = screen.item?.map(({ quantity, name, price }) => `${quantity} x ${name} at ${price}`).join(', ')
  return [
    items === undefined ? 'The session is over.' : `The session ends in the checkout of ${printable(items)}.`,
    ...(prompt === null ? [] : [`The phone asks to pay ${prompt.amount} for ${printable(prompt.description)}.`]),
  ]
}

function drawBox(screen: Screen, channel: Channel, operator: string, columns: number): readonly string[] {
  const texts = channel === 'ussd' ? screen.text.split('\n') : richTexts(screen)
  const room = Math.min(widest, columns - 6)
  const lines = texts.flatMap((text) => hanging('', printable(text), room).split('\n'))
  const width = Math.max(narrowest, ...lines.map((line) => line.length))
  const foot = channel === 'ussd' && screen.gatewayError === undefined ? lengthOf(screen, operator) : ''
  return [
    `  ┌${'─'.repeat(width + 2)}┐`,
    ...lines.map((line) => `  │ ${line.padEnd(width)} │`),
    `  └${'─'.repeat(width + 2)}┘${foot === '' ? '' : ` ${foot}`}`,
  ]
}

/** How much of what a screen holds is used. */
function lengthOf({ text, cutOff = '' }: Screen, operator: string): string {
  const { length, limit } = fitText(text + cutOff, operator, rules)
  return `${length} of ${limit}`
}

const rules = readUssdRules()
// What a handset shows in a line, more or less.
const widest = 40
const narrowest = 20

/** What a line can say in place of an answer. */
const words: Readonly<Record<string, Act>> = {
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
async function dialWithLines(
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
