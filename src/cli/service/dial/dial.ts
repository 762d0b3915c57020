import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { type TurnKind, turnKinds } from '../../../pushes/kinds.ts'
import type { SimulatedPhone } from '../../../simulator/gateway/simulated-phone.ts'
import { type Channel, channels } from '../../../simulator/phone/screen.ts'
import { printable } from '../../../text/clean-text.ts'
import { withExamples } from '../../command.ts'
import { levelFor } from '../../load-app.ts'
import { readList, understand } from '../../look/look-args.ts'
import { hanging, usualColumns } from '../../look/table.ts'
import { showJson, type Terminal, UsageError } from '../../terminal.ts'
import { merchantOf, notificationsTried } from '../notifications-tried.ts'
import { moduleHelp, type ServiceValues, secretHelp, withServiceOptions } from '../options.ts'
import { type RunningService, requireTarget, withService } from '../with-service.ts'
import { showTurn } from './draw-turn.ts'
import { KeyedPhone, keysHelp } from './keyed.ts'
import { PhoneCall, type Turn, turnLimit } from './phone-call.ts'
import { dialWithLines, words } from './piped.ts'

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
      await new KeyedPhone(call, terminal, show, () => service.sim.now()).dial(person.input)
    }
    await notificationsTried(service, values.registration)
    showMessages(phone, values, terminal)
    if (call.hasFailed && person === undefined) throw new Error('The phone showed an error in place of a screen.')
  }
  // Its lines would stand between the screens.
  await withService(module, values, { logLevel: levelFor(values, 'error'), tell: terminal.err }, work)
}

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
