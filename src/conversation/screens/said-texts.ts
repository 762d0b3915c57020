import { gsm7Length } from '../../text/gsm7.ts'
import type { Canvas, Sheet } from './draw-screen.ts'
import { type Finding, lengthShown, masked, shortening } from './finding.ts'
import { charactersOf, foldedIn, formsIn, insteadOf } from './folded-forms.ts'
import { type FitSettings, type Room, roomOf, shortened } from './room.ts'
import { titleOf } from './screen-content.ts'
import { written } from './written.ts'

/** A text of the author's that stands on screens of ours, or in a part of one. */
export interface SaidText {
  /** As it is written: `words.more`. */
  readonly name?: string | undefined
  readonly text: string
  /** What of it is shown: the rest is left out. Undefined where all is. */
  readonly room?: Room | undefined
  /** Only its first line is. */
  readonly isLine?: boolean
  /** Nothing stands beside it. */
  readonly isAlone: boolean
}

/**
 * Compares texts that stand on screens of ours with what is shown of them: what is shortened, folded, or takes room from
 * everything beside it.
 *
 * @example
 * ```ts
 * textFindings([{ name: 'words.more', text: 'Tɔ so', isAlone: false }], fit) // [{ kind: 'folded', of: 'words.more', … }]
 * ```
 */
export function textFindings(texts: readonly SaidText[], fit: FitSettings): readonly Finding[] {
  const folded = foldedIn(texts, fit.characters, false)
  return [
    ...texts.flatMap((said) => shortenedText(said, fit)),
    ...(folded === undefined ? [] : [folded]),
    ...wideTexts(texts, fit),
  ]
}

function shortenedText({ name, text, room, isLine }: SaidText, { characters }: FitSettings): readonly Finding[] {
  if (room === undefined) return none
  const whole = written(text, characters)
  const shown = isLine === true ? titleOf(text, characters, room) : shortened(whole, room)
  if (shown === whole) return none
  const holds = gsm7Length(whole) === undefined ? room.units : room.septets
  const fix = `shorten it to ${holds} characters${isLine === true ? ' on one line' : ''}`
  return [{ ...shortening(whole, lengthShown(shown), fix), text, of: name }]
}

/** With one of these letters the whole of a screen travels in 16 bits a character. */
function wideTexts(texts: readonly SaidText[], fit: FitSettings): readonly Finding[] {
  if (fit.characters !== 'keep') return none
  const wide = texts.filter(({ text, isAlone }) => !isAlone && gsm7Length(written(text, 'keep')) === undefined)
  const [first] = wide
  if (first === undefined) return none
  const forms = formsIn(wide.map(({ text }) => text).join('\n'), 'gsm7')
  const found = `a screen with it holds ${roomOf(fit).units} of ${fit.limit} characters because of ${charactersOf(forms)}`
  return [{ kind: 'halfPage', of: first.name, text: first.text, found, fix: gsm7Fix(insteadOf(forms)) }]
}

/** A line that tells of a wrong answer, and the page that it stands on. */
export interface SaidLine {
  readonly line: string
  readonly canvas: Canvas<'ussd' | 'programmable'>
  /** With the line. */
  readonly sheet: Sheet
  /** The same page without it. */
  readonly plain: Sheet
  readonly isSensitive: boolean
}

/**
 * Compares a line that tells of a wrong answer with what is shown of it, and of its question.
 *
 * @param of as it is written: `problem`
 */
export function lineFindings({ line, canvas, sheet, plain, isSensitive }: SaidLine, of: string): readonly Finding[] {
  const { fit } = canvas
  const folded = foldedIn([{ text: line }], fit.characters, isSensitive)
  const found = [...shortenedLine(line, sheet, fit), ...hiddenQuestion(line, sheet, plain, fit)]
  if (folded !== undefined) found.push(folded)
  if (!sheet.isLast && gsm7Length(sheet.message) === undefined) {
    const forms = formsIn(line, 'gsm7')
    const because = isSensitive ? '' : ` because of ${charactersOf(forms)}`
    const holds = `this page holds ${roomOf(fit).units} of ${fit.limit} characters${because}`
    const fix = isSensitive ? 'write it in letters of GSM 7-bit' : insteadOf(forms)
    if (forms.size > 0) found.push({ kind: 'halfPage', text: line, found: holds, fix: gsm7Fix(fix) })
  }
  return masked(
    found.map((finding) => ({ ...finding, of })),
    isSensitive,
  )
}

/** Above a list that was read before it makes room for the options. */
function shortenedLine(line: string, { message, rest }: Sheet, { characters }: FitSettings): readonly Finding[] {
  const whole = written(line, characters)
  if (rest !== undefined || message.includes(whole)) return none
  let shown = whole.length
  while (!message.startsWith(whole.slice(0, shown))) shown -= 1
  return [{ ...shortening(whole, shown, `shorten it to ${shown} characters`), text: line }]
}

function hiddenQuestion(line: string, sheet: Sheet, plain: Sheet, fit: FitSettings): readonly Finding[] {
  if (sheet.rest === undefined || !plain.isLast) return none
  const both = `${written(line, fit.characters)}\n${plain.message}`
  const length = gsm7Length(both)
  const [takes, holds] = length === undefined ? [both.length, roomOf(fit).units] : [length, fit.limit]
  const found = `with its question it takes ${takes} of ${holds} characters`
  return [
    { kind: 'hiddenQuestion', text: line, found, fix: `shorten it, or its question, by ${takes - holds} characters` },
  ]
}

function gsm7Fix(fix: string): string {
  return `${fix}, or leave characters at 'gsm7'`
}

const none: readonly never[] = Object.freeze([])
