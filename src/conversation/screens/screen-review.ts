import type { Log } from '../../log.ts'
import { printable } from '../../text/clean-text.ts'
import { describeError } from '../../text/describe-error.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import { askWith, type Canvas, drawSheet, type Sheet } from './draw-screen.ts'
import { pageFlow } from './fill-page.ts'
import { type FitSettings, roomOf } from './room.ts'
import { type ScreenContent, titleOf, type Ways } from './screen-content.ts'
import { written, writtenChoice, writtenLine } from './written.ts'

/** What an author is told of a screen. */
type FindingKind = 'hiddenPayment' | 'hiddenOption' | 'shortened' | 'folded' | 'halfPage' | 'oneChannel' | 'noCountry'

/** One thing that a subscriber does not see as the author wrote it. */
interface Finding {
  readonly kind: FindingKind
  /** What it is about, as it was written; a word in its place where the screen is sensitive. */
  readonly text: string
  /** In numbers, where there are some: `shown 31 of 44 characters`. */
  readonly found: string
  /** What to do. */
  readonly fix: string
}

/** A page of a screen as it was drawn, and what is known of it beside that. */
export interface ShownScreen {
  readonly canvas: Canvas<'ussd' | 'programmable'>
  readonly content: ScreenContent
  readonly sheet: Sheet
  /** Its last page asks to pay. */
  readonly pays: boolean
  /** Letters narrow its list. */
  readonly finds: boolean
  /** The groups of its choices. */
  readonly groups: readonly (string | undefined)[]
  /** The registration gives every screen a title. */
  readonly isTitled: boolean
  /** Rich channels are served too. */
  readonly isRichToo: boolean
  /** Why USSD, which is served too, refuses it. */
  readonly trap: string | undefined
  /** It asks for a phone number of no country. */
  readonly lacksCountry: boolean
}

/**
 * Compares a screen with what its author wrote: what stands behind "More", was shortened, folded or dropped, takes most of
 * the page, or is shown on some channels only.
 *
 * @example
 * ```ts
 * findings(screen) // [{ kind: 'folded', text: 'Tɔn', found: 'ɔ as o', fix: "write o in place of ɔ, …" }]
 * ```
 */
function findings(screen: ShownScreen): readonly Finding[] {
  const found = [...(screen.canvas.channel === 'ussd' ? onPhone(screen) : onRichChannel(screen)), ...noCountry(screen)]
  return screen.content.sensitive ? found.map((finding) => ({ ...finding, text: 'Private' })) : found
}

function noCountry({ content, lacksCountry }: ShownScreen): readonly Finding[] {
  if (!lacksCountry) return none
  const fix = "give phone({ country: 'GH' }), or the registration a country"
  return [{ kind: 'noCountry', text: content.text, found: 'a number without its calling code is refused', fix }]
}

function onPhone(screen: ShownScreen): readonly Finding[] {
  const isFirst = screen.sheet.page === 0
  return [
    ...(isFirst ? [...hiddenPayment(screen), ...hiddenOption(screen), ...shortenedHeading(screen)] : []),
    ...shortenedChoice(screen),
    ...folded(screen),
    ...halfPage(screen),
    ...amountsUnseen(screen),
    ...refusedByRich(screen),
  ]
}

function onRichChannel({ content, groups, isTitled, trap }: ShownScreen): readonly Finding[] {
  const { text, choices, sensitive } = content
  const all: Finding[] = []
  const line = titleOf(text, 'keep', endless)
  if (!isTitled && content.label === undefined && !sensitive && line.length > longestTitle) {
    const shown = lengthShown(titleOf(text, 'keep', { septets: longestTitle, units: longestTitle }))
    all.push({
      kind: 'shortened',
      text: line,
      found: `its title shows ${shown} of ${line.length} characters`,
      fix: `give a label of at most ${longestTitle} characters, or shorten its first line to that`,
    })
  }
  const at = groups.findIndex((group, place) => group !== undefined && !choices[place]?.label.includes(group))
  if (at !== -1 && !sensitive) {
    const group = `${groups[at]}`
    const fix = 'write it in the label where the label alone does not say enough'
    all.push({ kind: 'oneChannel', text: group, found: 'a group is shown on USSD only', fix })
  }
  if (trap !== undefined) {
    all.push({ kind: 'oneChannel', text, found: 'USSD cannot show this screen', fix: trap })
  }
  return all
}

