import { htmlFile, madeBy, visible } from '../../text/html/file.ts'
import { Html, html } from '../../text/html/html.ts'
import { jsonInLines } from '../../text/json/json-in-lines.ts'
import type { NotificationWork } from '../checkout/ledger/work.ts'
import { pluginReadingOf, wordsOf } from '../control/row-words.ts'
import { rowView } from '../control/views.ts'
import type { LogMessage, LogRow } from '../log/row.ts'
import { parseJson } from '../wire/names.ts'
import { faultName } from '../words/fault-names.ts'
import { kindNames, turnNames } from '../words/kind-names.ts'
import { type BillOf, judge, type Tone, type Verdict, verdictWords } from '../words/verdict.ts'
import { type RecordingOptions, recordDialogue, startOf } from './dialogue.ts'
import { type Story, storyOf } from './story.ts'

/**
 * Makes a page of rows of the log: what happened, how the plugin read it, what went over the wire and how long it took, and
 * the dialogue that plays it again. Each row says by which step it's played, or why by none. It's one file of HTML that opens without a network, runs nothing and loads nothing. Phone numbers and what was
 * entered at sensitive screens have stand-ins; addresses and headers are left out, because they hold secrets.
 *
 * @throws FMW_SIMULATOR_STATE naming the row that can't be told, and why
 * @example
 * await writeFile('tea.html', await recordPage(sim.log.rows({ sessionId }), { title: 'Tea' }))
 */
export function recordPage(rows: readonly LogRow[], options: RecordingOptions = {}): Promise<string> {
  return pageOf(rows, options, new Map())
}

/**
 * The same.
 *
 * @param works what became of notifications, by the numbers of their rows
 * @param billOf what the ledger says of a bill: that's part of what came of its notice
 */
