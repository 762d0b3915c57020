import { type Log, logSafely } from '../../log.ts'
import { printable } from '../../text/clean-text.ts'
import { describeError, holdsSecret } from '../../text/describe-error.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import { type Canvas, drawSheet, type Sheet, sheetReply } from './draw-screen.ts'
import { pageFlow } from './fill-page.ts'
import { type Finding, findingLines, lengthShown, masked, shortening } from './finding.ts'
import { charactersOf, foldedIn, formsIn, insteadOf } from './folded-forms.ts'
import { roomOf } from './room.ts'
import { type ScreenContent, titleOf, type Ways } from './screen-content.ts'
import { written, writtenChoice, writtenLine } from './written.ts'

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
  return masked(found, screen.content.sensitive)
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

function folded({ canvas, content }: ShownScreen): readonly Finding[] {
  const texts = [{ text: content.text }, ...content.choices.map(({ label }) => ({ text: label }))]
  const finding = foldedIn(texts, canvas.fit.characters, content.sensitive)
  return finding === undefined ? none : [finding]
}

/** Where all fits on one page, or on a last one, it costs nothing. */
function halfPage({ canvas, content, sheet }: ShownScreen): readonly Finding[] {
  if (sheet.isLast || gsm7Length(sheet.message) !== undefined) return none
  const forms = formsIn(sheet.message, 'gsm7')
  const found = `this page holds ${roomFor(sheet, canvas)} of ${canvas.fit.limit} characters`
  const { sensitive, text } = content
  const because = sensitive ? found : `${found} because of ${charactersOf(forms)}`
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
    sheetReply(rich, content, drawSheet(rich, content, noWays, 0), null)
    return none
  } catch (error) {
    const fix = error instanceof Error && !content.sensitive ? error.message : 'see what rich channels take'
    return [{ kind: 'oneChannel', text: content.text, found: 'rich channels cannot show this screen', fix }]
  }
}

/** A screen that quotes a secret has its letters in what is found of it. */
function quotes({ text, choices }: ScreenContent, secrets: readonly string[]): boolean {
  return [text, ...choices.map(({ label, amount }) => `${label} ${amount}`)].some((shown) =>
    holdsSecret(shown, secrets),
  )
}

/** How many characters a page like this holds. */
function roomFor({ message }: Sheet, { fit }: Canvas<'ussd' | 'programmable'>): number {
  return gsm7Length(message) === undefined ? roomOf(fit).units : fit.limit
}

const none: readonly never[] = Object.freeze([])
const noWays: Ways = { first: none, later: none, more: { key: '', word: '' } }
const endless = { septets: Infinity, units: Infinity }
const separators = /[\s.,'’]/g
// As long as the titles that replies give themselves.
const longestTitle = 40

/** Where a screen was written. */
export interface ScreenPlace {
  /** As it is written: `talk.choose`. */
  readonly step: string
  /** Its file and line, where they are known. */
  readonly place: string | undefined
}

/** Tells an author, in development, what subscribers do not see as it was written: once for each step and kind. */
export class ScreenReview {
  /** Where the conversation was made. */
  readonly made: Error
  readonly #told = new Set<string>()
  readonly #kinds = new Set<'ussd' | 'programmable'>()

  constructor(made: Error) {
    this.made = made
  }

  /** The conversation is held over this kind of turns. */
  serve(kind: 'ussd' | 'programmable'): void {
    this.#kinds.add(kind)
  }

  serves(kind: 'ussd' | 'programmable'): boolean {
    return this.#kinds.has(kind)
  }

  /** @param secrets are hidden where they stand in a text */
  tell(screen: Omit<ShownScreen, 'isRichToo'>, at: ScreenPlace, secrets: readonly string[], log: Log): void {
    const content = { ...screen.content, sensitive: screen.content.sensitive || quotes(screen.content, secrets) }
    this.tellOf(findings({ ...screen, content, isRichToo: this.serves('programmable') }), at, secrets, log)
  }

  /** Tells of what was found elsewhere. @param secrets are hidden where they stand in a text */
  tellOf(found: readonly Finding[], at: ScreenPlace, secrets: readonly string[], log: Log): void {
    for (const { kind, of, text, found: shown, fix } of found) {
      const step = of === undefined ? at.step : `${of} of ${at.step}`
      const known = `${kind} ${of ?? ''} ${at.place ?? at.step}`
      if (this.#told.has(known) || this.#told.size >= mostTold) continue
      this.#told.add(known)
      // Hidden before it is cut: of a secret that was cut nothing would be known.
      const whole = printable(describeError(text, secrets).message)
      const begin = whole.length > longestText ? `${whole.slice(0, longestText - dots.length)}${dots}` : whole
      const problem = {
        problem: kind,
        step,
        place: at.place,
        text: begin,
        found: printable(shown),
        fix: printable(fix),
      }
      logSafely(log, 'warn', problem, `${findingLines[kind]}: ${problem.fix}`)
    }
  }
}

const longestText = 40
const dots = '...'
const mostTold = 128