function hiddenPayment({ canvas, content, sheet, pays }: ShownScreen): readonly Finding[] {
  const { next } = sheet
  if (!pays || next === undefined || sheet.isLast) return none
  const whole = written(content.text, canvas.fit.characters)
  const found = `shown ${whole.slice(0, next.prose).trimEnd().length} of ${whole.length} characters`
  return [
    { kind: 'hiddenPayment', text: content.text, found, fix: `shorten it to ${roomFor(sheet, canvas)} characters` },
  ]
}

function hiddenOption({ content, sheet, finds }: ShownScreen): readonly Finding[] {
  const { choices, form } = content
  const { next } = sheet
  const hidden = next === undefined ? undefined : choices[next.choices]
  if (next === undefined || hidden === undefined || form === 'display' || finds) return none
  const found = `shown ${next.choices} of ${choices.length} options`
  const ways =
    form === 'confirm' ? 'shorten the question' : 'shorten the text and the labels, or give groups or find: true'
  return [{ kind: 'hiddenOption', text: hidden.label, found, fix: `put it on the first page: ${ways}` }]
}

/** What stands above the later pages of a list. */
function shortenedHeading({ canvas, content, sheet }: ShownScreen): readonly Finding[] {
  const { next } = sheet
  const goesOn = next !== undefined && next.choices < content.choices.length
  if (!goesOn || content.form === 'display') return none
  const { heading } = pageFlow(content, canvas.fit)
  const line = titleOf(content.text, canvas.fit.characters, endless)
  if (heading === line) return none
  const fix = `shorten its first line to ${Math.floor(roomFor(sheet, canvas) / 4)} characters`
  return [shortening(line, lengthShown(heading), fix)]
}

/** A choice that is longer than a page stands there alone. */
function shortenedChoice({ canvas, content, sheet }: ShownScreen): readonly Finding[] {
  const place = (sheet.next?.choices ?? 0) - 1
  const choice = content.choices[place]
  if (choice === undefined) return none
  const label = writtenLine(choice.label, canvas.fit.characters)
  const begin = `${choice.number ?? place + 1}. `
  if (sheet.message.includes(writtenChoice(begin, choice.label, canvas.fit.characters))) return none
  let shown = label.length
  while (shown > 0 && !sheet.message.includes(begin + label.slice(0, shown))) shown -= 1
  return [shortening(label, shown, `shorten it to ${shown} characters`)]
}

function shortening(text: string, shown: number, fix: string): Finding {
  return { kind: 'shortened', text, found: `shown ${shown} of ${text.length} characters`, fix }
}

function folded({ canvas, content }: ShownScreen): readonly Finding[] {
  const { characters } = canvas.fit
  if (characters === 'keep') return none
  const setting = characters === 'gsm7' ? "set characters: 'keep'" : "leave out characters: 'ascii'"
  for (const text of [content.text, ...content.choices.map(({ label }) => label)]) {
    const forms = formsIn(text, characters)
    if (forms.size === 0) continue
    const found = content.sensitive ? `${forms.size} characters` : shownForms(forms)
    const fix = content.sensitive
      ? `write it in letters that phones have, or ${setting}`
      : `${insteadOf(forms)}, or ${setting}`
    return [{ kind: 'folded', text, found, fix }]
  }
  return none
}

/** Where all fits on one page, or on a last one, it costs nothing. */
function halfPage({ canvas, content, sheet }: ShownScreen): readonly Finding[] {
  if (sheet.isLast || gsm7Length(sheet.message) !== undefined) return none
  const forms = formsIn(sheet.message, 'gsm7')
  const found = `this page holds ${roomFor(sheet, canvas)} of ${canvas.fit.limit} characters`
  const { sensitive, text } = content
  const because = sensitive ? found : `${found} because of ${[...forms.keys()].slice(0, mostForms).join(' ')}`
  const fix = sensitive ? 'write it in letters of GSM 7-bit' : insteadOf(forms)
  return [{ kind: 'halfPage', text, found: because, fix: `${fix}, or leave characters at 'gsm7'` }]
}

function amountsUnseen({ content }: ShownScreen): readonly Finding[] {
  const { choices, text } = content
  const unseen = choices.find(({ label, amount }) => amount !== undefined && !tells(`${label} ${text}`, amount))
  if (unseen === undefined) return none
  const found = content.sensitive
    ? 'its amount is shown on rich channels only'
    : `its amount, ${unseen.amount}, is shown on rich channels only`
  return [{ kind: 'oneChannel', text: unseen.label, found, fix: 'write it in the label' }]
}

/** Whether a text has an amount in it, whatever separates its thousands and its decimals. */
export function tells(text: string, amount: number): boolean {
  return text.replaceAll(separators, '').includes(String(amount).replace('.', ''))
}