export async function pageOf(
  rows: readonly LogRow[],
  options: RecordingOptions,
  works: ReadonlyMap<number, NotificationWork>,
  billOf: BillOf = () => undefined,
): Promise<string> {
  const { title = 'Recorded', secrets = [] } = options
  // YAML is read in no other case: a start needn't wait for it.
  const { writeDialogue } = await import('../dialogue/write-dialogue.ts')
  const dialogue = writeDialogue(recordDialogue(rows, options))
  const story = storyOf(rows, secrets)
  const { masks, stepOf, doubts } = story
  const left = leftOutOf(rows, story)
  const inOrder = [...rows].sort((one, other) => one.id - other.id)
  for (const { request, response } of inOrder) {
    for (const message of [request, response]) masks.addPhonesOf(heldIn(message) ?? null)
  }
  masks.addPhonesIn(title)
  const begun = Date.parse(startOf(rows))
  const hidesOf = (row: LogRow): Hides => {
    const shown = (text: string) => masks.shown(text, row)
    const sent = (text: string) => masks.sent(text, row)
    return { shown, sent: row.direction === 'call' ? shown : sent, unread: (text) => masks.unread(text) }
  }
  return htmlFile(
    masks.text(title),
    html`<p>${counted(inOrder.length, 'row')} of a simulated service, ${new Date(begun).toISOString()}. Phone numbers in it are replaced; one that the application alone wrote stays where the dialogue expects it.</p>
<p>${counted(inOrder.length - left.length, 'row')} can be played again${left.length === 0 ? '' : `, ${left.length} not: each says why`}.</p>
${doubts.map((doubt) => html`<p>${doubt}</p>`)}
<p>${madeBy()}</p>
${inOrder.map((row) => drawRow(row, judge(rowView(row), billOf, verdictWords), begun, hidesOf(row), [...meaningOf(row, works.get(row.id)), placeOf(stepOf.get(row), row, left)]))}
<h2>Play it again</h2>
<p>Drop this file on the simulator's page, or save these lines as a file and <code>run</code> it.</p>
<pre>${visible(dialogue)}</pre>
<input type="hidden" id="dialogue" value="${asWritten(dialogue)}">
<input type="hidden" id="rows" value="${asWritten(JSON.stringify({ all: inOrder.length, left }))}">`,
  )
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`
}

/** How the plugin read it, and what the application did with it: sentences. */
function meaningOf(row: LogRow, work: NotificationWork | undefined): readonly string[] {
  const { outcome } = wordsOf(row)
  const { why = null, notes = [], problem = null } = pluginReadingOf(row) ?? {}
  const { source, thrown } = row.timing ?? {}
  return [
    ...(outcome === null ? [] : [`Read as ${outcome}${why === null ? '' : `: ${why}`}.`]),
    ...(problem === null ? [] : [`The plugin refuses it: ${problem}`]),
    ...notes.map((note) => `Odd: ${note}`),
    ...(source === 'repeated' ? ['It came before, so the handler was not called again.'] : []),
    ...(thrown === undefined ? [] : [`The handler failed: ${thrown.line}`]),
    ...(work === undefined ? [] : didIn(work)),
  ]
}

function didIn({ state, outcome, evidence, needsReview, reason, attempts }: NotificationWork): readonly string[] {
  const failed = attempts.findLast(({ error }) => error !== null)
  const got = outcome === null ? 'it' : `${outcome}${evidence === null ? '' : ` (${evidence})`}`
  return [
    state === 'done'
      ? `The handler got ${got}.`
      : `In the inbox it is ${state}${reason === null ? '' : `: ${reason}`}.`,
    ...(needsReview.length > 0 ? [`A person must review it: ${needsReview.join(', ')}.`] : []),
    ...(failed === undefined ? [] : [`Attempt ${failed.number} failed: ${failed.error}`]),
  ]
}

function placeOf(step: number | undefined, { id }: LogRow, left: readonly LeftOut[]): string {
  if (step !== undefined) return `Played again by step ${step}.`
  return `Not played again: ${left.find(({ row }) => row === id)?.why}.`
}

/** A text of a row without what must not stand in it. */
type Hide = (text: string) => string

interface Hides {
  /** By the application. */
  readonly shown: Hide
  /** By whom the row comes from. */
  readonly sent: Hide
  /** A body that is neither JSON nor a form. */
  readonly unread: Hide
}

const signs: Readonly<Record<Tone, string>> = { right: '✓', close: '!', wrong: '✗', quiet: '–' }

function drawRow(
  row: LogRow,
  { tone, word }: Verdict,
  begun: number,
  hides: Hides,
  sentences: readonly string[],
): Html {
  const { id, at, direction, kind, faults, problem, request, response, origin } = row
  const hide = hides.shown
  const way = direction === 'push' ? 'service to application' : 'application to service'
  return html`<article>
<h2>${turnNames[origin?.phone?.channel ?? ''] ?? kindNames[kind] ?? kind} <small>row ${id}, ${way}, after ${((at - begun) / 1_000).toFixed(1)} s</small></h2>
<p><strong>${signs[tone]} ${visible(hide(word))}</strong>. ${answered(row)}${faults.length === 0 ? '' : ` Faults: ${faults.map(faultName).join(', ')}.`}</p>
${problem === null ? '' : html`<p class="problem">${visible(hide(problem))}</p>`}
<ul>${sentences.map((sentence) => html`<li>${visible(hide(sentence))}</li>`)}</ul>
<h3>Sent</h3>
${drawMessage(request, hides.sent, hides.unread)}
${response === null ? '' : html`<h3>Answered</h3>${drawMessage(response, hides.shown, hides.unread)}`}
</article>`
}

function answered({ response, ms, deadline }: LogRow): Html {
  if (response === null && ms < 1) return html`It never went out.`
  const how = response === null ? 'No answer' : `Answered with ${response.status}`
  return html`${how} in ${Math.round(ms)} ms${deadline === null ? '' : html` of ${deadline / 1_000} s <meter min="0" max="${deadline}" high="${deadline * warning}" value="${Math.round(Math.min(ms, deadline))}"></meter>`}`
}

function drawMessage(message: LogMessage, hide: Hide, unread: Hide): Html {
  const body = message.body.toString()
  const text = jsonInLines(body, (held) => withoutAddress(hide(held))) ?? formInLines(message, hide) ?? unread(body)
  const shown = text.length > longest ? `${text.slice(0, longest)}\n(cut)` : text
  return shown === '' ? html`<p>Nothing</p>` : html`<pre>${visible(shown)}</pre>`
}

/** The addresses that an application gives have its secrets in them. */
function withoutAddress(text: string): string {
  return /^https?:\/\//i.test(text) ? '(address)' : text
}

/** Every sign by its number: what can't be seen stays what it is, and does nothing to the file. */
function asWritten(text: string): Html {
  return new Html(text.replaceAll(/[^\w .:-]/gu, (sign) => `&#${sign.codePointAt(0)};`))
}

/** As it's read: what a form writes for a space or a plus would keep a number from being found. */
function formInLines(message: LogMessage, hide: Hide): string | undefined {
  const lines = formOf(message)?.map(([name, held]) => `${name}: ${withoutAddress(hide(held))}`)
  return lines?.join('\n')
}

function heldIn(message: LogMessage | null): unknown {
  if (message === null) return undefined
  const form = formOf(message)
  return form === undefined ? parseJson(message.body.toString()) : form.map(([name, held]) => ({ [name]: held }))
}

function formOf({ headers, body }: LogMessage): readonly [string, string][] | undefined {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? [...new URLSearchParams(body.toString())] : undefined
}

const warning = 5 / 7
// Characters of a message.
const longest = 20_000

/** A row that a dialogue doesn't play. */
export interface LeftOut {
  /** Its number. */
  readonly row: number
  readonly kind: string
  readonly why: string
}

/** The rows that no step of a story tells of, and why. */
export function leftOutOf(rows: readonly LogRow[], { stepOf }: Story): readonly LeftOut[] {
  return rows
    .filter((row) => !stepOf.has(row))
    .map((row) => ({ row: row.id, kind: row.kind, why: whyLeftOut(row) }))
    .sort((one, other) => one.row - other.row)
}

function whyLeftOut({ direction, faults, origin, attempt }: LogRow): string {
  if (direction === 'call') return 'the application calls by itself'
  if (faults.includes('forge')) return 'it was forged'
  if (origin === null) return 'it was sent by hand'
  if (attempt > 1) return 'the service sent it again by itself'
  return faults.length > 0
    ? `it came beside another, by the fault ${faults.map(faultName).join(', ')}`
    : 'the service sends it by itself'
}
