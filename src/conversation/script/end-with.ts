import type { TurnKind } from '../../pushes/kinds.ts'
import { drawnReply, type PayBuilder, type Reply } from '../../replies/index.ts'
import { type Canvas, drawSheet, type Sheet } from '../screens/draw-screen.ts'
import { roomOf, shortened } from '../screens/room.ts'
import type { ScreenContent, Ways } from '../screens/screen-content.ts'
import { written } from '../screens/written.ts'
import type { Ending } from '../steps/ending.ts'

/** A page of an ending. */
export interface EndPage<K extends TurnKind> {
  readonly content: ScreenContent
  readonly sheet: Sheet
  readonly page: number
  readonly isLast: boolean
  readonly reply: (state: unknown) => Reply<K>
}

/**
 * Draws a page of an ending. A text that does not fit takes several, and only the last ends the session and asks to pay.
 *
 * @param due what is to be paid, in words: stands on the last of several pages, for the text may have said it on the first
 */
export function endWith<K extends TurnKind>(
  canvas: Canvas<K>,
  pay: PayBuilder<K>,
  ending: Ending,
  ways: Ways,
  page: number,
  due: string | undefined,
): EndPage<K> {
  const { text, options, payment } = ending
  const { label, sensitive = false } = options
  const content: ScreenContent = {
    text,
    choices: [],
    form: 'display',
    field: 'text',
    label,
    sensitive,
    maskNext: false,
  }
  const whole = drawSheet(canvas, content, ways, page)
  const isSplit = whole.page > 0 || !whole.isLast
  // As a line of a list it is never split itself.
  const choices = due === undefined || !isSplit ? none : [{ label: due, value: '', number: '' }]
  const sheet = choices === none ? whole : drawSheet(canvas, { ...content, choices }, ways, page)
  const { message, isLast } = sheet
  return {
    content,
    sheet,
    page: sheet.page,
    isLast,
    reply: (state) =>
      isLast && payment !== undefined
        ? pay(message, payment, { state, label, sensitive })
        : drawnReply(canvas.kind, {
            type: isLast ? 'release' : 'response',
            message,
            label,
            dataType: 'display',
            fieldType: 'text',
            data: [],
            sensitive,
            maskNext: false,
            hidesAnswer: canvas.hidesAnswers,
            state,
          }),
  }
}

/** Ends a session badly, in words of our own, on one page: what does not fit is left out, not paged through. */
export function endShort<K extends TurnKind>(
  { kind, channel, fit, hidesAnswers }: Canvas<K>,
  text: string,
  state: unknown,
): Reply<K> {
  return drawnReply(kind, {
    type: 'release',
    message: channel === 'ussd' ? shortened(written(text, fit.characters), roomOf(fit)) : text,
    dataType: 'display',
    fieldType: 'text',
    data: [],
    sensitive: false,
    maskNext: false,
    hidesAnswer: hidesAnswers,
    state,
  })
}

const none: readonly never[] = Object.freeze([])