function refusedByRich({ canvas, content, isRichToo }: ShownScreen): readonly Finding[] {
  if (!isRichToo) return none
  const rich = { kind: 'programmable', channel: 'webstore', fit: canvas.fit } as const
  try {
    askWith(rich, content, drawSheet(rich, content, noWays, 0), null)
    return none
  } catch (error) {
    const fix = error instanceof Error && !content.sensitive ? error.message : 'see what rich channels take'
    return [{ kind: 'oneChannel', text: content.text, found: 'rich channels cannot show this screen', fix }]
  }
}

/** What readers take for characters that are shown in another form, each with that form; empty where it is dropped. */
function formsIn(text: string, characters: FitSettings['characters']): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  for (const { segment } of graphemes.segment(text)) {
    if (blank.test(segment) || forms.has(segment)) continue
    const shown = written(`.${segment}.`, characters).slice(1, -1)
    if (shown !== segment.normalize()) forms.set(segment, shown)
  }
  return forms
}

function shownForms(forms: ReadonlyMap<string, string>): string {
  return firstOf(forms, (character, form) => (form === '' ? `${character} dropped` : `${character} as ${form}`))
}

function insteadOf(forms: ReadonlyMap<string, string>): string {
  return firstOf(forms, (character, form) => {
    if (form === '') return `leave out ${character}`
    return `write ${form === '?' ? 'another character' : form} in place of ${character}`
  })
}

function firstOf(forms: ReadonlyMap<string, string>, shown: (character: string, form: string) => string): string {
  const first = [...forms].slice(0, mostForms).map(([character, form]) => shown(character, form))
  return first.join(', ') + (forms.size > mostForms ? ', …' : '')
}

/** How many characters a page like this holds. */
function roomFor({ message }: Sheet, { fit }: Canvas<'ussd' | 'programmable'>): number {
  return gsm7Length(message) === undefined ? roomOf(fit).units : fit.limit
}

function lengthShown(shortened: string): number {
  return shortened.replace(/\.{3}$/, '').length
}

const none: readonly never[] = Object.freeze([])
const noWays: Ways = { first: none, later: none, more: { key: '', word: '' } }
const endless = { septets: Infinity, units: Infinity }
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const blank = /^\s+$/
const separators = /[\s.,'’]/g
// As long as the titles that replies give themselves.
const longestTitle = 40
const mostForms = 5

/** Where a screen was written. */
export interface ScreenPlace {
  /** As it is written: `talk.choose`. */
  readonly step: string
  /** Its file and line, where they are known. */
  readonly place: string | undefined
}

/** Tells an author, in development, what subscribers do not see as it was written: once for each step and kind. */
export class ScreenReview {
  readonly #told = new Set<string>()
  readonly #kinds = new Set<'ussd' | 'programmable'>()

  /** The conversation is held over this kind of turns. */
  serve(kind: 'ussd' | 'programmable'): void {
    this.#kinds.add(kind)
  }

  serves(kind: 'ussd' | 'programmable'): boolean {
    return this.#kinds.has(kind)
  }

  /** @param secrets are hidden where they stand in a text */
  tell(screen: Omit<ShownScreen, 'isRichToo'>, at: ScreenPlace, secrets: readonly string[], log: Log): void {
    const { step, place } = at
    for (const { kind, text, found, fix } of findings({ ...screen, isRichToo: this.serves('programmable') })) {
      const known = `${kind} ${place ?? step}`
      if (this.#told.has(known) || this.#told.size >= mostTold) continue
      this.#told.add(known)
      // Hidden before it is cut: of a secret that was cut nothing would be known.
      const whole = printable(describeError(text, secrets).message)
      const shown = whole.length > longestText ? `${whole.slice(0, longestText - dots.length)}${dots}` : whole
      const problem = { problem: kind, step, place, text: shown, found: printable(found), fix: printable(fix) }
      log.warn(problem, `${findingLines[kind]}: ${problem.fix}`)
    }
  }
}

/** What each kind of finding says first. */
export const findingLines: Readonly<Record<FindingKind, string>> = {
  hiddenPayment: 'a payment stands behind "More"',
  hiddenOption: 'an option stands behind "More"',
  shortened: 'a title or a label was shortened',
  folded: 'characters were folded or dropped',
  halfPage: 'a letter outside GSM 7-bit takes more than half of the page',
  noCountry: 'a phone number as it is dialled at home cannot be read',
  oneChannel: 'a screen is not shown in whole on every channel',
}

const longestText = 40
const dots = '...'
const mostTold = 128
